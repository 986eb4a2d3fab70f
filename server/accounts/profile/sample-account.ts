import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { SERVICE } from '../../concurrency/work-caller.ts';
import { grantReports } from '../../db/accounts/quota.ts';
import { findUserByEmail, insertUser, markVerified, setPasswordHash } from '../../db/accounts/users.ts';
import { inTransaction } from '../../db/client.ts';
import { hashPassword, passwordMatches } from '../session/passwords.ts';

export const SAMPLE_EMAIL = 'demo@lotlens.example';
const SAMPLE_REPORTS = 100;

/** The account that start-up prints: made once, verified, with 100 reports; its password is configured, or made and kept. */
export async function ensureSampleAccount(
  pool: pg.Pool,
  dataDir: string,
  configured: string | undefined,
): Promise<{ email: string; password: string }> {
  const password = configured ?? (await keptPassword(path.join(dataDir, 'sample-password')));
  const user = await findUserByEmail(pool, SAMPLE_EMAIL);
  if (user === null) {
    const passwordHash = await hashPassword(password, SERVICE);
    await inTransaction(pool, async (client) => {
      const id = await insertUser(client, {
        email: SAMPLE_EMAIL,
        first_name: 'Sample',
        last_name: 'Account',
        passwordHash,
      });
      if (id === null) return;
      await markVerified(client, id);
      await grantReports(client, id, SAMPLE_REPORTS, 'sample account');
    });
  } else if (!(await passwordMatches(password, user.password_hash, SERVICE))) {
    await setPasswordHash(pool, user.id, await hashPassword(password, SERVICE));
  }
  return { email: SAMPLE_EMAIL, password };
}

async function keptPassword(file: string): Promise<string> {
  const fresh = randomBytes(9).toString('base64url');
  // With a database elsewhere nobody else may have made the folder yet.
  await fs.mkdir(path.dirname(file), { recursive: true });
  try {
    await fs.writeFile(file, `${fresh}\n`, { flag: 'wx', mode: 0o600 });
    return fresh;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await fs.readFile(file, 'utf8')).trim();
  }
}
