import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const PATH = '/.well-known/security.txt';
/** The text is good for so long from its month on; RFC 9116 asks for less than a year. */
const MONTHS = 6;

/** The first of the month after so many, so that the text is the same all month. */
function expiresOf(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS, 1)).toISOString();
}

/** Where faults in security are to be told, as RFC 9116 wants it. */
function securityText(config: Pick<Config, 'SUPPORT_EMAIL' | 'publicUrl'>, now: Date): string {
  const { SUPPORT_EMAIL: address, publicUrl } = config;
  return [
    `Contact: mailto:${address}`,
    `Expires: ${expiresOf(now)}`,
    'Preferred-Languages: en',
    // Section 2.5.2: an address of the web is https here.
    ...(publicUrl?.startsWith('https://') ? [`Canonical: ${publicUrl}${PATH}`] : []),
    '',
  ].join('\n');
}

/** Nobody reads mail there (RFC 2606): it stands where nothing was set. */
const isMadeUp = (address: string): boolean => /[@.]example$/.test(address);

/** `/.well-known/security.txt`; in production only where `SUPPORT_EMAIL` is somebody's. */
export function addSecurityText(app: FastifyInstance, config: Config, now: () => Date): void {
  if (config.production && isMadeUp(config.SUPPORT_EMAIL)) return;
  app.get(PATH, { schema: { hide: true } }, async (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(securityText(config, now())),
  );
}
