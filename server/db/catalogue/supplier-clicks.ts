import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, rows } from '../rows.ts';

/** Counts one click of today (UTC). `make` empty: not known. */
export async function countClick(client: Queryable, supplier: string, make: string): Promise<void> {
  await execute(
    client,
    `INSERT INTO supplier_clicks (supplier, day, make, clicks) VALUES ($1, (now() AT TIME ZONE 'utc')::date, $2, 1)
     ON CONFLICT (supplier, day, make) DO UPDATE SET clicks = supplier_clicks.clicks + 1`,
    [supplier, make],
  );
}

type LeadOf = { report: string; supplier: string; part: string };

const leadId = ({ report, supplier, part }: LeadOf): string =>
  createHash('sha256')
    .update(JSON.stringify([report, supplier, part]))
    .digest('hex')
    .slice(0, 24);

/**
 * Notes that a report's owner went to a supplier for a part; the same part of the same report counts once, an unknown report
 * never. What is kept names neither user nor report: the lead's id is a hash of what it stands for.
 */
export async function noteLead(
  client: Queryable,
  lead: { report: string; supplier: string; make: string; part: string },
): Promise<void> {
  await execute(
    client,
    `INSERT INTO supplier_leads (lead, supplier, day, make, part)
     SELECT $1, $2, (now() AT TIME ZONE 'utc')::date, $3, $4 FROM reports WHERE id = $5
     ON CONFLICT (lead) DO NOTHING`,
    [leadId(lead), lead.supplier, lead.make, lead.part, lead.report],
  );
}

export type SupplierPeriod = { supplier: string | null; from: string | null; to: string | null };
const clickRowSchema = z.object({
  supplier: z.string(),
  day: z.string(),
  make: z.string(),
  clicks: z.int(),
});
export type ClickRow = z.infer<typeof clickRowSchema>;

/** Clicks by supplier, day (ISO, UTC) and make; of one supplier and from and to a day, both inclusive, where given. */
export async function listClicks(client: Queryable, of: SupplierPeriod): Promise<ClickRow[]> {
  return await rows(
    client,
    clickRowSchema,
    `SELECT supplier, day::text AS day, make, clicks FROM supplier_clicks
      WHERE ($1::text IS NULL OR supplier = $1) AND ($2::date IS NULL OR day >= $2) AND ($3::date IS NULL OR day <= $3)
      ORDER BY day, supplier, make`,
    [of.supplier, of.from, of.to],
  );
}

const leadRowSchema = z.object({
  lead: z.string(),
  supplier: z.string(),
  day: z.string(),
  make: z.string(),
  part: z.string(),
});
export type LeadRow = z.infer<typeof leadRowSchema>;

/** Leads, oldest first; limited like `listClicks`. `part` is the OEM number asked for, or the words. */
export async function listLeads(client: Queryable, of: SupplierPeriod): Promise<LeadRow[]> {
  return await rows(
    client,
    leadRowSchema,
    `SELECT lead, supplier, day::text AS day, make, part FROM supplier_leads
      WHERE ($1::text IS NULL OR supplier = $1) AND ($2::date IS NULL OR day >= $2) AND ($3::date IS NULL OR day <= $3)
      ORDER BY day, supplier, lead`,
    [of.supplier, of.from, of.to],
  );
}

/** The leads of one report's owner among what they may have asked for: only who knows the report can find them. */
export async function findLeads(
  client: Queryable,
  report: string,
  suppliers: readonly string[],
  parts: readonly string[],
): Promise<LeadRow[]> {
  const ids = suppliers.flatMap((supplier) => parts.map((part) => leadId({ report, supplier, part })));
  return await rows(
    client,
    leadRowSchema,
    'SELECT lead, supplier, day::text AS day, make, part FROM supplier_leads WHERE lead = ANY($1) ORDER BY day, lead',
    [ids],
  );
}
