import { z } from 'zod';
import { WHOLE } from '../../../contract/partners/commission-share.ts';
import type { Queryable } from '../client.ts';
import { onlyRow, rows } from '../rows.ts';

/** Rules of the ledger, as SQL of what breaks them: `s` a sale, `e` what goes back of it, `t` a statement, `l` an entry. */
const OTHER_SHARE = `commission_cents <> floor((net_cents * coalesce(rate_basis_points, 0) * 2 + ${WHOLE}) / (2 * ${WHOLE})::numeric)`;
const TOO_MUCH_BACK =
  's.net_cents + sum(e.net_cents) < 0 OR s.commission_cents + sum(e.commission_cents) < 0';
const OF_NONE = `e.kind IN ('return', 'correction')
  AND NOT EXISTS (SELECT 1 FROM commission_ledger s WHERE s.id = e.corrects_id AND s.partner_id = e.partner_id
                     AND (s.kind = 'sale' OR (s.kind = 'lead' AND e.kind = 'correction')))`;
const ON_STATEMENT = "l.partner_id = t.partner_id AND l.period = t.period AND l.kind <> 'payment'";
const PAYS_STATEMENT = "l.id = t.payment_id AND l.kind = 'payment' AND l.partner_id = t.partner_id";
const NOT_PAID =
  '(t.paid_at IS NOT NULL OR t.payment_id IS NOT NULL) AND (l.id IS NULL OR l.commission_cents <> -t.commission_cents)';
const PAYS_NONE =
  "l.kind = 'payment' AND NOT EXISTS (SELECT 1 FROM partner_statements t WHERE t.payment_id = l.id)";

const faultRow = z.object({ rule: z.string(), subject: z.string(), detail: z.string() });
/** One broken promise of the ledger. */
export type CommissionFault = z.infer<typeof faultRow>;

/** Checks every invariant of the commission ledger; an empty list is a sound ledger. */
export async function verifyCommission(client: Queryable): Promise<CommissionFault[]> {
  return await rows(
    client,
    faultRow,
    `
    SELECT 'balance equals the sum of entries' AS rule, p.id::text AS subject,
           format('balance %s, entries %s', p.balance_cents, coalesce(sum(l.commission_cents), 0)) AS detail
      FROM partners p LEFT JOIN commission_ledger l ON l.partner_id = p.id
      GROUP BY p.id HAVING p.balance_cents <> coalesce(sum(l.commission_cents), 0)
    UNION ALL
    SELECT 'a sale owes its share, half a cent up', l.id::text, format('net %s at %s, commission %s', net_cents, rate_basis_points, commission_cents)
      FROM commission_ledger l WHERE kind = 'sale' AND ${OTHER_SHARE}
    UNION ALL
    SELECT 'no more of a sale goes back than was sold, and nothing is owed for it by us', s.id::text,
           format('net left %s, commission left %s', s.net_cents + sum(e.net_cents), s.commission_cents + sum(e.commission_cents))
      FROM commission_ledger s JOIN commission_ledger e ON e.corrects_id = s.id
      GROUP BY s.id HAVING ${TOO_MUCH_BACK}
    UNION ALL
    SELECT 'a return and a correction are of an entry of the same partner', e.id::text, coalesce(e.corrects_id::text, 'none')
      FROM commission_ledger e WHERE ${OF_NONE}
    UNION ALL
    SELECT 'a statement comes to the sum of its entries', t.id::text, format('statement %s, entries %s', t.commission_cents, coalesce(sum(l.commission_cents), 0))
      FROM partner_statements t LEFT JOIN commission_ledger l ON ${ON_STATEMENT}
      GROUP BY t.id HAVING t.commission_cents <> coalesce(sum(l.commission_cents), 0)
    UNION ALL
    SELECT 'a paid statement has its payment', t.id::text, coalesce(l.commission_cents::text, 'no entry')
      FROM partner_statements t LEFT JOIN commission_ledger l ON ${PAYS_STATEMENT} WHERE ${NOT_PAID}
    UNION ALL
    SELECT 'a payment is of one statement', l.id::text, 'none'
      FROM commission_ledger l WHERE ${PAYS_NONE}`,
  );
}

const brokenRow = z.object({ broken: z.boolean() });

/**
 * Checks what came since a check that found all sound: of each partner the entries of months that were not issued then, every balance
 * against these and the sums of the statements before, and the statements that were issued or paid since. What seems broken is checked
 * whole before anything is said of it. What was changed in an issued month alone only `verifyCommission` finds.
 */
export async function verifyCommissionSince(client: Queryable, since: Date): Promise<CommissionFault[]> {
  const { broken } = await onlyRow(client, brokenRow, BROKEN_SINCE, [since]);
  return broken ? await verifyCommission(client) : [];
}

/** No transaction of ours lasts so long: what is later than so long before a moment was not seen then. Basis: judgement. */
const SETTLED = "interval '1 hour'";

const BROKEN_SINCE = `
    WITH stated AS MATERIALIZED (
      SELECT p.id, p.balance_cents, i.issued, coalesce(sum(t.commission_cents), 0) AS cents
        FROM partners p
        CROSS JOIN LATERAL (
          SELECT coalesce(max(period), '-infinity') AS issued FROM partner_statements
           WHERE partner_id = p.id AND issued_at <= $1::timestamptz - ${SETTLED}) i
        LEFT JOIN partner_statements t ON t.partner_id = p.id AND t.period <= i.issued
       GROUP BY p.id, i.issued),
    entries AS MATERIALIZED (
      -- Partner by partner, by the index of months; with an end, or the planner takes a third of the ledger to be later.
      SELECT l.* FROM stated s CROSS JOIN LATERAL (
        SELECT * FROM commission_ledger WHERE partner_id = s.id AND period > s.issued AND period < 'infinity' OFFSET 0) l),
    fresh AS MATERIALIZED (
      SELECT * FROM partner_statements WHERE greatest(issued_at, paid_at) > $1::timestamptz - ${SETTLED}),
    paid AS (
      SELECT s.id, sum(l.commission_cents) AS cents FROM stated s JOIN partner_statements t ON t.partner_id = s.id
        JOIN commission_ledger l ON l.id = t.payment_id AND l.period <= s.issued GROUP BY s.id),
    moved AS (SELECT partner_id, sum(commission_cents) AS cents FROM entries GROUP BY partner_id)
    SELECT EXISTS (
        SELECT FROM stated s LEFT JOIN paid ON paid.id = s.id LEFT JOIN moved m ON m.partner_id = s.id
         WHERE s.balance_cents <> s.cents + coalesce(paid.cents, 0) + coalesce(m.cents, 0))
      OR EXISTS (
        SELECT FROM entries WHERE kind = 'sale' AND ${OTHER_SHARE})
      OR EXISTS (
        SELECT FROM commission_ledger s JOIN commission_ledger e ON e.corrects_id = s.id
         WHERE s.id IN (SELECT corrects_id FROM entries) GROUP BY s.id HAVING ${TOO_MUCH_BACK})
      OR EXISTS (
        SELECT FROM entries e WHERE ${OF_NONE})
      OR EXISTS (
        SELECT FROM fresh t LEFT JOIN commission_ledger l ON ${ON_STATEMENT}
         GROUP BY t.id, t.commission_cents HAVING t.commission_cents <> coalesce(sum(l.commission_cents), 0))
      OR EXISTS (
        SELECT FROM fresh t LEFT JOIN commission_ledger l ON ${PAYS_STATEMENT} WHERE ${NOT_PAID})
      OR EXISTS (
        SELECT FROM entries l WHERE ${PAYS_NONE}) AS broken`;
