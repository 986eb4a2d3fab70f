import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Quota } from '../../../contract/schemas/account.ts';
import type { Queryable } from '../client.ts';
import { takeBack } from '../quota/payments.ts';
import { execute, firstRow, int8, rows } from '../rows.ts';
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

const ledgerFaultSchema = z.object({ rule: z.string(), subject: z.string(), detail: z.string() });
/** One broken promise of the ledger. */
export type LedgerFault = z.infer<typeof ledgerFaultSchema>;

/** Accounts of one statement, and faults that are told at most: what the check holds in memory has an end. */
const CHECKED_AT_ONCE = 500;
const MOST_FAULTS = 1_000;

const checkedRow = z.object({ id: z.string() });

/**
 * Checks every invariant of the ledger, of one account or of all; an empty list is a sound ledger. Reads all there is, some
 * accounts a statement, each as of a moment of its own: nobody who writes waits, and no row of a moment ago is held back from
 * being vacuumed for the whole of it. Tells MOST_FAULTS at most.
 */
export async function verifyLedger(client: Queryable, userId?: string): Promise<LedgerFault[]> {
  const faults: LedgerFault[] = [];
  const check = async (statement: string, value: unknown): Promise<void> => {
    const room = MOST_FAULTS - faults.length;
    if (room > 0)
      faults.push(...(await rows(client, ledgerFaultSchema, `${statement} LIMIT $2`, [value, room])));
  };
  if (userId !== undefined) {
    await check(OF_ACCOUNTS, [userId]);
    await check(OF_PAYMENTS_OF, userId);
    return faults;
  }
  for (let last = NOBODY; faults.length < MOST_FAULTS; ) {
    const users = await rows(client, checkedRow, 'SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2', [
      last,
      CHECKED_AT_ONCE,
    ]);
    const end = users.at(-1);
    if (end === undefined) break;
    await check(
      OF_ACCOUNTS,
      users.map(({ id }) => id),
    );
    last = end.id;
  }
  await check(OF_PAYMENTS, null);
  return faults;
}
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Of the accounts of `$1`. What belongs to one account or report is added up for each by itself, along an index: of many at once
 * the database would read the whole ledger, for every statement anew.
 */
const OF_ACCOUNTS = `
    SELECT 'balance equals the sum of moves' AS rule, u.id::text AS subject,
           format('balance %s, ledger %s', u.available_reports, l.moved) AS detail
      FROM users u CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS moved FROM quota_ledger WHERE user_id = u.id) l
     WHERE u.id = ANY ($1::uuid[]) AND u.available_reports <> l.moved
    UNION ALL
    SELECT broken.rule, r.id::text, broken.detail
      FROM reports r
        CROSS JOIN LATERAL (
          SELECT count(*) FILTER (WHERE kind = 'reserve') > 0 AS reserved, count(*) FILTER (WHERE kind = 'settle') > 0 AS settled,
                 count(*) FILTER (WHERE kind = 'refund') > 0 AS refunded FROM quota_ledger WHERE report_id = r.id) l
        CROSS JOIN LATERAL (VALUES
          ('each charged report has one reserve', 'no reserve entry', NOT l.reserved),
          ('a finished report is settled and not refunded', 'settle missing or refund present',
           r.status = 'finished' AND (NOT l.settled OR l.refunded)),
          ('a failed report is refunded and not settled', 'refund missing or settle present',
           r.status LIKE '%\\_failed' AND (NOT l.refunded OR l.settled)),
          ('a running report is neither settled nor refunded', 'settled or refunded too early',
           r.finished_at IS NULL AND (l.settled OR l.refunded))) broken (rule, detail, is_so)
     WHERE r.user_id = ANY ($1) AND broken.is_so`;

const paymentRules = (payments: string): string => `
    SELECT 'a payment brings its reports once' AS rule, p.reference AS subject,
           format('reports %s, ledger %s', p.reports, coalesce(sum(l.amount), 0)) AS detail
      FROM ${payments} p LEFT JOIN quota_ledger l ON l.payment = p.reference AND l.kind = 'purchase'
      GROUP BY p.reference, p.reports HAVING p.reports <> coalesce(sum(l.amount), 0)
    UNION ALL
    SELECT 'a refunded payment takes its reports back', p.reference, format('taken back %s, ledger %s', p.taken_back, coalesce(sum(l.amount), 0))
      FROM ${payments} p LEFT JOIN quota_ledger l ON l.payment = p.reference AND l.kind = 'take_back'
      GROUP BY p.reference, p.taken_back HAVING p.taken_back <> -coalesce(sum(l.amount), 0)
    UNION ALL
    SELECT 'what is owed follows what went back', p.reference, format('owed %s, went back %s of %s', p.owed, sum(c.refunded_cents), p.paid_cents)
      FROM ${payments} p JOIN payment_charges c ON c.reference = p.reference
        JOIN quota_purchases q ON q.id = p.purchase_id AND q.user_id IS NOT NULL
      GROUP BY p.reference, p.owed, p.reports, p.paid_cents
     HAVING p.owed <> floor(p.reports * least(sum(c.refunded_cents), p.paid_cents) / p.paid_cents)
    UNION ALL
    SELECT 'a purchase entry has its payment', l.id::text, coalesce(l.payment, 'none')
      FROM quota_ledger l WHERE l.kind IN ('purchase', 'take_back') AND ($1::uuid IS NULL OR l.user_id = $1)
       AND NOT EXISTS (SELECT 1 FROM quota_payments p WHERE p.reference = l.payment)`;
const OF_PAYMENTS = paymentRules('quota_payments');
/** Of the account `$1`. */
const OF_PAYMENTS_OF = paymentRules(
  '(SELECT p.* FROM quota_payments p JOIN quota_purchases q ON q.id = p.purchase_id WHERE q.user_id = $1)',
);
