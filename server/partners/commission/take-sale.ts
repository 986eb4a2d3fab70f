import { createHash } from 'node:crypto';
import type pg from 'pg';
import { ATTRIBUTION_DAYS } from '../../../contract/partners/partner-terms.ts';
import type { SaleRefusal, ToldSale } from '../../../contract/partners/sale.ts';
import { centsFromDollars } from '../../../contract/schemas/money.ts';
import { inTransaction } from '../../db/client.ts';
import { type EntrySource, enterReturn, enterSale } from '../../db/partners/commission.ts';
import { findSaleLead } from '../../db/partners/sale-leads.ts';

const DAY_MS = 86_400_000;
/** A partner's clock and ours may differ by so much. Judgement. */
const CLOCKS_MS = 10 * 60_000;

type Outcome = Awaited<ReturnType<typeof enterReturn>>;
type Refused = Exclude<Outcome, 'entered' | 'known'>;
const REFUSED = {
  differs: 'told_otherwise',
  no_sale: 'unknown_order',
  too_much: 'more_than_sold',
} as const satisfies Record<Refused, SaleRefusal>;
const asTold = (outcome: Outcome): 'entered' | 'known' | SaleRefusal =>
  outcome === 'entered' || outcome === 'known' ? outcome : REFUSED[outcome];

/** How a sale of this day is told where only the day is, as a list may: `2026-11-26T23:59:59Z`. */
export const endOfDay = (day: Date): string => `${day.toISOString().slice(0, 10)}T23:59:59Z`;

const fingerprint = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** What was told, however it was written. */
const toldHashOf = ({ click_id, voucher, net, state, at }: ToldSale): string =>
  fingerprint(
    click_id ?? '',
    voucher ?? '',
    String(centsFromDollars(net)),
    state,
    new Date(at).toISOString(),
  );

/**
 * Enters a sale or a return that a partner tells of, once, however often it is told: what a lead of that partner brought within
 * `ATTRIBUTION_DAYS`. Answers why where it brings no entry.
 */
export async function takeSale(
  { pool, now }: { pool: pg.Pool; now(): Date },
  partnerId: string,
  told: ToldSale,
  source: EntrySource,
): Promise<'entered' | 'known' | SaleRefusal> {
  const entry = {
    partnerId,
    orderHash: fingerprint(partnerId, told.order_id),
    netCents: centsFromDollars(told.net),
    source,
    toldHash: toldHashOf(told),
    now: now(),
  };
  return await inTransaction(pool, async (client) => {
    if (told.state === 'returned') {
      const returnHash = fingerprint(partnerId, told.order_id, told.return_id ?? '');
      return asTold(await enterReturn(client, { ...entry, returnHash }));
    }
    const by = { leadId: told.click_id ?? null, voucher: told.voucher ?? null };
    const lead = await findSaleLead(client, partnerId, by);
    if (lead === null) return 'unknown_lead';
    if (lead.counts === 'own' || lead.counts === 'flood') return 'lead_does_not_count';
    const orderedAt = new Date(told.at);
    const after = orderedAt.getTime() - lead.at.getTime();
    if (after < -CLOCKS_MS || after > ATTRIBUTION_DAYS * DAY_MS) return 'not_in_time';
    if (orderedAt.getTime() > entry.now.getTime() + CLOCKS_MS && told.at !== endOfDay(entry.now))
      return 'not_in_time';
    return asTold(await enterSale(client, { ...entry, ...by, leadId: lead.id, orderedAt }));
  });
}
