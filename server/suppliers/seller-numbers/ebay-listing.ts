import { conditionOf, severalPieces } from '../ebay-item.ts';
import type { EbayItemDetails } from '../ebay-schema.ts';
import type { SellerListing } from './seller-listing.ts';

/** An eBay item as a seller's listing. What it asks counts only where it is one whole piece at a fixed price in US dollars. */
export function ebayListing(item: EbayItemDetails): SellerListing {
  const { seller, title, image, price, buyingOptions = ['FIXED_PRICE'], localizedAspects = [] } = item;
  const condition = conditionOf(item.conditionId);
  const comparable =
    condition !== null &&
    buyingOptions.includes('FIXED_PRICE') &&
    !severalPieces(title) &&
    price?.currency === 'USD' &&
    Number(price.value) > 0;
  return {
    seller: seller?.username ?? null,
    title,
    picture: image?.imageUrl ?? null,
    condition: condition ?? 'unknown',
    price: comparable ? Number(price.value) : null,
    aspects: localizedAspects,
  };
}
