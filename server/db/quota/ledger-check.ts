import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, rows } from '../rows.ts';

const ledgerFaultSchema = z.object({ rule: z.string(), subject: z.string(), detail: z.string() });
/** One broken promise of the ledger. */
export type LedgerFault = z.infer<typeof ledgerFaultSchema>;

/** Accounts of one statement, and faults that are told at most: what the check holds in memory has an end. */
const CHECKED_AT_ONCE = 500;
const MOST_FAULTS = 1_000;

const idRow = z.object({ id: z.string() });

/** Faults, each once. */
type Found = Map<string, LedgerFault>;

/** Checks by one statement what its first parameter names. */
async function look(client: Queryable, found: Found, statement: string, value: unknown): Promise<void> {
  const room = MOST_FAULTS - found.size;
  if (room <= 0) return;
  for (const fault of await rows(client, ledgerFaultSchema, `${statement} LIMIT $2`, [value, room]))
    found.set(`${fault.rule} ${fault.subject}`, fault);
}

/** Visits all accounts, some at once, until there is no room for more faults. */
async function eachAccounts(
  client: Queryable,
  found: Found,
  visit: (userIds: string[]) => Promise<void>,
): Promise<void> {
  for (let last = NOBODY; found.size < MOST_FAULTS; ) {
    const users = await rows(client, idRow, 'SELECT id FROM users WHERE id > $1 ORDER BY id LIMIT $2', [
      last,
      CHECKED_AT_ONCE,
    ]);
    const end = users.at(-1);
    if (end === undefined) break;
    await visit(users.map(({ id }) => id));
    last = end.id;
  }
}
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Checks every invariant of the ledger, of one account or of all; an empty list is a sound ledger. Reads all there is, some
 * accounts a statement, each as of a moment of its own: nobody who writes waits, and no row of a moment ago is held back from
 * being vacuumed for the whole of it. Tells MOST_FAULTS at most.
 */
export async function verifyLedger(client: Queryable, userId?: string): Promise<LedgerFault[]> {
  const found: Found = new Map();
  if (userId !== undefined) {
    await look(client, found, OF_ACCOUNTS, [userId]);
    await look(client, found, OF_PAYMENTS_OF, userId);
  } else {
    await eachAccounts(client, found, (userIds) => look(client, found, OF_ACCOUNTS, userIds));
    await look(client, found, OF_PAYMENTS, null);
  }
  return [...found.values()];
}

/**
 * Checks what came since a check that found all sound, at the cost of what came: every balance against its sum so far, which is
 * kept, and the moves since; reports that run or ended since; all payments. An account that seems broken is checked whole before
 * anything is said of it. What was changed in old rows alone only `verifyLedger` finds.
 */
export async function verifyLedgerSince(client: Queryable, since: Date): Promise<LedgerFault[]> {
  const found: Found = new Map();
  await eachAccounts(client, found, async (userIds) => {
    const suspects = await rows(client, idRow, BALANCES_SINCE, [userIds]);
    for (const { id } of suspects) {
      await execute(client, 'DELETE FROM ledger_sums WHERE user_id = $1', [id]);
      await look(client, found, OF_ACCOUNTS, [id]);
    }
    const apart = new Set(suspects.map(({ id }) => id));
    await execute(client, KEEP_SUMS, [userIds.filter((id) => !apart.has(id))]);
  });
  await look(client, found, OF_REPORTS_SINCE, since);
  await look(client, found, OF_PAYMENTS, null);
  return [...found.values()];
}

/** No transaction of ours lasts so long: what is older is there, or never will be. Basis: judgement; their limit is a minute. */
const SETTLED = "interval '1 hour'";

/** Of the accounts of `$1` those whose balance is not the sum kept and the moves since. */
const BALANCES_SINCE = `
    SELECT u.id FROM users u LEFT JOIN ledger_sums s ON s.user_id = u.id
      CROSS JOIN LATERAL (
        SELECT coalesce(sum(amount), 0) AS moved FROM quota_ledger WHERE user_id = u.id AND id > coalesce(s.through_id, 0)) l
     WHERE u.id = ANY ($1::uuid[]) AND u.available_reports <> coalesce(s.moved, 0) + l.moved`;

/**
 * Keeps the sum of all moves of the accounts of `$1` that nothing can be added to or come before any more. An account with such
 * moves is held, so that it is not deleted meanwhile, or is left out where it was.
 */
const KEEP_SUMS = `
    INSERT INTO ledger_sums (user_id, through_id, moved)
    SELECT u.id, t.id, coalesce(s.moved, 0) + l.moved
      FROM users u LEFT JOIN ledger_sums s ON s.user_id = u.id
        CROSS JOIN LATERAL (
          SELECT id FROM quota_ledger WHERE user_id = u.id AND id > coalesce(s.through_id, 0)
             AND created_at < now() - ${SETTLED} ORDER BY id DESC LIMIT 1) t
        CROSS JOIN LATERAL (
          SELECT sum(amount) AS moved FROM quota_ledger
           WHERE user_id = u.id AND id > coalesce(s.through_id, 0) AND id <= t.id) l
     WHERE u.id = ANY ($1::uuid[]) FOR KEY SHARE OF u
    ON CONFLICT (user_id) DO UPDATE SET through_id = excluded.through_id, moved = excluded.moved
     WHERE ledger_sums.through_id < excluded.through_id`;

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

/** Of users' reports that run, or ended since `$1`. */
const OF_REPORTS_SINCE = reportRules(`
    ${REPORT} finished_at IS NULL AND user_id IS NOT NULL
    UNION ALL ${REPORT} finished_at >= $1::timestamptz - ${SETTLED} AND user_id IS NOT NULL`);

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
