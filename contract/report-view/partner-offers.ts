import { AVAILABILITY_WORDS, sentWithin } from '../partners/feed-words.ts';
import type { PartnerOffer } from '../partners/offer.ts';
import type { EstimateLine } from '../schemas/estimate.ts';
import type { CheckedNumber } from '../schemas/offers.ts';
import { type BasketRow, fillBasket, linesToBuy } from './baskets.ts';
import { dollarsAndCents } from './figures.ts';
import { orderLines } from './line-order.ts';
import { lineName } from './number-side.ts';
import { sourceDate } from './source-date.ts';

/** What page and PDF say above the offers of partners. */
export const PARTNER_OFFERS_NOTE =
  'From the stock that partners keep with us, under exactly these numbers, the least total first.';

/** One part with what partners ask for it, in words. */
export type OfferGroup = {
  /** Names the line and its side. */
  key: string;
  name: string;
  /** What others ask at least. */
  other: string;
  offers: {
    offer_id: string;
    what: string;
    detail: string;
    total: string;
    made_of: string;
  }[];
};

/** Offers by the part they are for, in the order of the report; `dayOf` writes a day. */
export const offerGroups = (
  lines: readonly EstimateLine[],
  offers: readonly PartnerOffer[],
  checked: readonly CheckedNumber[],
  dayOf: (day: string) => string,
): OfferGroup[] =>
  linesToBuy(orderLines(lines), 1).flatMap((line) => {
    const own = offers.filter(({ line_id, side }) => line_id === line.id && side === line.side);
    if (own.length === 0) return [];
    return {
      key: `${line.id} ${line.side}`,
      name: lineName(line),
      other: otherPriceWords(fillBasket('cheapest', [line], checked).rows[0], dayOf),
      offers: own.map((offer) => ({
        offer_id: offer.offer_id,
        what: `${offer.partner}: ${offer.title}`,
        detail: `${offer.number} · ${offer.condition} · ${deliveryWords(offer)}`,
        total: dollarsAndCents(offer.total),
        made_of: totalWords(offer),
      })),
    };
  });

/** `only 1 in stock · sent within 3 days · ships to OK and TX`. */
const deliveryWords = (offer: PartnerOffer): string =>
  [
    offer.in_stock !== null && offer.in_stock < offer.pieces
      ? `only ${offer.in_stock} in stock`
      : AVAILABILITY_WORDS[offer.availability],
    ...(offer.lead_time_days === null ? [] : [sentWithin(offer.lead_time_days)]),
    `ships to ${offer.states.toSorted().join(', ')}`,
  ].join(' · ');

/** What a total is made of: `2 × $80.00, shipping included`. */
const totalWords = (offer: PartnerOffer): string =>
  [
    ...(offer.pieces === 1 ? [] : [`${offer.pieces} × ${dollarsAndCents(offer.price)}`]),
    offer.shipping === null
      ? 'shipping not told'
      : offer.shipping === 0
        ? 'free shipping'
        : `with ${dollarsAndCents(offer.pieces * offer.shipping)} shipping`,
    ...(offer.core_charge ? [`core charge ${dollarsAndCents(offer.pieces * offer.core_charge)} apart`] : []),
  ].join(', ');

/** The least price that is known from others, for the same pieces; `dayOf` writes a day. */
const otherPriceWords = (
  row: Pick<BasketRow, 'price' | 'cost'> | undefined,
  dayOf: (day: string) => string,
): string => {
  if (row?.price == null || row.cost === null) return 'No other price is known.';
  const { kind, source, dated, shipping_known } = row.price;
  if (kind === 'own') return `${source}: ${dollarsAndCents(row.cost)}.`;
  const shipping = shipping_known ? '' : ', shipping not told';
  return `Cheapest other price known: ${dollarsAndCents(row.cost)}, ${source}${shipping} (${sourceDate(dated, dayOf)}).`;
};
