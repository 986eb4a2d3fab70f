import { z } from 'zod';
import type { CommissionEntry, PartnerStatement } from '../../../contract/partners/commission.ts';
import { dollarsFromCents } from '../../../contract/schemas/money.ts';
import type { Queryable } from '../client.ts';
import { firstRow, int8, rows } from '../rows.ts';
import { countPeriod, type StatementCounts, statementCountsSchema } from './commission.ts';

/** `YYYY-MM` of the first day of a month, and back. */
const monthOf = (day: string): string => day.slice(0, 7);
export const firstDay = (period: string): string => `${period}-01`;

const statementRow = z.object({
  id: z.string(),
  period: z.string(),
  counts: statementCountsSchema,
  issued_at: z.date(),
  paid_at: z.date().nullable(),
});

const counted = ({ commission_cents, corrections_cents, ...counts }: StatementCounts) => ({
  ...counts,
  commission: dollarsFromCents(commission_cents),
  corrections: dollarsFromCents(corrections_cents),
});

const issued = ({
  id,
  period,
  counts,
  issued_at,
  paid_at,
}: z.infer<typeof statementRow>): PartnerStatement => ({
  period: monthOf(period),
  state: paid_at === null ? 'issued' : 'paid',
  statement_id: id,
  ...counted(counts),
  issued_at: issued_at.toISOString(),
  paid_at: paid_at?.toISOString() ?? null,
});

const COLUMNS = 'id, period::text AS period, counts, issued_at, paid_at';

/** The issued statements of a partner, the newest first. */
export async function listStatements(client: Queryable, partnerId: string): Promise<PartnerStatement[]> {
  const found = await rows(
    client,
    statementRow,
    `SELECT ${COLUMNS} FROM partner_statements WHERE partner_id = $1 ORDER BY period DESC LIMIT 120`,
    [partnerId],
  );
  return found.map(issued);
}

/** A month of a partner: its statement, or what it has brought so far. `period`: `YYYY-MM`. */
export async function readMonth(
  client: Queryable,
  partnerId: string,
  period: string,
): Promise<PartnerStatement> {
  const found = await firstRow(
    client,
    statementRow,
    `SELECT ${COLUMNS} FROM partner_statements WHERE partner_id = $1 AND period = $2::date`,
    [partnerId, firstDay(period)],
  );
  if (found !== null) return issued(found);
  return {
    period,
    state: 'open',
    statement_id: null,
    ...counted(await countPeriod(client, partnerId, firstDay(period))),
    issued_at: null,
    paid_at: null,
  };
}

const entryRow = z.object({
  id: int8,
  kind: z.enum(['lead', 'sale', 'return', 'correction', 'payment']),
  lead_id: z.string().nullable(),
  voucher: z.string().nullable(),
  order_hash: z.string().nullable(),
  ordered_at: z.date().nullable(),
  net_cents: int8,
  rate_basis_points: z.int().nullable(),
  commission_cents: int8,
  source: z.enum(['postback', 'statement', 'operator', 'service']),
  corrects_id: int8.nullable(),
  note: z.string(),
  created_at: z.date(),
  issued: z.boolean(),
  paid: z.boolean(),
  /** Nothing is left of what was owed by it. */
  reversed: z.boolean(),
});

/** Of an order number's fingerprint, enough to tell orders apart. */
const ORDER_LETTERS = 12;

const entryOf = (row: z.infer<typeof entryRow>): CommissionEntry => ({
  entry_id: row.id,
  kind: row.kind,
  lead_id: row.lead_id,
  voucher: row.voucher,
  order: row.order_hash?.slice(0, ORDER_LETTERS) ?? null,
  ordered_at: row.ordered_at?.toISOString() ?? null,
  net: dollarsFromCents(row.net_cents),
  rate_percent: row.rate_basis_points === null ? null : row.rate_basis_points / 100,
  commission: dollarsFromCents(row.commission_cents),
  state: row.reversed ? 'reversed' : row.paid ? 'paid' : row.issued ? 'approved' : 'pending',
  source: row.source,
  correction_of: row.corrects_id,
  note: row.note,
  entered_at: row.created_at.toISOString(),
  currency: 'USD',
});

const ENTRIES = `SELECT l.id, l.kind, l.lead_id, l.voucher, l.order_hash, l.ordered_at, l.net_cents, l.rate_basis_points, l.commission_cents,
    l.source, l.corrects_id, l.note, l.created_at, t.id IS NOT NULL AS issued, t.paid_at IS NOT NULL AS paid,
    l.commission_cents > 0 AND l.kind IN ('lead', 'sale') AND l.commission_cents
      + coalesce((SELECT sum(e.commission_cents) FROM commission_ledger e WHERE e.corrects_id = l.id), 0) = 0 AS reversed
  FROM commission_ledger l LEFT JOIN partner_statements t ON t.partner_id = l.partner_id AND t.period = l.period`;

/** The entries of a partner's month, in the order they came. `period`: `YYYY-MM`. */
export async function listEntries(
  client: Queryable,
  partnerId: string,
  period: string,
): Promise<CommissionEntry[]> {
  const found = await rows(
    client,
    entryRow,
    `${ENTRIES} WHERE l.partner_id = $1 AND l.period = $2::date ORDER BY l.id`,
    [partnerId, firstDay(period)],
  );
  return found.map(entryOf);
}

const dueRow = z.object({ partner_id: z.string(), period: z.string() });

/**
 * Months that are over at `now` and have entries or counting leads but no statement, the oldest first: at most `most`. `period`: the
 * first day.
 */
export async function listDueMonths(
  client: Queryable,
  now: Date,
  most: number,
): Promise<z.infer<typeof dueRow>[]> {
  return await rows(
    client,
    dueRow,
    `SELECT partner_id, period::text AS period FROM (
       SELECT partner_id, period FROM commission_ledger
       UNION SELECT partner_id, date_trunc('month', at AT TIME ZONE 'utc')::date FROM partner_leads WHERE partner_id IS NOT NULL AND counts = 'yes') m
      WHERE period < date_trunc('month', $1::timestamptz AT TIME ZONE 'utc')::date
        AND NOT EXISTS (SELECT 1 FROM partner_statements t WHERE t.partner_id = m.partner_id AND t.period >= m.period)
      ORDER BY period, partner_id LIMIT $2`,
    [now, most],
  );
}
