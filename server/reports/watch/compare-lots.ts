import type { Lot } from '../../../contract/schemas/lot.ts';
import { WATCHED_FACTS, WATCHED_MARKET, type WatchedFact } from '../../../contract/watch/lot-change.ts';
import { priceValue, readPriceValue } from '../../../contract/watch/price-value.ts';

/** A fact as it was last read, and who told it. */
export type Reading = { value: string; source: string };
export type Readings = Readonly<Partial<Record<WatchedFact, Reading>>>;
export type Change = { fact: WatchedFact; before: string | null; after: string; source: string };

/** Who tells a lot’s facts: its site, whoever opened the page, or a licensed source or list by name. */
const sourceOf = ({ source, site }: Pick<Lot, 'source' | 'site'>): string => source ?? site ?? 'entered';

type MarketFact = (typeof WATCHED_MARKET)[number];
const isOfMarket = (fact: WatchedFact): fact is MarketFact =>
  (WATCHED_MARKET as readonly string[]).includes(fact);
type WatchedLot = Pick<Lot, Exclude<WatchedFact, MarketFact> | 'market' | 'source' | 'site'>;

function factValue(lot: WatchedLot, fact: WatchedFact): string | number | null {
  if (!isOfMarket(fact)) return lot[fact];
  const value = lot.market?.[fact] ?? null;
  return typeof value === 'number' ? priceValue(value, lot.market?.currency ?? null) : value;
}

/** The facts of a lot that are told. */
export function readingsOf(lot: WatchedLot): Readings {
  const source = sourceOf(lot);
  return Object.fromEntries(
    WATCHED_FACTS.flatMap((fact) => {
      const value = factValue(lot, fact);
      return value === null || value === '' ? [] : [[fact, { value: String(value), source }]];
    }),
  );
}

/** Facts that every source has in the same words; any other is compared with what the same one told before. */
const SAME_EVERYWHERE: ReadonlySet<WatchedFact> = new Set(['listing_state', 'lot_number']);
/** Sources may set a sale’s day in other time zones, or without its hour. Basis: judgement. */
const SAME_SALE_MS = 24 * 3_600_000;

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

function isOther(fact: WatchedFact, before: Reading, after: Reading): boolean {
  const sameSource = before.source === after.source;
  if (fact === 'sale_date') {
    const apart = Math.abs(Date.parse(after.value) - Date.parse(before.value));
    if (!Number.isNaN(apart)) return apart > (sameSource ? 0 : SAME_SALE_MS);
  }
  if (!sameSource && !SAME_EVERYWHERE.has(fact)) return false;
  const [was, is] = [readPriceValue(before.value), readPriceValue(after.value)];
  // A price in another currency is no change of it.
  if (isOfMarket(fact) && was?.currency !== is?.currency) return false;
  return plain(before.value) !== plain(after.value);
}

/** Facts that are reported when they are first read; any other may come from a fuller page. */
const NEWS_AT_FIRST: ReadonlySet<WatchedFact> = new Set(['sale_date', 'buy_now', 'final_bid']);

/** The facts that differ in another reading of a lot. A fact that it leaves out has not changed. */
export function compareLots(before: Readings, after: Readings): Change[] {
  return WATCHED_FACTS.flatMap((fact): Change[] => {
    const [was, is] = [before[fact], after[fact]];
    if (is === undefined || (was === undefined ? !NEWS_AT_FIRST.has(fact) : !isOther(fact, was, is)))
      return [];
    return [{ fact, before: was?.value ?? null, after: is.value, source: is.source }];
  });
}
