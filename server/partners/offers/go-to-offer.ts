import type pg from 'pg';
import { leadsToSite } from '../../../contract/partners/partner-site.ts';
import { addressKey } from '../../accounts/limits.ts';
import { countCall } from '../../db/accounts/rate-limits.ts';
import { inTransaction } from '../../db/client.ts';
import { enterLead, holdPartner } from '../../db/partners/commission.ts';
import { findReportOwner, hasManyLeads, insertLead, type Lead } from '../../db/partners/leads.ts';
import { findOfferGoal } from '../../db/partners/offers.ts';
import { findNamedNumbers } from '../../db/partners/stock.ts';
import { normaliseNumber } from '../../parts-catalogues/merge/number-format.ts';
import { newLeadId } from '../lead-id.ts';

/** Clicks of one address a minute that count: more are no buyer's. Judgement. */
const COUNTED_A_MINUTE = 30;

export type OfferTools = { pool: pg.Pool; now(): Date };
export type OfferClick = { offerId: number; reportId: string | undefined; address: string };

/** The offer, if its link leads to the website that is approved now; `null` if not, and where the offer is gone. */
async function findOwnGoal(pool: pg.Pool, offerId: number) {
  const goal = await findOfferGoal(pool, offerId);
  return goal !== null && leadsToSite(goal.link, goal.approved_website) ? goal : null;
}

/** Where an offer leads, without a click: asked ahead, or by a machine. Null where it is gone. */
export const offerAddress = async ({ pool }: OfferTools, offerId: number): Promise<string | null> =>
  (await findOwnGoal(pool, offerId))?.link ?? null;

/**
 * Where a click on an offer leads, with the lead's id as `ref`; null where the offer is gone. A click is a lead where its report
 * names the offer's number: one for each part of a report, none for a partner's own report, and none beyond what a buyer clicks.
 * A partner that pays for leads owes for it in the same transaction.
 */
export async function goToOffer(tools: OfferTools, click: OfferClick): Promise<string | null> {
  const { pool } = tools;
  const goal = await findOwnGoal(pool, click.offerId);
  if (goal === null) return null;
  const { reportId } = click;
  if (reportId === undefined) return goal.link;
  const owner = await findReportOwner(pool, reportId);
  if (owner === null || !(await isNamed(pool, reportId, goal.number_norm))) return goal.link;
  const now = tools.now();
  const lead: Lead = {
    id: newLeadId(),
    partnerId: goal.partner_id,
    network: null,
    kind: 'click',
    reportId,
    make: goal.make,
    part: goal.number_norm,
    counts:
      goal.user_id === owner ? 'own' : (await isFlood(tools, owner, click.address, now)) ? 'flood' : 'yes',
    at: now,
  };
  await inTransaction(pool, async (client) => {
    await holdPartner(client, goal.partner_id);
    if (!(await insertLead(client, lead))) {
      await insertLead(client, { ...lead, counts: 'repeat' });
      return;
    }
    if (lead.counts === 'yes') await enterLead(client, { partnerId: goal.partner_id, leadId: lead.id, now });
  });
  const address = new URL(goal.link);
  address.searchParams.set('ref', lead.id);
  return address.href;
}

async function isNamed(pool: pg.Pool, reportId: string, number: string): Promise<boolean> {
  const named = await findNamedNumbers(pool, reportId);
  return named?.numbers.some((one) => normaliseNumber(one, named.make) === number) ?? false;
}

async function isFlood({ pool }: OfferTools, owner: string, address: string, now: Date): Promise<boolean> {
  const { count } = await countCall(pool, `offer:${addressKey(address)}`, 60);
  if (count > COUNTED_A_MINUTE) return true;
  return await hasManyLeads(pool, owner, now);
}
