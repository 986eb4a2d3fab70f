import { z } from 'zod';
import type {
  endedSessionsSchema,
  ListedUser,
  OperatorUser,
  userListSchema,
} from '../../../contract/api/operator/console-answers.ts';
import { endSessions } from '../../db/accounts/sessions.ts';
import { announceSessionsEnded } from '../../db/notifications.ts';
import { audit } from '../../db/ops/audit.ts';
import {
  type ConsoleUser,
  countsOfAccount,
  findAccount,
  ledgerOfAccount,
  listAccounts,
} from '../../db/ops/console-users.ts';
import type { moveRow } from '../../db/ops/operator-views.ts';
import { AppError } from '../../errors.ts';
import { type GrantTools, grantByHand } from '../../quota/ask.ts';

/** Whoever does it, as the audit log names them. */
type Actor = string;

const listed = ({ id, created_at, ...user }: ConsoleUser): ListedUser => ({
  user_id: id,
  email: user.email,
  name: user.name,
  verified: user.verified,
  operator: user.operator,
  available_reports: user.available_reports,
  reports: user.reports,
  created_at: created_at.toISOString(),
});

export const ledgerEntries = (moves: readonly z.infer<typeof moveRow>[]): OperatorUser['ledger'] =>
  moves.map((move) => ({ ...move, created_at: move.created_at.toISOString() }));

async function account({ pool }: Pick<GrantTools, 'pool'>, userId: string): Promise<ConsoleUser> {
  const found = z.uuid().safeParse(userId).success ? await findAccount(pool, userId) : null;
  if (found === null) throw new AppError('not_found', 'There is no such account.');
  return found;
}

/** Accounts that a text finds, or the newest; noted with whom it showed. */
export async function listUsers(
  { pool }: Pick<GrantTools, 'pool'>,
  actor: Actor,
  query: { text?: string | undefined; cursor?: string | undefined },
): Promise<z.infer<typeof userListSchema>> {
  const { shown, next } = await listAccounts(pool, query);
  const details = { text: query.text ?? '', users: shown.map(({ id }) => id) };
  await audit(pool, { actor, action: 'users_listed', subject: null, details });
  return { users: shown.map(listed), next_cursor: next };
}

/** One account; noted. Throws not_found. */
export async function readUser(
  tools: Pick<GrantTools, 'pool'>,
  actor: Actor,
  userId: string,
): Promise<OperatorUser> {
  const found = await account(tools, userId);
  await audit(tools.pool, { actor, action: 'user_read', subject: found.id, details: {} });
  const { live_sessions, access_keys, webhooks, ...outcomes } = await countsOfAccount(tools.pool, found.id);
  const ledger = ledgerEntries(await ledgerOfAccount(tools.pool, found.id));
  return { ...listed(found), live_sessions, access_keys, webhooks, outcomes, ledger };
}

/** Gives an account reports, which answers what its user asked for; they hear of it by mail. Throws not_found. */
export async function grantUser(
  tools: GrantTools,
  actor: Actor,
  userId: string,
  grant: { reports: number; reason: string },
): Promise<{ granted: number; available_reports: number }> {
  const { id } = await account(tools, userId);
  return await grantByHand(tools, actor, id, grant);
}

/** Signs an account out everywhere; noted. Throws not_found. */
export async function endUserSessions(
  tools: Pick<GrantTools, 'pool'>,
  actor: Actor,
  userId: string,
): Promise<z.infer<typeof endedSessionsSchema>> {
  const { id } = await account(tools, userId);
  const ended = await endSessions(tools.pool, id, 'ended by an operator');
  await announceSessionsEnded(tools.pool, ended);
  await audit(tools.pool, {
    actor,
    action: 'sessions_ended',
    subject: id,
    details: { ended: ended.length },
  });
  return { ended: ended.length };
}
