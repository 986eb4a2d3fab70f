import { z } from 'zod';
import { ATTRIBUTION_DAYS } from './partner-terms.ts';

const sum = z.number().min(0.01).max(10_000_000).multipleOf(0.01);
const name = z.string().trim().min(1).max(120);

/** What a partner tells of a sale that a lead of ours brought, or of what of it went back. */
export const toldSaleSchema = z
  .strictObject({
    /** The id that its link carried (`ref`), or the voucher that the buyer named: one of both. */
    click_id: z
      .string()
      .regex(/^[a-z0-9]{16}$/, 'This click_id is none of ours.')
      .optional(),
    voucher: z.string().trim().toUpperCase().max(20).optional(),
    /** The partner's own; only a fingerprint of it is kept. */
    order_id: name,
    /** US dollars alone are taken. */
    currency: z.literal('USD', 'Only USD is taken.'),
    /** Of the goods, without tax and shipping; `returned`: of what went back. */
    net: sum,
    /** Not kept. */
    items: z
      .array(
        z.strictObject({ number: z.string().max(80), qty: z.number().positive(), net: z.number().min(0) }),
      )
      .max(200)
      .optional(),
    state: z.enum(['confirmed', 'returned']),
    /** The partner's own number of a return; with `returned`. */
    return_id: name.optional(),
    /** When it was ordered, or went back. ISO 8601. */
    at: z.iso.datetime({ offset: true }),
  })
  .superRefine((sale, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if ((sale.click_id === undefined) === (sale.voucher === undefined) && sale.state === 'confirmed')
      fault('click_id', 'A sale has a click_id or a voucher.');
    if ((sale.return_id === undefined) === (sale.state === 'returned'))
      fault('return_id', 'A return has a return_id, and nothing else has.');
  });
export type ToldSale = z.infer<typeof toldSaleSchema>;

/** Why what a partner told of a sale brought no entry. */
export const saleRefusalSchema = z.enum([
  /** No lead of this partner has this id or voucher. */
  'unknown_lead',
  /** Ordered before the lead, or too long after it. */
  'not_in_time',
  /** The lead does not count: own clicks, or too many. */
  'lead_does_not_count',
  /** The same order or return was told otherwise before. */
  'told_otherwise',
  'unknown_order',
  /** More than is left of the sale. */
  'more_than_sold',
]);
export type SaleRefusal = z.infer<typeof saleRefusalSchema>;

/** `known`: told before just so, and nothing changed. */
export const saleAnswerSchema = z.object({ outcome: z.enum(['entered', 'known']) });

export const SALE_REFUSAL_WORDS: Record<SaleRefusal, string> = {
  unknown_lead: 'No lead of yours has this id or voucher.',
  not_in_time: `A sale counts when it is ordered within ${ATTRIBUTION_DAYS} days after its lead.`,
  lead_does_not_count:
    'This lead does not count: your own clicks and floods of clicks earn nothing and cost nothing.',
  told_otherwise:
    'This order or return was told before, with other figures. Open a dispute to have an entry corrected.',
  unknown_order: 'No sale of this order was told before.',
  more_than_sold: 'More went back than is left of this sale.',
};

/** A partner's own list of sales. */
export const salesListSchema = z.strictObject({
  file_name: z.string().max(200),
  /** CSV as text. */
  content: z.string().min(1, 'The file is empty.').max(500_000, 'The file is too large.'),
});
/** What became of each row, by its number in the file (the header is 1). */
export const salesListAnswerSchema = z.object({
  entered: z.int(),
  known: z.int(),
  refused: z.array(z.object({ row: z.int(), reason: z.string() })),
});
export type SalesListAnswer = z.infer<typeof salesListAnswerSchema>;
