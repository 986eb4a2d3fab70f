import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { rows } from '../rows.ts';

const text = z.string().nullable();
const resultRow = z.object({
  usd: z.coerce.number().positive(),
  day: text,
  value: z.coerce.number().positive(),
  year: z.coerce.number().int().nullable(),
  title: text,
  location: text,
  site: text,
  primary_damage: text,
  secondary_damage: text,
});
/** A lot of an account that ended with a price, US dollars, and what its report says of it. */
export type OwnResult = z.infer<typeof resultRow>;

/** The newest of an account's reports that are looked through (judgement). */
const MOST = 300;

/**
 * Lots of an account's finished reports that were sold, as their owner found out, as the page was read again, or as it said; `except` is
 * left out. The newest first.
 */
export async function findOwnResults(
  client: Queryable,
  userId: string,
  except: string,
): Promise<OwnResult[]> {
  return await rows(
    client,
    resultRow,
    `WITH own AS (
       SELECT id, created_at, coalesce(edited_model, model) AS model, market,
              deal_settings #>> '{sold_for,usd}' AS told, deal_settings #>> '{sold_for,day}' AS told_day
         FROM reports WHERE user_id = $1 AND id <> $2 AND status = 'finished'
        ORDER BY created_at DESC LIMIT ${MOST}),
     sold AS (
       SELECT *, CASE WHEN market ->> 'sale_state' = 'sold' AND market ->> 'currency' = 'USD' THEN market ->> 'final_bid' END AS page
         FROM own)
     SELECT coalesce(told, page) AS usd, coalesce(told_day, market ->> 'sale_date', to_char(created_at, 'YYYY-MM-DD')) AS day,
            model #>> '{estimate,cost_to_value,value}' AS value, model #>> '{vehicle,year}' AS year,
            model #>> '{lot,title}' AS title, model #>> '{lot,location}' AS location, model #>> '{lot,site}' AS site,
            model #>> '{lot,primary_damage}' AS primary_damage, model #>> '{lot,secondary_damage}' AS secondary_damage
       FROM sold
      WHERE coalesce(told, page) IS NOT NULL AND (model #>> '{estimate,cost_to_value,value}')::numeric > 0
      ORDER BY created_at DESC`,
    [userId, except],
  );
}
