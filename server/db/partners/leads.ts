import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, firstRow, onlyRow } from '../rows.ts';

const leadRow = z.object({ id: z.string() });
const ownerRow = z.object({ user_id: z.string() });

/** Whose report it is; null where there is none. */
export const findReportOwner = async (client: Queryable, reportId: string): Promise<string | null> =>
  (await firstRow(client, ownerRow, 'SELECT user_id FROM reports WHERE id = $1', [reportId]))?.user_id ??
  null;

const countRow = z.object({ leads: z.int() });

/** Leads of one account's reports a day that count: more are no buyer's. Judgement. */
const COUNTED_A_DAY = 200;

/** Whether so many leads came from an account's reports in the last day that no more of them count. */
export const hasManyLeads = async (client: Queryable, userId: string, now: Date): Promise<boolean> =>
  (
    await onlyRow(
      client,
      countRow,
      `SELECT count(*)::int AS leads FROM partner_leads l JOIN reports r ON r.id = l.report_id
        WHERE r.user_id = $1 AND l.at >= $2::timestamptz - interval '1 day' AND l.counts = 'yes'`,
      [userId, now],
    )
  ).leads >= COUNTED_A_DAY;

/** Whether this partner was asked for a quote for this report before, by a request that counts. */
export const wasAskedForQuote = async (
  client: Queryable,
  partnerId: string,
  reportId: string,
): Promise<boolean> =>
  (await firstRow(
    client,
    leadRow,
    `SELECT id FROM partner_leads WHERE partner_id = $1 AND report_id = $2 AND kind = 'quote' AND counts = 'yes' LIMIT 1`,
    [partnerId, reportId],
  )) !== null;

/** Names what the buyer gives at the partner with an accepted quote. */
export const setVoucher = (client: Queryable, leadId: string, voucher: string): Promise<number> =>
  execute(client, 'UPDATE partner_leads SET voucher = $2 WHERE id = $1', [leadId, voucher]);

export type Lead = {
  id: string;
  partnerId: string | null;
  network: string | null;
  kind: 'click' | 'quote';
  reportId: string;
  make: string;
  part: string | null;
  counts: 'yes' | 'own' | 'flood' | 'repeat';
  at: Date;
};

/** Keeps a lead; false where one that counts is kept of the same partner, report and part. */
export const insertLead = async (client: Queryable, lead: Lead): Promise<boolean> =>
  (await firstRow(
    client,
    leadRow,
    `INSERT INTO partner_leads (id, partner_id, network, kind, report_id, make, part, counts, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (partner_id, report_id, part) WHERE counts = 'yes' AND kind = 'click' AND report_id IS NOT NULL DO NOTHING
     RETURNING id`,
    [
      lead.id,
      lead.partnerId,
      lead.network,
      lead.kind,
      lead.reportId,
      lead.make,
      lead.part,
      lead.counts,
      lead.at,
    ],
  )) !== null;
