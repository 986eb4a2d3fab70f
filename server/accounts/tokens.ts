import { createHash, createHmac, randomBytes } from 'node:crypto';
import { keepServerSecret } from '../db/accounts/server-secrets.ts';
import type { Queryable } from '../db/client.ts';

/** A 256-bit secret kept in the database, made by whichever process asks first; replicas share it. */
export async function serverSecret(
  client: Queryable,
  name: 'access-token' | 'refresh-chain' | 'report-share' | 'unsubscribe' | 'quote-link',
): Promise<Buffer> {
  return await keepServerSecret(client, name, randomBytes(32));
}

/** 256 random bits as 43 URL-safe characters. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Tokens are stored only as this. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();

/** The one successor of a refresh token: whoever presents the parent again gets the same, though only hashes are stored. */
export const successorOf = (secret: Buffer, token: string): string =>
  createHmac('sha256', secret).update(token, 'utf8').digest('base64url');
