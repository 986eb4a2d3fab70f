import { z } from 'zod';

/** Answers of eBay's identity and Browse services, as developer.ebay.com documents them; only what we read. */
export const ebayTokenSchema = z.object({
  access_token: z.string().min(1),
  /** Seconds. */
  expires_in: z.number().positive(),
});

const amountSchema = z.object({ value: z.string().regex(/^\d+(\.\d+)?$/), currency: z.string().length(3) });

const itemSummarySchema = z.object({
  itemId: z.string(),
  legacyItemId: z.string().regex(/^\d+$/).optional(),
  title: z.string(),
  price: amountSchema.optional(),
  condition: z.string().optional(),
  conditionId: z.string().optional(),
  shippingOptions: z
    .array(z.object({ shippingCostType: z.string().optional(), shippingCost: amountSchema.optional() }))
    .optional(),
  buyingOptions: z.array(z.string()).optional(),
  seller: z.object({ username: z.string().optional() }).optional(),
  itemLocation: z.object({ country: z.string().optional() }).optional(),
});
export type EbayItem = z.infer<typeof itemSummarySchema>;

/** Without hits the list is left out. An item that can't be read is left out by the reader, not the whole answer. */
export const ebaySearchSchema = z.object({
  total: z.number().optional(),
  itemSummaries: z.array(z.unknown()).optional(),
});

export const readEbayItem = (value: unknown): EbayItem | null =>
  itemSummarySchema.safeParse(value).data ?? null;

export const ebayErrorSchema = z.object({
  errors: z.array(z.object({ errorId: z.number(), message: z.string().optional() })),
});
