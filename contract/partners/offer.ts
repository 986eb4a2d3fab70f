import { z } from 'zod';
import { sideSchema } from '../schemas/part.ts';
import { stockItemSchema } from './feed.ts';

/** How offers of partners are headed wherever they stand. */
export const PARTNER_OFFERS_TITLE = 'Partner offers – LotLens earns a commission';

/** What a partner asks for a part of a report, from its stock as it stands now. Money in US dollars. */
export const partnerOfferSchema = stockItemSchema
  .pick({
    number: true,
    title: true,
    condition: true,
    availability: true,
    /** Of one piece, as shipping and core charge are; a core charge is paid back with the old part and in no total. */
    price: true,
    shipping: true,
    core_charge: true,
    lead_time_days: true,
  })
  .extend({
    offer_id: z.string(),
    /** The company that sells it. */
    partner: z.string(),
    line_id: z.string(),
    side: sideSchema,
    /** Pieces the line needs, and how many the partner has; null: it does not tell. */
    pieces: z.int(),
    in_stock: z.int().nullable(),
    /** All pieces, with shipping where it is told. */
    total: z.number(),
    /** US states it ships to. */
    states: z.array(z.string()),
  });
export type PartnerOffer = z.infer<typeof partnerOfferSchema>;

/** By line in the order of the report, and of each line the least total first; totals without shipping come after the others. */
export const partnerOffersSchema = z.object({
  offers: z.array(partnerOfferSchema),
  /** Whether partners can be asked for a quote for this report, or were. */
  quotes: z.boolean(),
});

export const partnerOutPathSchema = z.strictObject({ offer_id: z.string().max(64) });
/** `report`: the one the click comes from. */
export const partnerOutQuerySchema = z.strictObject({ report: z.uuid().optional() });
