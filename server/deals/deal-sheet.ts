import type { CostChoice, DealSettings } from '../../contract/deal/deal-settings.ts';
import type { DealSheet } from '../../contract/deal/deal-sheet.ts';
import { saleStateAt } from '../../contract/facts/sale-state.ts';
import { dollarsFromCents as dollars } from '../../contract/schemas/money.ts';
import { answerOf } from './answer.ts';
import { buyerOf, buysAs, costChoiceOf, paintsElsewhere } from './buyer.ts';
import { customsClassOf, type Deal, destinationOf, fuelOf, litersOf, segmentOf, yearOf } from './deal-lot.ts';
import { highestBid } from './highest-bid.ts';
import { pageCosts } from './page-costs.ts';
import { partOut } from './part-out.ts';
import { profitChance, profitCurve } from './profit-curve.ts';
import { redFlags } from './red-flags.ts';
import { mayUseAirbags } from './repair-cost.ts';
import { bidWayOf, brokerOf, feeTitleOf } from './rows/auction-rows.ts';
import { told, unknownCosts } from './rows/ledger.ts';
import { allIn, isAllInOpen, profitOf, rowsAt } from './rows/rows-at.ts';
import { quantileOf, resaleClassOf, resaleKey, soldBy } from './rows/sale-rows.ts';
import { incrementRow } from './tables/auction-fees.ts';
import { sourceOf } from './tables/sourced-row.ts';
import { defaultOf, VERDICT_THRESHOLDS } from './tables/verdict-rules.ts';
import { costInParts, lookedAt, priceOf, verdictOf } from './verdict.ts';

/** Likely, cautious and worst case of the repair, as quantiles of its draws. */
const CAUTIONS = [0.5, 0.7, 0.9];

const costSwitches = (deal: Deal): CostChoice[] => [
  'own_labor',
  'door_rate',
  'unpaid',
  ...(destinationOf(deal) === 'US' ? [] : (['abroad'] as const)),
];

/** Repair and max bid with another switch. */
function switched(
  deal: Deal,
  change: Pick<DealSettings, 'cost' | 'repair_quantile'>,
): { repair: number; max_bid: number | null } {
  const other = { ...deal, settings: { ...deal.settings, ...change } };
  const highest = highestBid(other);
  return {
    repair: dollars(rowsAt(other, 0).amount('repair') ?? 0),
    max_bid: highest === null ? null : dollars(highest),
  };
}

/** What lists and sheet say of a deal. */
function foundOf(deal: Deal) {
  const expected = priceOf(deal);
  return {
    highest: highestBid(deal),
    expected,
    price: lookedAt(deal, expected),
    parted: partOut(deal.lot, deal.settings.part_out),
    forbidden: resaleClassOf(deal) === null && rowsAt(deal, 0).amount('resale') === null,
  };
}

/** What lists show of a deal: verdict, answer and expected price. */
export function dealInBrief(deal: Deal): Pick<DealSheet, 'verdict' | 'answer' | 'price' | 'highest_bid'> {
  const found = foundOf(deal);
  return {
    verdict: verdictOf(deal, found).verdict,
    answer: answerOf(deal, found),
    price: found.expected,
    highest_bid: found.highest === null ? null : dollars(found.highest),
  };
}

/** The whole deal of a lot: rows at the highest bid, the chance of the wanted profit by bid, verdict and flags. */
export function dealSheet(deal: Deal): Omit<DealSheet, 'report_id' | 'settings' | 'defaults' | 'changes'> {
  const { day, settings } = deal;
  const { highest, price, expected, parted, forbidden } = foundOf(deal);
  const risk = settings.risk ?? defaultOf('risk');
  const chance = profitChance(deal);
  const curve = chance
    ? profitCurve(deal, { chance, risk, marks: [highest, price?.cents ?? null] })
    : { points: [], ceiling: null };
  const bid = price?.cents ?? 0;
  const ledger = rowsAt(deal, bid);
  const profit = profitOf(ledger, bid);
  const { verdict, reasons } = verdictOf(deal, { price, expected, highest, parted, forbidden });
  return {
    day,
    counted: {
      buys_as: buysAs(deal),
      cost: costChoiceOf(deal),
      paint_sublet: paintsElsewhere(deal),
      may_use_airbags: mayUseAirbags(deal),
      high_volume: settings.high_volume ?? buyerOf(deal).high_volume,
      resale_key: resaleKey(deal),
      destination: destinationOf(deal),
      ...soldBy(deal),
      broker: brokerOf(deal).broker,
      broker_from: brokerOf(deal).from,
      sold_in_canada: deal.lot.sold_in_canada,
      us_built: deal.lot.us_built,
      customs_class: customsClassOf(deal),
      bid_way: bidWayOf(deal),
      fee_title: feeTitleOf(deal),
      repair_quantile: quantileOf(deal),
      segment: segmentOf(deal),
      fuel: fuelOf(deal),
      liters: litersOf(deal),
      year: yearOf(deal),
    },
    price: expected,
    answer: answerOf(deal, { price, highest, parted, forbidden }),
    switches: {
      cost: costSwitches(deal).map((cost) => ({ cost, ...switched(deal, { cost }) })),
      caution: CAUTIONS.map((quantile) => ({ quantile, ...switched(deal, { repair_quantile: quantile }) })),
    },
    bid_now: bidNow(deal),
    bid: dollars(bid),
    rows: ledger.rows.map((row) => told(row, day)),
    page_costs: pageCosts(deal, bid),
    unknown_rows: unknownCosts(ledger).map(({ id }) => id),
    all_in: dollars(allIn(ledger, bid)),
    all_in_at_least: isAllInOpen(ledger),
    profit: profit === null ? null : dollars(profit),
    highest_bid: highest === null ? null : dollars(highest),
    bid_sources: [incrementRow(deal.lot.auction)].flatMap((row) => (row ? [sourceOf(row, day)] : [])),
    ceiling: curve.ceiling === null ? null : dollars(curve.ceiling),
    risk,
    curve: curve.points.map((point) => ({ ...point, bid: dollars(point.bid) })),
    part_out: parted && {
      parts: dollars(parted.parts),
      parts_count: parted.count,
      pull: [...parted.pull],
      engine: dollars(parted.engine),
      others: dollars(parted.others),
      capped: parted.capped,
      metal: dollars(parted.metal),
      catalyst: dollars(parted.catalyst),
      labor: dollars(parted.labor),
      selling: dollars(parted.selling),
      value: dollars(parted.value),
      cost: dollars(costInParts(deal, bid).cents),
      cost_at_least: costInParts(deal, bid).open,
      days: parted.days,
      own: [...parted.own],
      sources: parted.rows.map((row) => sourceOf(row, day)),
    },
    verdict,
    thresholds: VERDICT_THRESHOLDS.map((row) => {
      const own = settings.thresholds?.[row.code];
      return own === undefined
        ? { code: row.code, value: row.value, from: 'table', sources: [sourceOf(row, day)] }
        : { code: row.code, value: own, from: 'user', sources: [] };
    }),
    reasons,
    flags: redFlags(deal, ledger, expected),
  };
}

/** The highest bid of a sale that is still open; a price in another currency is none. */
function bidNow({ lot: { market }, at }: Deal): number | null {
  if (market?.currency !== 'USD' || market.current_bid === null) return null;
  const state = saleStateAt(market, at);
  return state === 'upcoming' || state === 'live' || state === 'unknown' ? market.current_bid : null;
}
