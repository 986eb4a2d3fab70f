import type { SourceOutcome } from '../../contract/operator/source-outcome.ts';
import { SERVICE } from '../concurrency/work-caller.ts';
import { type EbayClient, EbayFault, unreadable } from './ebay-client.ts';
import { offerOf } from './ebay-item.ts';
import { ebaySearchSchema, readEbayItem } from './ebay-schema.ts';
import { bareNumber, type OffersFound, type PriceSource } from './price-source.ts';

/** eBay Motors parts and accessories. */
const CATEGORY = '6028';

/** No limit of an asker's own stands over prices and keys. */
const outcomeOf = ({ outcome }: EbayFault): Exclude<SourceOutcome, 'ok'> =>
  outcome === 'asker_limit' ? 'own_cap' : outcome;

/** eBay's Browse API: what sellers in the US ask for under a number. */
export function ebayBrowse(client: EbayClient): PriceSource {
  return {
    name: 'ebay-browse',
    label: 'eBay',
    async findOffers(number, signal, caller = SERVICE) {
      const query = {
        q: bareNumber(number),
        category_ids: CATEGORY,
        filter: 'buyingOptions:{FIXED_PRICE},itemLocationCountry:US,priceCurrency:USD',
        limit: '50',
      };
      try {
        return readSearch(
          await client.get('/buy/browse/v1/item_summary/search', query, { signal, caller }),
          number,
        );
      } catch (error) {
        if (error instanceof EbayFault)
          return {
            kind: 'could_not',
            outcome: outcomeOf(error),
            message: error.message,
            rest_ms: error.restMs,
          };
        throw error;
      }
    },
    async tryKey(signal) {
      try {
        await client.takeToken({ signal, caller: SERVICE });
        return 'ok';
      } catch (error) {
        if (error instanceof EbayFault) return outcomeOf(error);
        throw error;
      }
    },
  };
}

function readSearch(json: unknown, number: string): OffersFound {
  const parsed = ebaySearchSchema.safeParse(json);
  if (!parsed.success) throw unreadable(parsed.error);
  const listed = parsed.data.itemSummaries ?? [];
  const items = listed.flatMap((value) => readEbayItem(value) ?? []);
  if (items.length === 0 && listed.length > 0) throw unreadable();
  const offers = items
    .flatMap((item) => offerOf(item, number) ?? [])
    .sort((a, b) => a.price + (a.shipping ?? 0) - (b.price + (b.shipping ?? 0)));
  return { kind: 'ok', offers };
}
