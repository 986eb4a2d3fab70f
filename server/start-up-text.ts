import path from 'node:path';
import { SAMPLE_LOTS } from '../samples/sample-lots.ts';
import type { Config } from './config.ts';

/** Which implementation serves each role, in words. */
export type Roles = {
  database: string;
  mail: string;
  detector: string;
  catalogue: string;
  makes: string;
  storage: string;
  pdf: string;
};

/** What an operator reads whose production service sends no email; null: it sends them, or is none. */
export const unsentMail = ({
  production,
  SMTP_URL,
  dataDir,
}: Pick<Config, 'production' | 'SMTP_URL' | 'dataDir'>): string | null =>
  production && SMTP_URL === undefined
    ? `SMTP_URL is not set. Emails are saved in ${path.join(dataDir, 'outbox')} and not sent, so new users can’t confirm their address.`
    : null;

/** What start-up prints: address, what serves each role, the sample account and links. */
export function startUpText(facts: {
  config: Config;
  address: string | null;
  roles: Roles;
  sample: { email: string; password: string } | null;
}): string {
  const { config, address, roles, sample } = facts;
  const lines = [
    '',
    address === null ? 'LotLens worker is running.' : `LotLens is running at ${config.publicUrl ?? address}`,
    '',
    `  database    ${roles.database}`,
    `  mail        ${roles.mail}`,
    `  detector    ${roles.detector}`,
    `  catalog     ${roles.catalogue}`,
    `  makes       ${roles.makes}`,
    `  storage     ${roles.storage}`,
    `  PDF         ${roles.pdf}`,
  ];
  if (sample) {
    lines.push(
      '',
      `  sample account   ${sample.email}   password ${sample.password}`,
      '',
      '  sample links (made up, marked as samples wherever they appear)',
    );
    for (const lot of SAMPLE_LOTS) lines.push(`    ${lot.link}   ${lot.shows}`);
  }
  return `${lines.join('\n')}\n\n`;
}
