import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Queryable } from '../db/client.ts';

/** A 256-bit secret kept in the database, made by whichever process asks first; replicas share it. */
export async function serverSecret(
  client: Queryable,
  name: 'access-token' | 'refresh-chain' | 'report-share',
): Promise<Buffer> {
  await client.query(
    'INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    [name, randomBytes(32)],
  );
  const found = await client.query<{ value: Buffer }>('SELECT value FROM server_secrets WHERE name = $1', [
    name,
  ]);
  const row = found.rows[0];
  if (!row) throw new Error(`the secret ${name} vanished`);
  return row.value;
}

/** 256 random bits as 43 URL-safe characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Tokens are stored only as this. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** The one successor of a refresh token: whoever presents the parent again gets the same, though only hashes are stored. */
export const successorOf = (secret: Buffer, token: string): string =>
  createHmac('sha256', secret).update(token, 'utf8').digest('base64url');
