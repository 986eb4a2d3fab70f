import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, type Queryable } from '../client.ts';
import { execute, firstRow, int8, onlyRow, rows } from '../rows.ts';
import { noteOfService } from '../service/service-notes.ts';

const ledgerFaultSchema = z.object({ rule: z.string(), subject: z.string(), detail: z.string() });
/** One broken promise of the ledger. */
export type LedgerFault = z.infer<typeof ledgerFaultSchema>;

/** Accounts of one statement, and faults that are told at most: what the check holds in memory has an end. */
const CHECKED_AT_ONCE = 500;
const MOST_FAULTS = 1_000;

const idRow = z.object({ id: z.string() });

/** Faults, each once. */
type Found = Map<string, LedgerFault>;

/** Looks for faults by one statement. */
async function look(client: Queryable, found: Found, statement: string, values: unknown[]): Promise<void> {
  const room = MOST_FAULTS - found.size;
  if (room <= 0) return;
  const limited = `${statement} LIMIT $${values.length + 1}`;
  for (const fault of await rows(client, ledgerFaultSchema, limited, [...values, room]))
    found.set(`${fault.rule} ${fault.subject}`, fault);
}

/**
 * Checks every invariant of the ledger, of one account or of all; an empty list is a sound ledger. Reads all there is, some
 * accounts a statement, each as of a moment of its own: nobody who writes waits, and no row of a moment ago is held back from
 * being vacuumed for the whole of it. Tells MOST_FAULTS at most.
 */
export async function verifyLedger(client: Queryable, userId?: string): Promise<LedgerFault[]> {
  const found: Found = new Map();
  if (userId !== undefined) {
    await look(client, found, OF_ACCOUNTS, [[userId]]);
    await look(client, found, OF_PAYMENTS_OF, [userId]);
    return [...found.values()];
  }
  for (let last = NOBODY; found.size < MOST_FAULTS; ) {
    const users = await rows(client, idRow, 'SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2', [
      last,
      CHECKED_AT_ONCE,
    ]);
    const end = users.at(-1);
    if (end === undefined) break;
    await look(client, found, OF_ACCOUNTS, [users.map(({ id }) => id)]);
    last = end.id;
  }
  await look(client, found, OF_PAYMENTS, [null]);
  return [...found.values()];
}
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Checks what came since a check that found all sound: every balance against its sum so far, which is kept, and the moves since;
 * reports that run, ended or were moved since; all payments. An account that seems broken is checked whole before anything is said
 * of it. What was changed in old rows alone only `verifyLedger` finds.
 */
export async function verifyLedgerSince(pool: pg.Pool, since: Date): Promise<LedgerFault[]> {
  const found: Found = new Map();
  const note = `SELECT ${THROUGH_IN_NOTE} FROM service_notes WHERE name = $1`;
  const { through } = (await firstRow(pool, throughRow, note, [SUMS_NOTE])) ?? { through: 0 };
  for (const { id } of await rows(pool, idRow, BALANCES_SINCE, [through, MOST_FAULTS])) {
    const before = found.size;
    await look(pool, found, OF_ACCOUNTS, [[id]]);
    // Nothing is wrong but the sum.
    if (found.size === before) await execute(pool, ADD_UP, [id, through]);
  }
  await look(pool, found, OF_REPORTS_SINCE, [since, through]);
  await look(pool, found, OF_PAYMENTS, [null]);
  await keepSums(pool);
  return [...found.values()];
}

/** The last move in the kept sums; without a note of it there are none. */
const SUMS_NOTE = 'ledger_sums';
const throughRow = z.object({ through: int8 });
const THROUGH_IN_NOTE = "coalesce((service_notes.details ->> 'through')::bigint, 0) AS through";

/** No transaction of ours lasts so long: what is older is there, or never will be. Basis: judgement; a statement has 30 seconds. */
const SETTLED = "interval '1 hour'";

/** Adds to the kept sums all moves that nothing can come before any more. */
async function keepSums(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    // One at a time: the note is held until all is added.
    const { through: from } = await onlyRow(
      client,
      throughRow,
      `INSERT INTO service_notes (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING ${THROUGH_IN_NOTE}`,
      [SUMS_NOTE],
    );
    const last = await firstRow(
      client,
      throughRow,
      `SELECT id AS through FROM quota_ledger WHERE id > $1 AND created_at < now() - ${SETTLED} ORDER BY id DESC LIMIT 1`,
      [from],
    );
    if (last === null) return;
    if (from === 0) await execute(client, 'DELETE FROM ledger_sums');
    await execute(client, ADD_MOVES, [from, last.through]);
    await noteOfService(client, SUMS_NOTE, last);
  });
}

/** Adds the moves after `$1` up to `$2`. Their accounts are held, so that none is deleted meanwhile; one that was is left out. */
const ADD_MOVES = `
    INSERT INTO ledger_sums (user_id, moved)
    SELECT u.id, l.moved
      FROM (SELECT user_id, sum(amount) AS moved FROM quota_ledger WHERE id > $1 AND id <= $2 GROUP BY user_id) l
        JOIN users u ON u.id = l.user_id FOR KEY SHARE OF u
    ON CONFLICT (user_id) DO UPDATE SET moved = ledger_sums.moved + excluded.moved`;

/** The sum of account `$1` up to move `$2`, anew. */
const ADD_UP = `
    INSERT INTO ledger_sums (user_id, moved)
    SELECT u.id, (SELECT coalesce(sum(amount), 0) FROM quota_ledger WHERE user_id = u.id AND id <= $2)
      FROM users u WHERE u.id = $1 FOR KEY SHARE OF u
    ON CONFLICT (user_id) DO UPDATE SET moved = excluded.moved`;

/** Accounts whose balance is not the sum kept and the moves after `$1`, which is the last in it. */
const BALANCES_SINCE = `
    SELECT u.id FROM users u LEFT JOIN ledger_sums s ON s.user_id = u.id
      LEFT JOIN (SELECT user_id, sum(amount) AS moved FROM quota_ledger WHERE id > $1 GROUP BY user_id) l ON l.user_id = u.id
     WHERE u.available_reports <> coalesce(s.moved, 0) + coalesce(l.moved, 0) LIMIT $2`;

/** What the ledger must say of each report of a set. */
const reportRules = (reports: string): string => `
    SELECT broken.rule, r.id::text AS subject, broken.detail
      FROM (${reports}) r
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
     WHERE broken.is_so`;
const REPORT = 'SELECT id, status, finished_at FROM reports WHERE';

/** Of users' reports that run, ended since `$1`, or that a move after `$2` is about. */
const OF_REPORTS_SINCE = reportRules(`
    ${REPORT} finished_at IS NULL AND user_id IS NOT NULL
    UNION ${REPORT} finished_at >= $1::timestamptz - ${SETTLED} AND user_id IS NOT NULL
    UNION ${REPORT} id IN (SELECT report_id FROM quota_ledger WHERE id > $2) AND user_id IS NOT NULL`);

/**
 * Of the accounts of `$1`. What belongs to one account or report is added up for each by itself, along an index: of many at once
 * the database would read the whole ledger, for every statement anew.
 */
const OF_ACCOUNTS = `
    SELECT 'balance equals the sum of moves' AS rule, u.id::text AS subject,
           format('balance %s, ledger %s', u.available_reports, l.moved) AS detail
      FROM users u CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS moved FROM quota_ledger WHERE user_id = u.id) l
     WHERE u.id = ANY ($1::uuid[]) AND u.available_reports <> l.moved
    UNION ALL ${reportRules(`${REPORT} user_id = ANY ($1)`)}`;

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
