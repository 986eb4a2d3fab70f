import type { ExpectedPrice, PriceGround } from '../../../contract/deal/expected-price.ts';
import { saleStateAt } from '../../../contract/facts/sale-state.ts';
import type { Lot } from '../../../contract/schemas/lot.ts';
import type { Market } from '../../../contract/schemas/market.ts';
import { type Cents, centsFromDollars, dollarsFromCents } from '../../../contract/schemas/money.ts';
import type { Title } from '../../damage-detectors/declared/title.ts';
import type { Auction } from '../tables/auction-fees.ts';
import { PRICE_RULES } from '../tables/expected-price-rules.ts';
import { nextBid } from './next-bid.ts';
import { type OwnLot, ownLotsLike } from './own-lots.ts';

/** What an expected price is calculated from. */
export type PricedLot = {
  readonly auction: Auction | null;
  /** What the repaired car is worth; null: not known, nor is a price then but by what similar lots brought. */
  readonly value: Cents | null;
  /** What such a wreck usually brings, least and most. */
  readonly salvage: readonly [Cents, Cents] | null;
  /** The repair as an insurer pays it, its middle; null: not estimated. */
  readonly insurer: Cents | null;
  readonly run: Lot['run_condition'];
  /** Keys of the declared damages, as damage-codes.json has them, the primary first. */
  readonly damage: readonly string[];
  readonly title: Title | null;
  readonly year: number | null;
  readonly vin: string | null;
  readonly market: Market | null;
};

/** An estimate of the price with its spread: standard deviation of the logarithm. */
type Part = { readonly cents: number; readonly spread: number; readonly ground: PriceGround };

const DAY_MS = 86_400_000;
const MONTH_DAYS = 365.25 / 12;
/** 80% of a normal distribution lie within so many standard deviations. */
const TENTHS = 1.2816;
/** Prices are told to the nearest so many cents; a half goes down. */
const ROUND_TO = 50_00;

const rounded = (cents: number): Cents => Math.ceil(cents / ROUND_TO - 0.5) * ROUND_TO;

const middleOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
};

/** By what our table is multiplied for this lot. */
function tableFactor({ run, damage: [primary], title }: Omit<PricedLot, 'market'>): number {
  const content = title?.content;
  return [
    PRICE_RULES.run.find((row) => row.run === run),
    PRICE_RULES.damage.find(({ codes }) => primary !== undefined && codes.includes(primary)),
    PRICE_RULES.title.find(({ contents }) => content !== undefined && contents.includes(content)),
  ].reduce((product, row) => product * (row?.factor ?? 1), 1);
}

/** What our table expects; null where the value is not known. */
function tablePart(lot: PricedLot): Part | null {
  const { value, salvage, insurer, title } = lot;
  if (value === null || salvage === null) return null;
  const usual = ((salvage[0] + salvage[1]) / 2) * tableFactor(lot);
  const { clean, table } = PRICE_RULES;
  const isClean = title?.sure === true && title.content === 'clean';
  const asClean = isClean && insurer !== null ? clean.value_share * value - clean.repair_share * insurer : 0;
  const [cents, code] = asClean > usual ? [asClean, 'clean_title' as const] : [usual, 'table' as const];
  if (!(cents > 0)) return null;
  return { cents, spread: table.spread, ground: { code, usd: dollarsFromCents(rounded(cents)) } };
}

/** Year of a similar lot: its own, else the one its name begins with. */
const yearOf = ({ year, name }: Market['similar_lots'][number]): number | null =>
  year ?? (Number(/^(?:19|20)\d\d\b/.exec(name ?? '')?.[0]) || null);

function similarPart({ year, vin }: PricedLot, market: Market): Part | null {
  const { least, years, one, page } = PRICE_RULES.similar;
  const bids = market.similar_lots
    .filter((lot) => {
      const of = yearOf(lot);
      const near = year === null || of === null || Math.abs(of - year) <= years;
      return lot.kind === 'final' && near && (vin === null || lot.vin !== vin);
    })
    .map(({ bid }) => bid);
  if (bids.length < least) return null;
  const middle = middleOf(bids);
  return {
    cents: centsFromDollars(middle),
    spread: Math.sqrt(one ** 2 / (bids.length / 2) + page ** 2),
    ground: {
      code: 'similar',
      count: bids.length,
      middle,
      low: Math.min(...bids),
      high: Math.max(...bids),
    },
  };
}

/** Days from an ISO day to `now`; null where there is none, or it is to come. */
function daysSince(date: string | null, now: number): number | null {
  const days = (now - Date.parse(date ?? '')) / DAY_MS;
  return days >= 0 ? days : null;
}

function earlierSale(market: Market, now: number): Part | null {
  const { months, spread, a_month } = PRICE_RULES.earlier;
  const sales = market.sale_history.flatMap(({ status, bid, date }) => {
    const days = daysSince(date, now);
    return status === 'sold' && bid !== null && days !== null && days <= months * MONTH_DAYS
      ? [{ bid, date, days }]
      : [];
  });
  const [last] = sales.toSorted((a, b) => a.days - b.days);
  if (!last) return null;
  return {
    cents: centsFromDollars(last.bid),
    spread: spread + (a_month * last.days) / MONTH_DAYS,
    ground: { code: 'earlier_sale', usd: last.bid, day: last.date },
  };
}

function ownPart(lot: PricedLot, read: readonly OwnLot[], now: number): Part | null {
  if (lot.value === null) return null;
  const { least, one, all } = PRICE_RULES.own;
  const shares = ownLotsLike(lot, read, now).map(({ share }) => share);
  if (shares.length < least) return null;
  const share = middleOf(shares);
  const cents = share * lot.value;
  return {
    cents,
    spread: Math.sqrt(one ** 2 / shares.length + all ** 2),
    ground: {
      code: 'own_lots',
      count: shares.length,
      share: Math.round(share * 1000) / 1000,
      usd: dollarsFromCents(rounded(cents)),
    },
  };
}

/** The least or the most it can bring, with what says so. */
type Bound = { readonly cents: Cents; readonly ground: PriceGround };

/** The next step above the highest bid that is held, or was refused lately. */
function floorOf({ auction }: PricedLot, market: Market, now: number): Bound | null {
  const { current_bid, bid_increment, final_bid } = market;
  const refused = [
    ...market.sale_history.filter(({ status }) => status === 'not_sold'),
    // The highest bid of a sale that ended without one that took it.
    ...(final_bid === null ? [] : [{ bid: final_bid, date: market.sale_date }]),
  ].flatMap(({ bid, date }) => {
    const days = daysSince(date, now);
    return bid !== null && days !== null && days <= PRICE_RULES.bounds.refused_days ? [{ bid, date }] : [];
  });
  const [best] = refused.toSorted((a, b) => b.bid - a.bid);
  if (current_bid !== null && current_bid >= (best?.bid ?? 0))
    return {
      cents: nextBid(auction, current_bid, bid_increment),
      ground: { code: 'current_bid', usd: current_bid },
    };
  if (!best) return null;
  return {
    cents: nextBid(auction, best.bid, null),
    ground: { code: 'refused', usd: best.bid, day: best.date },
  };
}

/** What anybody may buy it for at `now`, before its sale; an ask at or under a held bid is over. */
function askOf(market: Market, now: number): Bound | null {
  const { buy_now, buy_now_until, current_bid } = market;
  const state = saleStateAt(market, now);
  const open = state === 'upcoming' || state === 'live' || state === 'unknown';
  if (buy_now === null || !open || now >= Date.parse(buy_now_until ?? '')) return null;
  if (current_bid !== null && buy_now <= current_bid) return null;
  return { cents: centsFromDollars(buy_now), ground: { code: 'buy_now', usd: buy_now } };
}

/** The price its user found out, else the one its page says it was sold for. */
function soldPrice(market: Market | null, told: SoldFor | null, now: number): SoldPrice | null {
  if (told) return { of: 'sold', usd: told.usd, day: told.day, by: null };
  if (market === null || saleStateAt(market, now) !== 'sold' || market.final_bid === null) return null;
  return { of: 'sold', usd: market.final_bid, day: market.sale_date, by: market.sold_by };
}

type SoldPrice = Extract<ExpectedPrice, { of: 'sold' }>;
/** What a lot was sold for, US dollars, as its user found out. */
export type SoldFor = { readonly usd: number; readonly day: string | null };

/** A page as it stood before its sale: without the price, and without the row of that sale. */
export function beforeSale(market: Market): Market {
  return {
    ...market,
    final_bid: null,
    buy_now: null,
    sale_state: 'unknown',
    sale_history: market.sale_history.filter(
      ({ status, date }) => status !== 'sold' || date !== market.sale_date,
    ),
  };
}

/**
 * What a lot sells for at its auction: the price it was sold for (`told`: as its user found out), with what had been expected; else the mean of what is known, in logarithms by 1 / spread²,
 * held between what is bid or was refused and what it may be bought for. Prices in another currency than US dollars, or in none that is
 * named, count nothing. Null where nothing is known. `now`: ms since 1970; `read`: lots that the account has read, with what they brought.
 */
export function expectedPrice(
  lot: PricedLot,
  now: number,
  read: readonly OwnLot[] = [],
  told: SoldFor | null = null,
): ExpectedPrice | null {
  const market = lot.market?.currency === 'USD' ? lot.market : null;
  const sold = soldPrice(market, told, now);
  if (sold === null) return forecast({ ...lot, market }, now, read);
  const saleDay = Date.parse(sold.day ?? '');
  const before = { ...lot, market: market && beforeSale(market) };
  const expected = forecast(before, Number.isNaN(saleDay) ? now : saleDay, read);
  return expected ? { ...sold, expected: expected.usd } : sold;
}

/** The price as it is expected before the sale. `market`: in US dollars. */
function forecast(
  lot: PricedLot,
  now: number,
  read: readonly OwnLot[],
): Extract<ExpectedPrice, { of: 'expected' }> | null {
  const { market } = lot;
  const table = tablePart(lot);
  const parts = [
    table,
    market && similarPart(lot, market),
    market && earlierSale(market, now),
    ownPart(lot, read, now),
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  const weight = parts.reduce((sum, { spread }) => sum + spread ** -2, 0);
  const mean = parts.reduce((sum, { cents, spread }) => sum + Math.log(cents) * spread ** -2, 0) / weight;
  const { least_spread, top, far_under } = PRICE_RULES.bounds;
  const reach = TENTHS * Math.max(least_spread, weight ** -0.5);
  const floor = market && floorOf(lot, market, now);
  const ask = market && askOf(market, now);
  const [low, middle, high] = [mean - reach, mean, mean + reach].map((log) => Math.exp(log)) as [
    number,
    number,
    number,
  ];
  const held = (cents: number): number =>
    Math.min(Math.max(cents, floor?.cents ?? 0), ask?.cents ?? Number.POSITIVE_INFINITY);
  const raised = floor !== null && floor.cents > middle;
  const ends = [low, middle, raised ? Math.max(high, top * floor.cents) : high].map(held);
  const [least = 0, likely = 0, most = 0] = ends.map((cents) => dollarsFromCents(rounded(cents)));
  const lowered = ask !== null && ask.cents < middle;
  const byWeight = parts
    .toSorted((a, b) => a.spread - b.spread)
    .map(({ ground }) => ground)
    .filter((ground) => ground !== table?.ground);
  const touched = (bound: Bound | null, wins: boolean, touches: boolean, first: boolean): PriceGround[] =>
    bound !== null && touches && wins === first ? [bound.ground] : [];
  const bounds = (first: boolean): PriceGround[] => [
    ...touched(floor, raised, floor !== null && floor.cents > low, first),
    ...touched(ask, lowered, ask !== null && ask.cents < high, first),
  ];
  const isFarUnder = table !== null && ask !== null && ask.cents < far_under * table.cents;
  return {
    of: 'expected',
    usd: likely,
    low: least,
    high: most,
    grounds: [...bounds(true), ...byWeight, ...bounds(false), ...(table ? [table.ground] : [])],
    ...(isFarUnder ? { far_under_usual: true as const } : {}),
  };
}
