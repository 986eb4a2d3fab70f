import { z } from 'zod';
import { sideSchema } from '../schemas/part.ts';
import { availabilitySchema, conditionSchema } from './feed.ts';

/** How offers of partners are headed wherever they stand. */
export const PARTNER_OFFERS_TITLE = 'Partner offers – LotLens earns a commission';

/** What a partner asks for a part of a report, from its stock as it stands now. Money in US dollars. */
export const partnerOfferSchema = z.object({
  offer_id: z.string(),
  /** The company that sells it. */
  partner: z.string(),
  line_id: z.string(),
  side: sideSchema,
  /** As the partner writes it. */
  number: z.string(),
  title: z.string(),
  condition: conditionSchema,
  availability: availabilitySchema,
  /** Of one piece. */
  price: z.number(),
  /** Of one piece; null: the partner does not tell. */
  shipping: z.number().nullable(),
  /** Of one piece, paid back with the old part; in no total. */
  core_charge: z.number().nullable(),
  /** Pieces the line needs, and how many the partner has; null: it does not tell. */
  pieces: z.int(),
  in_stock: z.int().nullable(),
  /** All pieces, with shipping where it is told. */
  total: z.number(),
  lead_time_days: z.int().nullable(),
  /** US states it ships to. */
  states: z.array(z.string()),
});
export type PartnerOffer = z.infer<typeof partnerOfferSchema>;

/** By line in the order of the report, and of each line the least total first; totals without shipping come after the others. */
export const partnerOffersSchema = z.object({ offers: z.array(partnerOfferSchema) });

export const partnerOutPathSchema = z.strictObject({ offer_id: z.string().max(64) });
/** `report`: the one the click comes from. */
export const partnerOutQuerySchema = z.strictObject({ report: z.uuid().optional() });
