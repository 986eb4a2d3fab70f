import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Quota } from '../../../contract/schemas/account.ts';
import type { Queryable } from '../client.ts';
import { takeBack } from '../quota/payments.ts';
import { execute, firstRow, int8 } from '../rows.ts';
import { findUser, mailboxKeyOf } from './users.ts';

type Move = { userId: string; reportId: string; reason: string };

/** Takes one report from the balance; false when none is left. Call inside the transaction that creates the report. */
export async function reserveReport(client: Queryable, move: Move): Promise<boolean> {
  const taken = await execute(
    client,
    'UPDATE users SET available_reports = available_reports - 1 WHERE id = $1 AND available_reports > 0',
    [move.userId],
  );
  if (taken !== 1) return false;
  await enter(client, move, 'reserve', -1);
  return true;
}

/** The reserved report was delivered: nothing moves, the ledger says so. */
export const settleReport = (client: Queryable, move: Move): Promise<boolean> =>
  enter(client, move, 'settle', 0);

/** The reserved report failed: one report goes back, once, whoever asks how often, unless it was bought and its money went back meanwhile. */
export async function refundReport(client: Queryable, move: Move): Promise<boolean> {
  const entered = await enter(client, move, 'refund', 1);
  if (!entered) return false;
  await execute(client, 'UPDATE users SET available_reports = available_reports + 1 WHERE id = $1', [
    move.userId,
  ]);
  await takeBack(client, move.userId, move);
  return true;
}

/** Adds `amount` reports (the free trial, an operator's gift). */
export async function grantReports(
  client: Queryable,
  userId: string,
  amount: number,
  reason: string,
): Promise<void> {
  await execute(client, 'UPDATE users SET available_reports = available_reports + $2 WHERE id = $1', [
    userId,
    amount,
  ]);
  await execute(
    client,
    "INSERT INTO quota_ledger (user_id, kind, amount, reason) VALUES ($1, 'grant', $2, $3)",
    [userId, amount, reason],
  );
}

/**
 * Gives a verified account its free reports, unless its mailbox had them before under any account: then none, and the quota says
 * why. Call inside the transaction that verifies it; of several at once one gets them.
 */
export async function giveFreeStart(client: Queryable, userId: string, amount: number): Promise<void> {
  const user = await findUser(client, userId);
  if (user === null) return;
  const mailbox = createHash('sha256').update(mailboxKeyOf(user.email)).digest('hex');
  const first = await execute(
    client,
    'INSERT INTO free_starts (mailbox) VALUES ($1) ON CONFLICT DO NOTHING',
    [mailbox],
  );
  const given = first === 1;
  await execute(client, 'UPDATE users SET free_start = $2 WHERE id = $1', [
    userId,
    given ? 'given' : 'had_before',
  ]);
  if (given) await grantReports(client, userId, amount, 'free reports of a new account');
}

/** What an account without reports reads whose mailbox had the free ones before. */
export const HAD_BEFORE =
  'The free reports of this mailbox were given to another account of it, so this account starts with none.';

async function enter(
  client: Queryable,
  move: Move,
  kind: 'reserve' | 'settle' | 'refund',
  amount: number,
): Promise<boolean> {
  const entered = await execute(
    client,
    `INSERT INTO quota_ledger (user_id, report_id, kind, amount, reason) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (report_id, kind) WHERE report_id IS NOT NULL DO NOTHING`,
    [move.userId, move.reportId, kind, amount, move.reason],
  );
  return entered === 1;
}

const quotaRow = z.object({
  seq: int8,
  available: z.int(),
  running: z.int(),
  had_before: z.boolean().nullable(),
});

/** What `users/quota` answers: reserved reports are in progress, not available. */
export async function readQuota(client: Queryable, userId: string): Promise<Quota> {
  const row = await firstRow(
    client,
    quotaRow,
    `SELECT event_seq AS seq, available_reports AS available, free_start = 'had_before' AS had_before,
            (SELECT count(*)::int FROM reports WHERE user_id = $1 AND finished_at IS NULL) AS running
     FROM users WHERE id = $1`,
    [userId],
  );
  return {
    seq: row?.seq ?? 0,
    available_reports: row?.available ?? 0,
    in_progress_reports: row?.running ?? 0,
    ...(row?.had_before && row.available === 0 ? { notice: HAD_BEFORE } : {}),
  };
}
