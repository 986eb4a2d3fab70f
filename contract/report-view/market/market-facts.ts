import type { Lot } from '../../schemas/lot.ts';
import type { Market, PastSale, SiteFee } from '../../schemas/market.ts';
import { dayInUtc } from '../figures.ts';
import { counted } from '../words/sentence.ts';
import { printedMoney, printedRange } from './printed-money.ts';
import { isSaleOver, type SoldLot, saleStateOf } from './sale-end.ts';

export type MarketFact = {
  readonly key:
    | 'bid'
    | 'final_bid'
    | 'buy_now'
    | 'sale_type'
    | 'earlier'
    | 'similar'
    | 'site_band'
    | 'site_fees';
  readonly label: string;
  readonly value: string;
};

const KINDS = {
  pure_sale: 'Pure sale, no reserve',
  minimum_bid: 'Minimum bid',
  on_approval: 'On approval',
  buy_now: 'Buy Now',
} as const satisfies Record<NonNullable<Market['sale_kind']>, string>;
const RESERVES = {
  none: 'no reserve',
  met: 'reserve met',
  not_met: 'reserve not met',
} as const satisfies Record<NonNullable<Market['reserve_state']>, string>;

type Priced = Pick<
  Market,
  'current_bid' | 'has_bids' | 'currency' | 'buy_now' | 'buy_now_until' | 'final_bid' | 'final_bid_masked'
>;

type PricedLot = SoldLot & { market?: (Priced & NonNullable<SoldLot['market']>) | null | undefined };

/** What the lot asks and is bid at `now`, ms since 1970, each price by what it is; lists have these facts alone. */
export function priceFacts(lot: PricedLot, now: number): MarketFact[] {
  const { market } = lot;
  if (!market) return [];
  const facts: MarketFact[] = [];
  const over = isSaleOver(lot, now);
  const money = (amount: number): string => printedMoney(amount, market.currency);
  if (market.final_bid !== null)
    facts.push({
      key: 'final_bid',
      label: 'Final bid',
      value: `${money(market.final_bid)}${refusedWords(lot, now)}`,
    });
  else if (market.final_bid_masked)
    facts.push({ key: 'final_bid', label: 'Final bid', value: 'Hidden by the site' });
  if (market.current_bid !== null)
    facts.push({
      key: 'bid',
      label: over ? 'Last bid seen' : 'Current bid',
      value: money(market.current_bid),
    });
  else if (market.has_bids === false && !over)
    facts.push({ key: 'bid', label: 'Current bid', value: 'No bids yet' });
  const until = Date.parse(market.buy_now_until ?? '');
  if (market.buy_now !== null && !over && !(now >= until))
    facts.push({
      key: 'buy_now',
      label: 'Buy Now',
      value: `${money(market.buy_now)}${Number.isNaN(until) ? '' : ` until ${dayInUtc(until)}`}`,
    });
  return facts;
}

const refusedWords = (lot: SoldLot, now: number): string =>
  saleStateOf(lot, now) === 'ended' ? ', not reported sold' : '';

/** What the page says of the market, in the order read; nothing where it says nothing. `now`: ms since 1970. */
export function marketFacts(lot: Lot, now: number): MarketFact[] {
  const { market } = lot;
  if (!market) return [];
  const add = (key: MarketFact['key'], label: string, value: string | null): MarketFact[] =>
    value === null ? [] : [{ key, label, value }];
  return [
    ...priceFacts(lot, now),
    ...add('sale_type', 'Sale type', saleTypeWords(market)),
    ...add('earlier', 'Earlier sales', earlierWords(lot, market)),
    ...add('similar', 'Similar lots', similarWords(market)),
    ...add('site_band', 'Site’s estimate', bandWords(market)),
    ...add('site_fees', 'Site’s costs', feeWords(market.site_fees)),
  ];
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** `Minimum bid, reserve not met`. */
function saleTypeWords({ sale_kind, reserve_state }: Market): string | null {
  const kind = sale_kind === null ? null : KINDS[sale_kind];
  const reserve = reserve_state === null ? null : RESERVES[reserve_state];
  if (kind === null) return reserve && capitalized(reserve);
  return reserve === null || reserve_state === 'none' ? kind : `${kind}, ${reserve}`;
}

const dayWords = (date: string | null): string => {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? '' : ` on ${dayInUtc(time)}`;
};

/** True for the row of the present sale, which has facts of its own above. */
const isPresent = (lot: Lot, market: Market, row: PastSale): boolean =>
  row.status === 'sold' &&
  row.date !== null &&
  row.date === (market.sale_date ?? lot.sale_date) &&
  row.bid === market.final_bid;

/** `3 on record. Highest refused bid $13,800 on Sep 8, 2026.`: only what was refused, and what sold, have prices. */
function earlierWords(lot: Lot, market: Market): string | null {
  const rows = market.sale_history.filter((row) => !isPresent(lot, market, row));
  const count =
    Math.max(market.history_count ?? 0, market.sale_history.length) -
    (market.sale_history.length - rows.length);
  if (count === 0) return null;
  const best = (status: PastSale['status']): PastSale | undefined =>
    rows
      .filter((row) => row.status === status && row.bid !== null)
      .toSorted((a, b) => (b.bid ?? 0) - (a.bid ?? 0))[0];
  const said = (
    [
      ['Highest refused bid', best('not_sold')],
      ['Sold for', rows.findLast((row) => row.status === 'sold' && row.bid !== null)],
    ] as const
  ).flatMap(([words, row]) =>
    row?.bid == null ? [] : [`${words} ${printedMoney(row.bid, market.currency)}${dayWords(row.date)}`],
  );
  return [`${count} on record`, ...said].join('. ');
}

/** `11 sold for $3,425–$8,100 (middle $4,300)`. */
function similarWords({ similar_lots, currency }: Market): string | null {
  const bids = similar_lots.filter(({ kind }) => kind === 'final').map(({ bid }) => bid);
  const sorted = bids.toSorted((a, b) => a - b);
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined) return null;
  const range = printedRange(low, high, currency);
  if (sorted.length < 3) return `${sorted.length} sold for ${range}`;
  return `${sorted.length} sold for ${range} (middle ${printedMoney(middleOf(sorted), currency)})`;
}

const middleOf = (sorted: readonly number[]): number => {
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
};

const bandWords = ({ site_price_band: band }: Market): string | null =>
  band === null ? null : printedRange(band.low, band.high, band.currency);

/** Rows that are for any bid; what the page adds up for one bid is its own. */
const SHOWN_FEES = {
  us_transport: 'trucking',
  ocean: 'ocean freight',
  broker: 'site fee',
  customs_agency: 'customs agency',
};
type ShownFee = keyof typeof SHOWN_FEES;
const isShown = (name: SiteFee['name']): name is ShownFee => Object.hasOwn(SHOWN_FEES, name);

/** `Trucking $335, ocean freight $995–$1,495 (4 ports), site fee $450 plus tax`. */
function feeWords(fees: readonly SiteFee[]): string | null {
  const byName = Map.groupBy(
    fees.filter(({ name, amount }) => isShown(name) && amount !== null),
    ({ name }) => name as ShownFee,
  );
  const said = [...byName].map(([name, rows]) => {
    const amounts = rows.map(({ amount }) => amount ?? 0);
    const [first] = rows;
    const range = printedRange(Math.min(...amounts), Math.max(...amounts), first?.currency ?? null);
    const ports =
      rows.length > 1 ? ` (${counted(rows.length, 'port', 'ports')})` : first?.port ? ` (${first.port})` : '';
    return `${SHOWN_FEES[name]} ${range}${ports}${first?.tax === 'outside' ? ' plus tax' : ''}`;
  });
  const words = said.join(', ');
  return words === '' ? null : capitalized(words);
}
