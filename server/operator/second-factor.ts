import type pg from 'pg';
import type { OperatorSession } from '../../contract/api/operator/operator-answers.ts';
import type { Bearer } from '../accounts/session/access-token.ts';
import { inTransaction } from '../db/client.ts';
import { findOperator, keepOperator, takeOperatorStep } from '../db/ops/operators.ts';
import { AppError } from '../errors.ts';
import type { Seal } from '../secrets/seal.ts';

export type OperatorTools = { pool: pg.Pool; seal: Seal | null; now(): Date };

/** Seconds a code is for; one of the neighboring ones counts, too: clocks are not the same everywhere. */
const STEP_SECONDS = 30;

const nameOf = (userId: string): string => `operator:${userId}`;

/**
 * Makes an account an operator and answers the secret to be typed into an authenticator app, told this once; null without a
 * SECRETS_KEY to seal it with. One who was an operator before gets a new secret.
 */
export async function makeOperator(
  tools: Pick<OperatorTools, 'pool' | 'seal'>,
  user: { id: string; email: string },
): Promise<{ secret: string; otpauth: string } | null> {
  const { generateSecret, generateURI } = await import('otplib');
  const secret = tools.seal && generateSecret();
  const sealed = tools.seal && secret && tools.seal.seal(nameOf(user.id), secret);
  await inTransaction(tools.pool, (client) => keepOperator(client, user.id, sealed || null));
  return secret ? { secret, otpauth: generateURI({ issuer: 'LotLens', label: user.email, secret }) } : null;
}

const noOperator = (): AppError => new AppError('not_found', 'There is nothing at this address.');

/** The secret of an operator's codes, and where their session stands. Throws not_found for every other account. */
async function readOperator({ pool, seal }: OperatorTools, account: Bearer) {
  const operator = await findOperator(pool, account);
  if (operator === null) throw noOperator();
  const { secret: sealed, confirmed } = operator;
  const secret = seal && sealed && seal.open(nameOf(account.userId), sealed);
  const state: OperatorSession['state'] =
    seal === null ? 'no_secrets_key' : !secret ? 'no_secret' : confirmed ? 'confirmed' : 'code_needed';
  return { state, secret, sealed: sealed?.sealed ?? null };
}

/** Where an operator's session stands. Throws not_found for every other account: to them there is no such place. */
export async function operatorSession(tools: OperatorTools, account: Bearer): Promise<OperatorSession> {
  return { state: (await readOperator(tools, account)).state };
}

/**
 * Lets only operators on: those whose session has given a code or, to `read`, any where nobody can give one for want of a
 * SECRETS_KEY. Throws not_found, second_factor_required or setup_read_only.
 */
export async function requireOperator(
  tools: OperatorTools,
  account: Bearer,
  wish: 'read' | 'change',
): Promise<OperatorSession['state']> {
  const { state } = await readOperator(tools, account);
  if (state === 'confirmed' || (state === 'no_secrets_key' && wish === 'read')) return state;
  if (state === 'no_secrets_key')
    throw new AppError(
      'setup_read_only',
      'This is closed until SECRETS_KEY is set: it takes a one-time code, and without that key there are none.',
    );
  throw new AppError('second_factor_required', 'A code of your authenticator app is needed first.');
}

/** Notes that this session has given a code of its operator's app, each good once. Throws authentication_failed (400) for any other. */
export async function confirmOperator(
  tools: OperatorTools,
  account: Bearer,
  code: string,
): Promise<OperatorSession> {
  const { secret, sealed } = await readOperator(tools, account);
  if (!secret || sealed === null)
    throw new AppError('setup_read_only', 'There is no secret yet that a code could be made with.');
  const { verify } = await import('otplib');
  const epoch = Math.floor(tools.now().getTime() / 1000);
  const checked = await verify({
    secret,
    token: code,
    epoch,
    epochTolerance: STEP_SECONDS,
    strategy: 'totp',
  });
  if (checked.valid && 'epoch' in checked) {
    const step = Math.floor(checked.epoch / STEP_SECONDS);
    if (await takeOperatorStep(tools.pool, account.sessionId, { step, sealed }))
      return { state: 'confirmed' };
  }
  throw new AppError(
    'authentication_failed',
    'This code is not right, or was used before. Wait for the next one.',
    { status: 400, details: { field: 'code' } },
  );
}
