import { z } from 'zod';
import { shareOf } from '../../../contract/partners/commission-share.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, int8, onlyRow } from '../rows.ts';

/**
 * What partners owe, in integer US cents, entry by entry. Each entry and the balance move in one transaction, which holds the
 * partner's row: call these inside one.
 */

const partnerRow = z.object({
  commission_model: z.enum(['per_sale', 'per_lead']).nullable(),
  rate_basis_points: z.int().nullable(),
  lead_cents: int8.nullable(),
  /** First day of the month that a new entry stands in: of this moment, but after the last month that was issued. */
  period: z.string(),
});

/**
 * Holds the partner's row. Whoever also writes rows that refer to the partner holds it first: two that each had written one would
 * wait for each other.
 */
export const holdPartner = (client: Queryable, partnerId: string): Promise<number> =>
  execute(client, 'SELECT FROM partners WHERE id = $1 FOR UPDATE', [partnerId]);

async function lockPartner(client: Queryable, partnerId: string, now: Date) {
  await holdPartner(client, partnerId);
  return await onlyRow(
    client,
    partnerRow,
    `SELECT commission_model, rate_basis_points, lead_cents,
            greatest(date_trunc('month', $2::timestamptz AT TIME ZONE 'utc'),
                     (SELECT max(period) + interval '1 month' FROM partner_statements WHERE partner_id = $1))::date::text AS period
       FROM partners WHERE id = $1`,
    [partnerId, now],
  );
}

type Entry = {
  partnerId: string;
  kind: 'lead' | 'sale' | 'return' | 'correction' | 'payment';
  leadId?: string | null;
  voucher?: string | null;
  orderHash?: string;
  returnHash?: string;
  correctsId?: number;
  orderedAt?: Date;
  netCents?: number;
  basisPoints?: number | null;
  commissionCents: number;
  source: EntrySource;
  note?: string;
  toldHash?: string;
  period: string;
};
/** Who told of it: the partner's system, its own list, an operator, or ourselves. */
export type EntrySource = 'postback' | 'statement' | 'operator' | 'service';

const idRow = z.object({ id: int8 });

/** Null where the same is entered already. */
async function enter(client: Queryable, entry: Entry): Promise<number | null> {
  const made = await firstRow(
    client,
    idRow,
    `INSERT INTO commission_ledger (partner_id, kind, lead_id, voucher, order_hash, return_hash, corrects_id, ordered_at, net_cents,
                                    rate_basis_points, commission_cents, source, note, told_hash, period)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING RETURNING id`,
    [
      entry.partnerId,
      entry.kind,
      entry.leadId ?? null,
      entry.voucher ?? null,
      entry.orderHash ?? null,
      entry.returnHash ?? null,
      entry.correctsId ?? null,
      entry.orderedAt ?? null,
      entry.netCents ?? 0,
      entry.basisPoints ?? null,
      entry.commissionCents,
      entry.source,
      entry.note ?? '',
      entry.toldHash ?? null,
      entry.period,
    ],
  );
  if (made === null) return null;
  await execute(client, 'UPDATE partners SET balance_cents = balance_cents + $2 WHERE id = $1', [
    entry.partnerId,
    entry.commissionCents,
  ]);
  return made.id;
}

/** A lead that counts: a partner that pays for leads owes for it, once; others owe nothing yet. */
export async function enterLead(
  client: Queryable,
  lead: { partnerId: string; leadId: string; now: Date },
): Promise<void> {
  const partner = await lockPartner(client, lead.partnerId, lead.now);
  if (partner.commission_model !== 'per_lead' || partner.lead_cents === null) return;
  await enter(client, {
    ...lead,
    kind: 'lead',
    commissionCents: partner.lead_cents,
    source: 'service',
    period: partner.period,
  });
}

export type Sale = {
  partnerId: string;
  /** What it is attributed to: one of both. */
  leadId: string | null;
  voucher: string | null;
  orderHash: string;
  orderedAt: Date;
  netCents: number;
  source: EntrySource;
  /** Of all that was told: the same order told otherwise `differs`. */
  toldHash: string;
  now: Date;
};
const toldRow = z.object({ id: int8, told_hash: z.string().nullable() });
const asTold = (told: string | null | undefined, now: string): 'known' | 'differs' =>
  told === now ? 'known' : 'differs';

/** A sale of an order, once, at the partner's rate of now. */
export async function enterSale(client: Queryable, sale: Sale): Promise<'entered' | 'known' | 'differs'> {
  const partner = await lockPartner(client, sale.partnerId, sale.now);
  const basisPoints = partner.rate_basis_points;
  const made = await enter(client, {
    ...sale,
    kind: 'sale',
    basisPoints,
    commissionCents: basisPoints === null ? 0 : shareOf(sale.netCents, basisPoints),
    period: partner.period,
  });
  if (made !== null) return 'entered';
  return asTold((await findSale(client, sale.partnerId, sale.orderHash))?.told_hash, sale.toldHash);
}

const saleRow = z.object({
  id: int8,
  net_cents: int8,
  rate_basis_points: z.int().nullable(),
  told_hash: z.string().nullable(),
  /** What is left of it after its returns, and of its commission after returns and corrections. */
  net_left: int8,
  commission_left: int8,
  /** Of its commission, corrections alone. */
  corrected: int8,
});

const findSale = (client: Queryable, partnerId: string, orderHash: string) =>
  firstRow(
    client,
    saleRow,
    `SELECT s.id, s.net_cents, s.rate_basis_points, s.told_hash,
            (s.net_cents + coalesce(sum(e.net_cents), 0))::bigint AS net_left,
            (s.commission_cents + coalesce(sum(e.commission_cents), 0))::bigint AS commission_left,
            coalesce(sum(e.commission_cents) FILTER (WHERE e.kind = 'correction'), 0)::bigint AS corrected
       FROM commission_ledger s LEFT JOIN commission_ledger e ON e.corrects_id = s.id
      WHERE s.partner_id = $1 AND s.order_hash = $2 AND s.kind = 'sale' GROUP BY s.id`,
    [partnerId, orderHash],
  );

export type Return = {
  partnerId: string;
  orderHash: string;
  returnHash: string;
  /** What went back, positive. */
  netCents: number;
  source: EntrySource;
  toldHash: string;
  now: Date;
};

/**
 * What of a sale went back, an entry of its own. The commission that is left is the share of what is left of the sale, so that a
 * sale that went back whole, in however many parts, owes nothing but what was corrected.
 */
export async function enterReturn(
  client: Queryable,
  given: Return,
): Promise<'entered' | 'known' | 'differs' | 'no_sale' | 'too_much'> {
  const partner = await lockPartner(client, given.partnerId, given.now);
  const told = await firstRow(
    client,
    toldRow,
    `SELECT id, told_hash FROM commission_ledger WHERE partner_id = $1 AND order_hash = $2 AND return_hash = $3 AND kind = 'return'`,
    [given.partnerId, given.orderHash, given.returnHash],
  );
  if (told !== null) return asTold(told.told_hash, given.toldHash);
  const sale = await findSale(client, given.partnerId, given.orderHash);
  if (sale === null) return 'no_sale';
  const left = sale.net_left - given.netCents;
  if (left < 0) return 'too_much';
  const basisPoints = sale.rate_basis_points;
  const due = basisPoints === null ? 0 : shareOf(left, basisPoints);
  // A correction may have lowered it already: a return never makes us owe for a sale.
  const commissionLeft = Math.max(0, due + sale.corrected);
  await enter(client, {
    ...given,
    kind: 'return',
    correctsId: sale.id,
    netCents: -given.netCents,
    basisPoints,
    commissionCents: commissionLeft - sale.commission_left,
    period: partner.period,
  });
  return 'entered';
}

const entryRow = z.object({ id: int8, partner_id: z.string(), kind: z.string(), left: int8 });

/**
 * Corrects what an entry of a lead or a sale comes to by `commissionCents`, in an entry of its own; null where there is no such
 * entry, `too_much` where less than nothing would be left of it.
 */
export async function enterCorrection(
  client: Queryable,
  correction: { entryId: number; commissionCents: number; note: string; now: Date },
): Promise<number | 'too_much' | null> {
  const entry = await firstRow(
    client,
    entryRow.pick({ id: true, partner_id: true }),
    `SELECT id, partner_id FROM commission_ledger WHERE id = $1 AND kind IN ('lead', 'sale')`,
    [correction.entryId],
  );
  if (entry === null) return null;
  const partner = await lockPartner(client, entry.partner_id, correction.now);
  const { left } = await onlyRow(
    client,
    entryRow.pick({ left: true }),
    'SELECT sum(commission_cents)::bigint AS left FROM commission_ledger WHERE id = $1 OR corrects_id = $1',
    [correction.entryId],
  );
  if (left + correction.commissionCents < 0) return 'too_much';
  return await enter(client, {
    partnerId: entry.partner_id,
    kind: 'correction',
    correctsId: entry.id,
    commissionCents: correction.commissionCents,
    source: 'operator',
    note: correction.note,
    period: partner.period,
  });
}

/** What a month brought, as its statement counts it. */
export const statementCountsSchema = z.object({
  leads: z.int(),
  quotes: z.int(),
  accepted: z.int(),
  confirmed: z.int(),
  returns: z.int(),
  /** US cents. */
  commission_cents: z.int(),
  corrections_cents: z.int(),
});
export type StatementCounts = z.infer<typeof statementCountsSchema>;

const madeStatement = z.object({ id: z.string() });

/**
 * Issues the statement of a month that is over (`period`: its first day), once; null where it is issued already. No entry joins an
 * issued month: those that come later stand in the next.
 */
export async function issueStatement(
  client: Queryable,
  partnerId: string,
  period: string,
): Promise<string | null> {
  await holdPartner(client, partnerId);
  const counts = await countPeriod(client, partnerId, period);
  const made = await firstRow(
    client,
    madeStatement,
    `INSERT INTO partner_statements (partner_id, period, counts, commission_cents)
     SELECT $1, $2::date, $3, coalesce(sum(commission_cents), 0) FROM commission_ledger
      WHERE partner_id = $1 AND period = $2::date AND kind <> 'payment'
     ON CONFLICT DO NOTHING RETURNING id`,
    [partnerId, period, counts],
  );
  return made?.id ?? null;
}

/** What a month brought a partner so far. */
export async function countPeriod(
  client: Queryable,
  partnerId: string,
  period: string,
): Promise<StatementCounts> {
  return await onlyRow(
    client,
    statementCountsSchema.extend({ commission_cents: int8, corrections_cents: int8 }),
    `WITH month AS (SELECT $2::date AS first, ($2::date + interval '1 month')::date AS next),
     leads AS (SELECT l.* FROM partner_leads l, month WHERE partner_id = $1 AND counts = 'yes'
                  AND at >= first::timestamp AT TIME ZONE 'utc' AND at < next::timestamp AT TIME ZONE 'utc'),
     entries AS (SELECT * FROM commission_ledger WHERE partner_id = $1 AND period = $2::date AND kind <> 'payment')
     SELECT (SELECT count(*)::int FROM leads) AS leads,
            (SELECT count(*)::int FROM leads WHERE kind = 'quote') AS quotes,
            (SELECT count(*)::int FROM partner_quotes q, month WHERE q.partner_id = $1
                AND accepted_at >= first::timestamp AT TIME ZONE 'utc' AND accepted_at < next::timestamp AT TIME ZONE 'utc') AS accepted,
            (SELECT count(*)::int FROM entries WHERE kind = 'sale') AS confirmed,
            (SELECT count(*)::int FROM entries WHERE kind = 'return') AS returns,
            (SELECT coalesce(sum(commission_cents), 0)::bigint FROM entries) AS commission_cents,
            (SELECT coalesce(sum(commission_cents), 0)::bigint FROM entries WHERE kind IN ('return', 'correction')) AS corrections_cents`,
    [partnerId, period],
  );
}

const statementRow = z.object({
  partner_id: z.string(),
  commission_cents: int8,
  period: z.string(),
  paid: z.boolean(),
});

/** Marks a statement as paid, with the entry of its payment, once; `known` where it was, null where there is none. */
export async function payStatement(
  client: Queryable,
  statementId: string,
  payment: { note: string; now: Date },
): Promise<'paid' | 'known' | null> {
  const find = () =>
    firstRow(
      client,
      statementRow,
      `SELECT partner_id, commission_cents, period::text AS period, paid_at IS NOT NULL AS paid FROM partner_statements WHERE id = $1`,
      [statementId],
    );
  const found = await find();
  if (found === null) return null;
  const partner = await lockPartner(client, found.partner_id, payment.now);
  // As it is now that nobody else pays it.
  if ((await find())?.paid !== false) return 'known';
  const entry = await enter(client, {
    partnerId: found.partner_id,
    kind: 'payment',
    commissionCents: -found.commission_cents,
    source: 'operator',
    note: payment.note,
    period: partner.period,
  });
  await execute(client, 'UPDATE partner_statements SET paid_at = $3, payment_id = $2 WHERE id = $1', [
    statementId,
    entry,
    payment.now,
  ]);
  return 'paid';
}
