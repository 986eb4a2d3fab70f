import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, rows } from '../rows.ts';

const dueRow = z.object({ id: z.string(), user_id: z.string(), sale: z.string() });
/** A finished report whose lot is sold soon, and the sale as it was last listed. */
export type DueSale = z.infer<typeof dueRow>;

/**
 * Reports, none archived, whose lot is to be sold on these UTC days and whose owner was not alerted of that sale yet.
 * @param from First day, ISO.
 * @param to Day after the last, ISO.
 */
export async function findDueSales(
  client: Queryable,
  { from, to, most }: { from: string; to: string; most: number },
): Promise<DueSale[]> {
  return await rows(
    client,
    dueRow,
    `WITH near AS (
       SELECT id FROM reports WHERE model IS NOT NULL AND archived_at IS NULL AND sale_date >= $1 AND sale_date < $2
       UNION SELECT report_id FROM lot_changes WHERE fact = 'sale_date' AND after >= $1 AND after < $2),
     last AS (
       SELECT r.id, r.user_id, r.alerted_of_sale, coalesce(
                (SELECT c.after FROM lot_changes c WHERE c.report_id = r.id AND c.fact = 'sale_date' ORDER BY c.id DESC LIMIT 1), r.sale_date) AS sale,
              coalesce(
                (SELECT c.after FROM lot_changes c WHERE c.report_id = r.id AND c.fact = 'listing_state' ORDER BY c.id DESC LIMIT 1), r.listing_state) AS state
         FROM near JOIN reports r USING (id)
        WHERE r.status = 'finished' AND r.archived_at IS NULL AND r.user_id IS NOT NULL)
     SELECT id, user_id, sale FROM last
      WHERE sale >= $1 AND sale < $2 AND sale IS DISTINCT FROM alerted_of_sale AND coalesce(state, 'active') = 'active'
      ORDER BY sale, id LIMIT $3`,
    [from, to, most],
  );
}

/** Notes that its owner was alerted of a sale; false where they were already. */
export const noteAlerted = async (client: Queryable, { id, sale }: DueSale): Promise<boolean> =>
  (await execute(
    client,
    'UPDATE reports SET alerted_of_sale = $2 WHERE id = $1 AND alerted_of_sale IS DISTINCT FROM $2',
    [id, sale],
  )) === 1;
