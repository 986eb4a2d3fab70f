import { z } from 'zod';
import type { ResponseCache } from '../../parts-catalogues/ask/response-cache.ts';
import { type EbayAsker, type EbayClient, unreadable } from '../ebay-client.ts';
import { ebayCategoriesSchema, ebayFitValuesSchema } from '../ebay-schema.ts';
import { unlessNothingToFind } from './ebay-search.ts';

/** EBAY_MOTORS_US. */
const TREE = '/commerce/taxonomy/v1/category_tree/100';
/** Parts and accessories: a suggestion elsewhere (toys, manuals) is none. */
const PARTS = '6028';
/** In eBay's words a car is year, make and model; its own ids and names, asked for once. */
const KEPT_UNDER = 'ebay fitment';

const keptCategorySchema = z.object({ category_id: z.string().nullable() });
const keptModelsSchema = z.object({ models: z.array(z.string()) });

/** eBay's own names for what is asked about. */
export type EbayFitment = {
  /** The category a part's words lead to; null where eBay has none for parts. */
  category(words: string, asker: EbayAsker): Promise<string | null>;
  /** The model as eBay names it; null where it lists no such car. */
  model(
    car: { readonly year: number; readonly make: string; readonly model: string },
    category: string,
    asker: EbayAsker,
  ): Promise<string | null>;
};

/** Reads a kept answer, or asks for it and keeps it. */
async function keeping<T>(
  kept: ResponseCache,
  group: string,
  schema: z.ZodType<T>,
  ask: () => Promise<T>,
): Promise<T> {
  const known = schema.safeParse((await kept.read(KEPT_UNDER)).get(group));
  if (known.success) return known.data;
  const answer = await ask();
  await kept.keep(KEPT_UNDER, group, answer);
  return answer;
}

/** Categories and models by eBay's Taxonomy service. */
export const ebayFitment = (client: EbayClient, kept: ResponseCache): EbayFitment => ({
  async category(words, asker) {
    const { category_id } = await keeping(kept, `category ${words}`, keptCategorySchema, async () => {
      const json = await client.get(`${TREE}/get_category_suggestions`, { q: words }, asker);
      const parsed = ebayCategoriesSchema.safeParse(json);
      if (!parsed.success) throw unreadable(parsed.error);
      const suggestion = parsed.data.categorySuggestions?.find(({ categoryTreeNodeAncestors: above = [] }) =>
        above.some(({ categoryId }) => categoryId === PARTS),
      );
      return { category_id: suggestion?.category.categoryId ?? null };
    });
    return category_id;
  },
  async model({ year, make, model }, category, asker) {
    const { models } = await keeping(kept, `models ${year} ${make}`, keptModelsSchema, async () => {
      const query = {
        compatibility_property: 'Model',
        category_id: category,
        filter: `Year:${year},Make:${make}`,
      };
      const json = await client
        .get(`${TREE}/get_compatibility_property_values`, query, asker)
        .catch(unlessNothingToFind({}));
      const parsed = ebayFitValuesSchema.safeParse(json);
      if (!parsed.success) throw unreadable(parsed.error);
      return { models: (parsed.data.compatibilityPropertyValues ?? []).map(({ value }) => value) };
    });
    return sameModel(models, model);
  },
});

/** Letters and digits of a model's name, each run a word: "F-150" is "f 150" and "CR-V" is "cr v". */
const modelWords = (name: string): string => ` ${(name.toLowerCase().match(/[a-z]+|\d+/g) ?? []).join(' ')} `;

/** The listed model whose name the car's begins with, the longest of these: "CIVIC LX" is a Civic, and no Civic del Sol. */
function sameModel(models: readonly string[], model: string): string | null {
  const words = modelWords(model);
  const same = models.filter((name) => name.trim() !== '' && words.startsWith(modelWords(name)));
  return same.toSorted((a, b) => modelWords(b).length - modelWords(a).length)[0] ?? null;
}
