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
  /** Of a search by car: whether the seller lists this very car. */
  compatibilityMatch: z.string().optional(),
});
export type EbayItem = z.infer<typeof itemSummarySchema>;

/** Without hits the list is left out. An item that can't be read is left out by the reader, not the whole answer. */
export const ebaySearchSchema = z.object({
  total: z.number().optional(),
  itemSummaries: z.array(z.unknown()).optional(),
});

const itemDetailsSchema = itemSummarySchema.extend({
  image: z.object({ imageUrl: z.string() }).optional(),
  /** What the seller filled in; only in an item asked for whole. */
  localizedAspects: z
    .array(z.object({ name: z.string(), value: z.string() }).nullable().catch(null))
    .transform((aspects) => aspects.filter((aspect) => aspect !== null))
    .optional(),
});
export type EbayItemDetails = z.infer<typeof itemDetailsSchema>;

export const readEbayItemDetails = (value: unknown): EbayItemDetails | null =>
  itemDetailsSchema.safeParse(value).data ?? null;

export const readEbayItem = (value: unknown): EbayItem | null =>
  itemSummarySchema.safeParse(value).data ?? null;

/** Categories a part's words lead to, the likeliest first, each with those it stands under. */
export const ebayCategoriesSchema = z.object({
  categorySuggestions: z
    .array(
      z.object({
        category: z.object({ categoryId: z.string() }),
        categoryTreeNodeAncestors: z.array(z.object({ categoryId: z.string() })).optional(),
      }),
    )
    .optional(),
});

export const ebayFitValuesSchema = z.object({
  compatibilityPropertyValues: z.array(z.object({ value: z.string() })).optional(),
});

export const ebayErrorSchema = z.object({
  errors: z.array(z.object({ errorId: z.number(), message: z.string().optional() })),
});
