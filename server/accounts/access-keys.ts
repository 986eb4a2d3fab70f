import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import {
  type AccessKeyKind,
  type AccessScope,
  type MadeAccessKey,
  PAIRING_ALPHABET,
  PAIRING_CODE_LENGTH,
  type PairAnswer,
  type PairingCode,
  pairingCodeOf,
} from '../../contract/api/access-key-answers.ts';
import type { ProgramScope } from '../../contract/programs/program-keys.ts';
import { countProgramKeys, insertAccessKey, noteAccessKey } from '../db/accounts/access-keys.ts';
import { insertLink, redeemLink } from '../db/accounts/link-tokens.ts';
import { findUser } from '../db/accounts/users.ts';
import { inTransaction, type Queryable } from '../db/client.ts';
import { AppError } from '../errors.ts';
import type { Caller } from './account-tools.ts';
import { throttleLink } from './session/login-throttle.ts';
import { newToken, tokenHash } from './tokens.ts';

/** Who calls with an access key, and what for it was given. */
export type KeyHolder = {
  userId: string;
  keyId: string;
  kind: AccessKeyKind;
  scopes: readonly AccessScope[];
};

/** Tells a key from every other token. */
const PREFIX = 'llk_';
export const isAccessKey = (token: string): boolean => token.startsWith(PREFIX);

/** What a paired extension may do: hand over a lot, start a report of it, read the reports it started, put lots on the board. */
const EXTENSION_SCOPES: readonly AccessScope[] = [
  'lots:hand_over',
  'reports:create',
  'reports:read_own',
  'board:add',
];

/** As long as insertLink keeps it. */
const CODE_MINUTES = 10;

const newCode = (): string =>
  Array.from(randomBytes(PAIRING_CODE_LENGTH), (byte) => PAIRING_ALPHABET[byte & 31]).join('');

/** A code for one extension of this account, once; the one before is void. */
export async function makePairingCode(
  tools: { pool: Queryable; now(): Date },
  userId: string,
): Promise<PairingCode> {
  const code = newCode();
  await insertLink(tools.pool, userId, 'pair', tokenHash(code));
  const expires = new Date(tools.now().getTime() + CODE_MINUTES * 60_000);
  return { code: `${code.slice(0, 4)}-${code.slice(4)}`, expires_at: expires.toISOString() };
}

/** Exchanges a code for a key that no other extension can use. Throws invalid_token (400); too many wrong codes: rate_limited. */
export async function pairExtension(
  tools: { pool: pg.Pool },
  pairing: { code: string; origin: string },
  caller: Caller,
): Promise<PairAnswer & { userId: string }> {
  const paired = await throttleLink(tools.pool, caller.address, () =>
    inTransaction(tools.pool, async (client) => {
      const userId = await redeemLink(client, 'pair', tokenHash(pairingCodeOf(pairing.code)));
      if (userId === null || (await findUser(client, userId)) === null) return null;
      const key = PREFIX + newToken();
      const { id: keyId } = await insertAccessKey(client, {
        userId,
        kind: 'extension',
        name: 'Browser extension',
        hash: tokenHash(key),
        scopes: EXTENSION_SCOPES,
        origin: pairing.origin,
        userAgent: caller.userAgent,
      });
      return { access_key: key, key_id: keyId, scopes: [...EXTENSION_SCOPES], userId };
    }),
  );
  if (paired === null)
    throw new AppError(
      'invalid_token',
      'This code is not right, or its ten minutes are over. Make a new one in Account Settings.',
      { status: 400 },
    );
  return paired;
}

/** Live keys of programs an account may have: none ends because another is made. */
const MAX_PROGRAM_KEYS = 10;

/** A key for a program of this account, told this once. Throws validation_error where the account has too many. */
export async function makeProgramKey(
  tools: { pool: pg.Pool },
  userId: string,
  { name, ...asked }: { name: string; scopes: readonly ProgramScope[] },
): Promise<MadeAccessKey> {
  const key = PREFIX + newToken();
  const scopes = [...new Set(asked.scopes)];
  const made = await inTransaction(tools.pool, async (client) => {
    if ((await countProgramKeys(client, userId)) >= MAX_PROGRAM_KEYS)
      throw new AppError(
        'validation_error',
        `An account has at most ${MAX_PROGRAM_KEYS} keys for programs. Revoke one that is no longer used.`,
        { details: { reason: 'too_many' } },
      );
    return await insertAccessKey(client, {
      userId,
      kind: 'program',
      name,
      hash: tokenHash(key),
      scopes,
      origin: null,
      userAgent: null,
    });
  });
  return {
    access_key: key,
    key_id: made.id,
    kind: 'program',
    name,
    scopes,
    user_agent: null,
    created_at: made.created_at.toISOString(),
    last_used_at: null,
  };
}

/** What pairing answered for a key that still lives and is this extension's. Throws invalid_token (400). */
export async function confirmKey(client: Queryable, key: string, origin: string): Promise<PairAnswer> {
  const live = await readAccessKey(client, key, origin);
  if (live === null)
    throw new AppError('invalid_token', 'This extension is no longer connected.', { status: 400 });
  return { access_key: key, key_id: live.keyId, scopes: [...live.scopes] };
}

/** The live key behind a token, with its scopes; null where there is none, or where an extension calls that is not its own. */
export async function readAccessKey(
  client: Queryable,
  token: string,
  extension: string | null,
): Promise<KeyHolder | null> {
  const key = await noteAccessKey(client, tokenHash(token));
  if (key === null || (extension !== null && extension !== key.origin)) return null;
  return { userId: key.user_id, keyId: key.id, kind: key.kind, scopes: key.scopes };
}
