import type { EstimateLine } from '../schemas/estimate.ts';
import { centsFromDollars, dollarsFromCents } from '../schemas/money.ts';
import type { CheckedNumber, Offer } from '../schemas/offers.ts';
import { sourceDate } from './source-date.ts';
import { sumAsShown } from './units/shown-sums.ts';

/** OEM: the maker's parts at catalogue prices alone. Cheapest: whatever costs least. Used first: used where offered. */
export const BASKETS = ['oem', 'cheapest', 'used_first'] as const;
export type BasketKind = (typeof BASKETS)[number];

/** A price for one piece, shipping included where the source tells it; `own`: what the report's user set, in whatever basket. */
export type KnownPrice = {
  kind: 'own' | 'oem' | 'new' | 'used' | 'refurbished' | 'unknown';
  /** US dollars for one piece. */
  each: number;
  shipping_known: boolean;
  source: string;
  /** When the source said so; null unknown. */
  dated: string | null;
  offer: Offer | null;
};
export type UnusedPrice = { amount: number; currency: string; source: string; dated: string | null };
export type BasketRow = {
  line: EstimateLine;
  quantity: number;
  /** Null: no source tells a price; the part counts in `unknown`, never as 0. */
  price: KnownPrice | null;
  /** What a source asks in money that is not converted, where there is no other price; null: nothing. */
  unused: UnusedPrice | null;
  /** US dollars for all pieces. */
  cost: number | null;
};
export type Basket = {
  kind: BasketKind;
  rows: BasketRow[];
  /** Sum of the known costs, US dollars. */
  total: number;
  unknown: number;
  /** What our estimate reckons for the parts without a known price, US dollars; no offer. */
  estimated_rest: number;
};

/**
 * Lines whose part is bought: those written. In reports of schema_version 1, where nothing is, lines at least this likely
 * (0–1); the user's own always.
 */
export const linesToBuy = (lines: readonly EstimateLine[], atLeast: number): EstimateLine[] =>
  lines
    .filter(
      ({ part_type, standing, probability, block }) =>
        part_type !== 'none' &&
        (standing === undefined ? probability >= atLeast || block === 'user' : standing === 'scope'),
    )
    .flatMap(piecesToBuy);

/** A part whose pieces all are of one side, bought as a left and a right one: a line for each. */
function piecesToBuy(line: EstimateLine): EstimateLine[] {
  const { side, quantity, oem_numbers: numbers } = line;
  const of = (half: 'left' | 'right') => numbers.filter((number) => number.side === half);
  const halves = [of('left'), of('right')].filter((half) => half.length > 0);
  if (side !== 'none' || quantity !== 2 || halves.length !== 2 || numbers.some((number) => !number.side))
    return [line];
  return halves.map((half) => ({
    ...line,
    side: half[0]?.side ?? side,
    oem_numbers: half,
    quantity: quantity / halves.length,
  }));
}

/** Whole pieces that are bought for a line. */
export const piecesOf = (line: EstimateLine): number => Math.max(1, Math.ceil(line.quantity));

/** The first number where a catalogue asks a price for it, in whatever currency. */
function askedPrice({ oem_numbers: [first] }: EstimateLine): UnusedPrice | null {
  // Catalogues write 1 where they have no price.
  if (first === undefined || first.price === null || first.price <= 1) return null;
  const { source, dated } = first.price_from ?? first;
  return { amount: first.price, currency: (first.currency ?? 'USD').toUpperCase(), source, dated };
}

/** The price of the first number where a catalogue tells one in dollars. */
function cataloguePrice(line: EstimateLine): KnownPrice | null {
  const asked = askedPrice(line);
  if (asked === null) return null;
  const known = (each: number): KnownPrice => ({
    kind: 'oem',
    each,
    shipping_known: false,
    source: asked.source,
    dated: asked.dated,
    offer: null,
  });
  if (asked.currency === 'USD') return known(asked.amount);
  const { converted } = line.part_price ?? {};
  // The same foreign price, at the rate the estimate itself used and names.
  return converted?.currency.toUpperCase() === asked.currency
    ? known(dollarsFromCents(centsFromDollars(asked.amount * converted.rate)))
    : null;
}

/** The price the user set for the part: it outranks whatever others ask. */
const ownPrice = ({ part_price: price }: EstimateLine): KnownPrice | null =>
  price?.basis === 'user'
    ? {
        kind: 'own',
        each: price.likely,
        shipping_known: true,
        source: 'Price by hand',
        dated: null,
        offer: null,
      }
    : null;

const checkOf = (
  { oem_numbers: [first] }: EstimateLine,
  checked: ReadonlyMap<string, CheckedNumber>,
): CheckedNumber | undefined => (first === undefined ? undefined : checked.get(first.number));

function offeredPrices(line: EstimateLine, checked: ReadonlyMap<string, CheckedNumber>): KnownPrice[] {
  const found = checkOf(line, checked);
  return (found?.offers ?? [])
    .filter(({ currency }) => currency === 'USD')
    .map((offer) => ({
      kind: offer.condition,
      each: dollarsFromCents(centsFromDollars(offer.price) + centsFromDollars(offer.shipping ?? 0)),
      shipping_known: offer.shipping !== null,
      source: offer.source_label,
      dated: found?.checked_at ?? null,
      offer,
    }));
}

/** What a catalogue, or where a basket takes them a price source, asks in another currency. */
function unusedPrice(
  kind: BasketKind,
  line: EstimateLine,
  checked: ReadonlyMap<string, CheckedNumber>,
): UnusedPrice | null {
  const found = kind === 'oem' ? undefined : checkOf(line, checked);
  const offer = found?.offers.find(({ currency }) => currency !== 'USD');
  return (
    askedPrice(line) ??
    (found && offer
      ? {
          amount: offer.price,
          currency: offer.currency,
          source: offer.source_label,
          dated: found.checked_at,
        }
      : null)
  );
}

/** What is asked in money nobody converts, in words; `dayOf` writes a day. */
export const unusedText = (
  { amount, currency, source, dated }: UnusedPrice,
  dayOf: (day: string) => string,
): string =>
  `${source} asks ${amount.toFixed(2)} ${currency} (${sourceDate(dated, dayOf)}), not converted and not counted`;

const cheapestOf = (prices: readonly KnownPrice[]): KnownPrice | null =>
  prices.reduce<KnownPrice | null>(
    (best, price) => (best === null || price.each < best.each ? price : best),
    null,
  );

function choose(kind: BasketKind, oem: KnownPrice | null, offers: readonly KnownPrice[]): KnownPrice | null {
  if (kind === 'oem') return oem;
  const all = oem === null ? offers : [oem, ...offers];
  if (kind === 'cheapest') return cheapestOf(all);
  return cheapestOf(offers.filter((offer) => offer.kind === 'used')) ?? cheapestOf(all);
}

/**
 * What the parts of these lines cost to buy, from the price its user set, else from prices somebody asks: a catalogue's for the OEM
 * number, or a price source's offers under exactly that number. Our own price bands are no offers and never enter `total`.
 */
export function fillBasket(
  kind: BasketKind,
  lines: readonly EstimateLine[],
  checked: readonly CheckedNumber[],
): Basket {
  const byNumber = new Map(checked.map((entry) => [entry.number, entry]));
  const rows = lines.map((line): BasketRow => {
    const price = ownPrice(line) ?? choose(kind, cataloguePrice(line), offeredPrices(line, byNumber));
    const unused = price === null ? unusedPrice(kind, line, byNumber) : null;
    const quantity = piecesOf(line);
    const cost = price && sumAsShown(Array.from({ length: quantity }, () => price.each));
    return { line, quantity, price, unused, cost };
  });
  const sum = (of: (row: BasketRow) => number): number => sumAsShown(rows.map(of));
  return {
    kind,
    rows,
    total: sum(({ cost }) => cost ?? 0),
    unknown: rows.filter(({ price }) => price === null).length,
    estimated_rest: sum(({ line, price, quantity }) =>
      price === null ? (line.part_price?.likely ?? 0) * quantity : 0,
    ),
  };
}
