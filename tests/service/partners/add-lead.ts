import { randomBytes } from 'node:crypto';
import type pg from 'pg';

/** A click on this partner's offer, so many days ago. Answers its id. */
export async function addLead(
  pool: pg.Pool,
  partnerId: string,
  {
    counts = 'yes',
    daysAgo = 0,
    voucher = null,
    reportId = null,
  }: { counts?: string; daysAgo?: number; voucher?: string | null; reportId?: string | null } = {},
): Promise<string> {
  const id = randomBytes(8).toString('hex');
  await pool.query(
    `INSERT INTO partner_leads (id, partner_id, kind, make, part, counts, voucher, at, report_id)
     VALUES ($1, $2, 'click', 'infiniti', '62022', $3, $4, now() - $5 * interval '1 day', $6)`,
    [id, partnerId, counts, voucher, daysAgo, reportId],
  );
  return id;
}
