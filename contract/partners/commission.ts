import { z } from 'zod';
import { partnerSchema } from './partner.ts';

/** What partners owe, as they and operators are shown it; money in US dollars. */

/**
 * `pending`: its month runs; `approved`: on an issued statement; `paid`: on one that was paid; `reversed`: nothing is left of it, by
 * entries of their own.
 */
export const entryStateSchema = z.enum(['pending', 'approved', 'paid', 'reversed']);

/** A line of a statement. */
export const commissionEntrySchema = z.object({
  entry_id: z.int(),
  kind: z.enum(['lead', 'sale', 'return', 'correction', 'payment']),
  lead_id: z.string().nullable(),
  voucher: z.string().nullable(),
  /** A fingerprint of the partner's own order number. */
  order: z.string().nullable(),
  /** ISO 8601. */
  ordered_at: z.string().nullable(),
  net: z.number(),
  rate_percent: z.number().nullable(),
  /** Owed to LotLens; negative: goes back. */
  commission: z.number(),
  state: entryStateSchema,
  source: z.enum(['postback', 'statement', 'operator', 'service']),
  /** The entry that it corrects. */
  correction_of: z.int().nullable(),
  note: z.string(),
  entered_at: z.string(),
  currency: z.literal('USD'),
});
export type CommissionEntry = z.infer<typeof commissionEntrySchema>;

/** `YYYY-MM`, of UTC. */
export const periodSchema = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please name a month as 2026-01.');

/** A month: what it brought, and where its statement stands. `open`: it is not over. */
export const partnerStatementSchema = z.object({
  period: z.string(),
  state: z.enum(['open', 'issued', 'paid']),
  /** Null while open. */
  statement_id: z.string().nullable(),
  leads: z.int(),
  quotes: z.int(),
  accepted: z.int(),
  confirmed: z.int(),
  returns: z.int(),
  commission: z.number(),
  /** Of the commission, returns and corrections. */
  corrections: z.number(),
  issued_at: z.string().nullable(),
  paid_at: z.string().nullable(),
});
export type PartnerStatement = z.infer<typeof partnerStatementSchema>;

export const statementListSchema = z.object({
  /** US dollars owed now. */
  balance: z.number(),
  statements: z.array(partnerStatementSchema),
});

/** A month with its lines. */
export const statementFileSchema = partnerStatementSchema.extend({
  company: z.string(),
  entries: z.array(commissionEntrySchema),
});
export type StatementFile = z.infer<typeof statementFileSchema>;

/** The secret that sales are signed with, told once, and where they are sent. */
export const salesSecretSchema = z.object({ secret: z.string(), address: z.string() });

export const disputeNoteSchema = z.object({
  by: z.enum(['partner', 'operator']),
  text: z.string(),
  at: z.string(),
});
export const disputeSchema = z.object({
  dispute_id: z.string(),
  entry_id: z.int(),
  state: z.enum(['open', 'settled']),
  opened_at: z.string(),
  settled_at: z.string().nullable(),
  /** The entry that settled it; null: none was due. */
  correction_id: z.int().nullable(),
  notes: z.array(disputeNoteSchema),
});
export type Dispute = z.infer<typeof disputeSchema>;

export const noteTextSchema = z
  .string()
  .trim()
  .min(1, 'Please say what it is.')
  .max(2_000, 'At most 2,000 characters.');
export const openDisputeSchema = z.strictObject({ entry_id: z.int().positive(), text: noteTextSchema });
export const addNoteSchema = z.strictObject({ text: noteTextSchema });

/** A partner as operators see it. */
export const partnerFileSchema = z.object({
  partner: partnerSchema,
  /** The running month and the issued ones, the newest first. */
  statements: z.array(partnerStatementSchema),
  disputes: z.array(disputeSchema),
});
export type PartnerFile = z.infer<typeof partnerFileSchema>;

/** US dollars that a line comes to more (negative: less), in an entry of its own. */
const correctionSumSchema = z
  .number()
  .min(-1_000_000)
  .max(1_000_000)
  .multipleOf(0.01, 'At most two decimals.');
export const correctionSchema = z.strictObject({
  correction: correctionSumSchema.refine((sum) => sum !== 0, 'Please enter a sum.'),
  text: noteTextSchema,
});
/** `correction` 0: none is due. */
export const settleDisputeSchema = z.strictObject({ correction: correctionSumSchema, text: noteTextSchema });
export const markPaidSchema = z.strictObject({ note: z.string().trim().max(500, 'At most 500 characters.') });
