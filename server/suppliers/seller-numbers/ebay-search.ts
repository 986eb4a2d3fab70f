import { type EbayAsker, type EbayClient, EbayFault, unreadable } from '../ebay-client.ts';
import { type EbayItem, ebaySearchSchema, readEbayItem, readEbayItemDetails } from '../ebay-schema.ts';
import { ebayListing } from './ebay-listing.ts';
import type { SellerListing } from './seller-listing.ts';

/** What is searched: a part's words in its category, for a car by eBay's own names. */
export type EbaySearch = {
  readonly words: string;
  readonly category: string;
  readonly car: { readonly year: number; readonly make: string; readonly model: string };
};

/** Listings read for one part, each of another seller. */
const MOST_ITEMS = 10;

/** Refusals that say there is nothing to find: no car data here, an attribute it does not know, a category without cars. */
const NOTHING_TO_FIND: ReadonlySet<number | null> = new Set([12_503, 12_505, 12_506]);

/** An answer in place of a refusal that is one: nobody can list a part for this car there. */
export function unlessNothingToFind<T>(otherwise: T): (error: unknown) => T {
  return (error) => {
    if (
      error instanceof EbayFault &&
      error.outcome === 'not_understood' &&
      NOTHING_TO_FIND.has(error.errorId)
    )
      return otherwise;
    throw error;
  };
}

/** Items whose sellers list this very car, one of each seller. */
async function itemsFor(
  client: EbayClient,
  { words, category, car }: EbaySearch,
  asker: EbayAsker,
): Promise<EbayItem[]> {
  const query = {
    q: words,
    category_ids: category,
    compatibility_filter: `Year:${car.year};Make:${car.make};Model:${car.model}`,
    filter: 'itemLocationCountry:US',
    limit: '50',
  };
  const parsed = ebaySearchSchema.safeParse(
    await client.get('/buy/browse/v1/item_summary/search', query, asker).catch(unlessNothingToFind({})),
  );
  if (!parsed.success) throw unreadable(parsed.error);
  const listed = parsed.data.itemSummaries ?? [];
  const items = listed.flatMap((value) => readEbayItem(value) ?? []);
  if (items.length === 0 && listed.length > 0) throw unreadable();
  const bySeller = new Map<string, EbayItem>();
  for (const item of items) {
    const name = item.seller?.username;
    if (item.compatibilityMatch === 'EXACT' && name !== undefined && !bySeller.has(name))
      bySeller.set(name, item);
  }
  return [...bySeller.values()].slice(0, MOST_ITEMS);
}

/**
 * What sellers list for a part of a car, each item asked for whole: only so does it hold what its seller filled in. An item that
 * is gone or can't be read is left out.
 */
export async function ebayListings(
  client: EbayClient,
  search: EbaySearch,
  asker: EbayAsker,
): Promise<SellerListing[]> {
  const listings: SellerListing[] = [];
  for (const { itemId } of await itemsFor(client, search, asker)) {
    const json = await client
      .get(`/buy/browse/v1/item/${encodeURIComponent(itemId)}`, {}, asker)
      .catch((error: unknown) => {
        if (error instanceof EbayFault && error.outcome === 'not_understood') return undefined;
        throw error;
      });
    const item = readEbayItemDetails(json);
    if (item) listings.push(ebayListing(item));
  }
  return listings;
}
