import type { Offer } from '../../contract/schemas/offers.ts';
import type { EbayItem } from './ebay-schema.ts';
import { bareNumber } from './price-source.ts';

/** Documented condition ids: 1000–1750 new, 2000–2750 refurbished, 3000–6000 used; 7000 is for parts or not working. */
export function conditionOf(id: string | undefined): Offer['condition'] | null {
  const code = Number(id);
  if (id === undefined || !Number.isInteger(code)) return 'unknown';
  if (code >= 7000) return null;
  if (code >= 3000) return 'used';
  if (code >= 2000) return 'refurbished';
  return 'new';
}

/** Does the title name exactly this number, however it separates it? `1234` is not named by `51234` or `12345`. */
export function namesNumber(title: string, number: string): boolean {
  const characters = [...bareNumber(number)];
  if (characters.length < 5) return false;
  return new RegExp(`(?<![0-9a-z])${characters.join('[\\s.\\-_/]*')}(?![0-9a-z])`, 'i').test(title);
}

const SEVERAL = /\b(?:pair|set of|lot of|\d+\s*(?:pcs|pieces|pack)|x\s?[2-9]|[2-9]\s?x)\b/i;

/** Whether a title is of several pieces: their one price can't be compared with one's. */
export const severalPieces = (title: string): boolean => SEVERAL.test(title);

/** An item as an offer; null where it is another part, broken, an auction, several pieces, or has no price. */
export function offerOf(item: EbayItem, number: string): Offer | null {
  const condition = conditionOf(item.conditionId);
  if (condition === null || item.price === undefined || !namesNumber(item.title, number)) return null;
  if (severalPieces(item.title)) return null;
  if (item.buyingOptions !== undefined && !item.buyingOptions.includes('FIXED_PRICE')) return null;
  const price = Number(item.price.value);
  if (price <= 0) return null;
  const shipping = (item.shippingOptions ?? [])
    .filter(({ shippingCost }) => shippingCost?.currency === item.price?.currency)
    .map(({ shippingCost }) => Number(shippingCost?.value));
  return {
    source: 'ebay-browse',
    source_label: 'eBay',
    supplier: 'ebay-motors',
    item: item.legacyItemId ?? /^v1\|(\d+)\|/.exec(item.itemId)?.[1] ?? null,
    title: item.title.slice(0, 200),
    price,
    shipping: shipping.length > 0 ? Math.min(...shipping) : null,
    currency: item.price.currency,
    condition,
    condition_says: item.condition ?? null,
    seller: item.seller?.username ?? null,
    country: item.itemLocation?.country ?? null,
  };
}
