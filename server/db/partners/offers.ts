import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { firstRow, rows } from '../rows.ts';
import { stockRow } from './stock.ts';

const offerRow = stockRow.omit({ item: true, make: true }).extend({
  company: z.string(),
  approved_website: z.string().nullable(),
  states: z.array(z.string()),
  number_norm: z.string(),
});
export type OfferRow = z.infer<typeof offerRow>;

/** What approved partners have in stock under these numbers (as compared) of these makes. */
export const findOffers = (
  client: Queryable,
  { makes, numbers }: { makes: readonly string[]; numbers: readonly string[] },
): Promise<OfferRow[]> =>
  rows(
    client,
    offerRow,
    `SELECT s.id, p.company, p.states, s.number, s.number_norm, s.title, s.condition, s.availability, s.price_cents,
            s.shipping_cents, s.core_charge_cents, s.quantity, s.lead_time_days, s.side, s.link,
            p.approved_website
       FROM partner_stock s JOIN partners p ON p.id = s.partner_id AND p.state = 'approved'
      WHERE s.number_norm = ANY($2) AND s.make = ANY($1) ORDER BY s.id`,
    [makes, numbers],
  );

const goalRow = z.object({
  partner_id: z.string(),
  user_id: z.string().nullable(),
  make: z.string(),
  number_norm: z.string(),
  link: z.string(),
  approved_website: z.string().nullable(),
});

/** Where an offer of an approved partner leads; null where there is none any more. */
export const findOfferGoal = (client: Queryable, offerId: number): Promise<z.infer<typeof goalRow> | null> =>
  firstRow(
    client,
    goalRow,
    `SELECT s.partner_id, p.user_id, s.make, s.number_norm, s.link, p.approved_website
       FROM partner_stock s JOIN partners p ON p.id = s.partner_id AND p.state = 'approved' WHERE s.id = $1`,
    [offerId],
  );
