import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { firstRow, onlyRow } from '../rows.ts';

const ownerRow = z.object({ user_id: z.string() });

/** Whose report it is; null where there is none. */
export const findReportOwner = async (client: Queryable, reportId: string): Promise<string | null> =>
  (await firstRow(client, ownerRow, 'SELECT user_id FROM reports WHERE id = $1', [reportId]))?.user_id ??
  null;

const countRow = z.object({ leads: z.int() });

/** Leads that count and came from one account's reports since then. */
export const countLeadsOf = async (client: Queryable, userId: string, since: Date): Promise<number> =>
  (
    await onlyRow(
      client,
      countRow,
      `SELECT count(*)::int AS leads FROM partner_leads l JOIN reports r ON r.id = l.report_id
        WHERE r.user_id = $1 AND l.at >= $2 AND l.counts = 'yes'`,
      [userId, since],
    )
  ).leads;

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
const leadRow = z.object({ id: z.string() });

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
