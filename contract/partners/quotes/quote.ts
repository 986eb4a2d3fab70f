import { z } from 'zod';
import { sideSchema } from '../../schemas/part.ts';
import { US_STATES } from '../../us-states.ts';
import { stockItemSchema } from '../feed.ts';

/** Partners and parts that one request names at most. Judgement. */
export const MOST_ASKED_PARTNERS = 5;
export const MOST_QUOTE_PARTS = 60;
/** Days a request is open, and hours after which a partner that has not answered is reminded, once. Judgement. */
export const QUOTE_DAYS = 7;
export const REMINDER_HOURS = 24;

const stateCode = z
  .string()
  .refine((code) => Object.hasOwn(US_STATES, code), 'Please choose the state to ship to.');
const words = (most: number) => z.string().trim().max(most, `At most ${most} characters.`);
const dollars = (least: number) =>
  z
    .number()
    .min(least, least === 0 ? 'At least 0.' : `At least $${least}.`)
    .max(1_000_000, 'At most $1,000,000.')
    .multipleOf(0.01, 'At most two decimals.');

/** One part of a request, as a partner reads it. */
export const quotePartSchema = z.object({
  line_id: z.string().max(200),
  side: sideSchema,
  name: z.string(),
  /** OEM numbers of which one fits, the likeliest first; empty where none is known. */
  numbers: z.array(z.string()),
  pieces: z.int(),
});
export type QuotePart = z.infer<typeof quotePartSchema>;

/** All that a partner is told before its quote is accepted. */
export const sharedForQuoteSchema = z.object({
  /** Year, make, model and trim; never the VIN or the lot. */
  vehicle: z.string(),
  parts: z.array(quotePartSchema),
  /** The US state to ship to. */
  ship_to: z.string(),
});
export type SharedForQuote = z.infer<typeof sharedForQuoteSchema>;

/** Who asks: handed over with the quote that is accepted, and with no other. */
export const buyerContactSchema = z.strictObject({
  name: words(120).min(1, 'Please enter a name.'),
  email: z.email('Please enter an email address.').max(254),
  phone: words(40).nullable(),
});
export type BuyerContact = z.infer<typeof buyerContactSchema>;

/** What a report's owner sends to partners. */
export const askForQuotesSchema = z.strictObject({
  partner_ids: z
    .array(z.uuid())
    .min(1, 'Please choose a partner.')
    .max(MOST_ASKED_PARTNERS, `At most ${MOST_ASKED_PARTNERS} partners.`),
  /** Of the parts that `GET` lists. */
  parts: z
    .array(quotePartSchema.pick({ line_id: true, side: true }).strict())
    .min(1, 'Please choose a part.')
    .max(MOST_QUOTE_PARTS, `At most ${MOST_QUOTE_PARTS} parts.`),
  ship_to: stateCode,
  contact: buyerContactSchema,
  /** That parts, vehicle and state are shared now, and the contact with an accepted quote. */
  consent: z.literal(true, 'Please agree to what is shared.'),
});
export type AskForQuotes = z.infer<typeof askForQuotesSchema>;

/** What a partner asks for one part, of one piece; null: it does not offer it. */
const quotedPartSchema = z
  .strictObject({
    price: dollars(0.01),
    condition: stockItemSchema.shape.condition,
    availability: stockItemSchema.shape.availability,
    /** Days until it is sent. */
    lead_time_days: z.int().min(0, 'At least 0.').max(365, 'At most 365.'),
  })
  .nullable();
export const quoteFiguresSchema = z.strictObject({
  /** In the order of the request's. */
  parts: z.array(quotedPartSchema).max(MOST_QUOTE_PARTS),
  /** For all of it. */
  shipping: dollars(0),
  note: words(500),
});
export type QuoteFigures = z.infer<typeof quoteFiguresSchema>;

/** A partner's answer, which may be given anew until a quote is accepted. */
export const answerQuoteSchema = z.discriminatedUnion('answer', [
  quoteFiguresSchema.extend({
    answer: z.literal('quote'),
    /** How long it holds from now. */
    valid_days: z.int().min(1, 'At least 1.').max(30, 'At most 30.'),
  }),
  z.strictObject({ answer: z.literal('decline') }),
]);
export type AnswerQuote = z.infer<typeof answerQuoteSchema>;

export const quoteStateSchema = z.enum([
  'asked',
  'quoted',
  'declined',
  'accepted',
  /** Another was chosen, or the request was withdrawn. */
  'not_chosen',
  'expired',
]);
export type QuoteState = z.infer<typeof quoteStateSchema>;

const moment = z.string();
/** A quote as both sides read it. US dollars; `total`: pieces × prices, and shipping. */
export const quoteSchema = quoteFiguresSchema.extend({ total: z.number(), valid_until: moment });
export type Quote = z.infer<typeof quoteSchema>;

/** What both get when a quote is accepted. */
export const orderNoteSchema = z.object({
  /** `LL-` and eight letters: the buyer names it with the order. */
  voucher: z.string(),
  accepted_at: moment,
  buyer: buyerContactSchema,
  seller: z.object({
    company: z.string(),
    contact_name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    website: z.string().nullable(),
  }),
});
export type OrderNote = z.infer<typeof orderNoteSchema>;

/** One partner's side of a request, as the report's owner sees it. */
export const partnerQuoteSchema = z.object({
  quote_id: z.string(),
  partner: z.string(),
  state: quoteStateSchema,
  quote: quoteSchema.nullable(),
  order: orderNoteSchema.nullable(),
});
export type PartnerQuote = z.infer<typeof partnerQuoteSchema>;

/** A request as its owner sees it; `quotes`: those of most parts first, of as many the least total, those without an answer last. */
export const quoteRequestSchema = sharedForQuoteSchema.extend({
  request_id: z.string(),
  state: z.enum(['open', 'accepted', 'withdrawn', 'expired']),
  asked_at: moment,
  expires_at: moment,
  quotes: z.array(partnerQuoteSchema),
});
export type QuoteRequest = z.infer<typeof quoteRequestSchema>;

/** Whom a report's owner may ask, for what, and what was asked before, the newest first. */
export const reportQuotesSchema = z.object({
  partners: z.array(
    z.object({
      partner_id: z.string(),
      company: z.string(),
      /** US states it ships to. */
      states: z.array(z.string()),
    }),
  ),
  vehicle: z.string(),
  parts: z.array(quotePartSchema),
  requests: z.array(quoteRequestSchema),
});
export type ReportQuotes = z.infer<typeof reportQuotesSchema>;

/** A request as the partner reads it by its link. */
export const askedQuoteSchema = sharedForQuoteSchema.extend({
  company: z.string(),
  state: quoteStateSchema,
  asked_at: moment,
  expires_at: moment,
  quote: quoteSchema.nullable(),
  order: orderNoteSchema.nullable(),
});
export type AskedQuote = z.infer<typeof askedQuoteSchema>;

/** A partner's requests, the newest first; `path` leads to each. */
export const ownQuotesSchema = z.object({
  quotes: z.array(
    z.object({
      quote_id: z.string(),
      path: z.string(),
      vehicle: z.string(),
      ship_to: z.string(),
      parts: z.int(),
      state: quoteStateSchema,
      asked_at: moment,
      expires_at: moment,
      total: z.number().nullable(),
      voucher: z.string().nullable(),
    }),
  ),
});
export type OwnQuotes = z.infer<typeof ownQuotesSchema>;

export const quoteTokenPathSchema = z.strictObject({ token: z.string().max(100) });
export const quoteRequestPathSchema = z.strictObject({ request_id: z.string().max(64) });
export const partnerQuotePathSchema = z.strictObject({ quote_id: z.string().max(64) });
