import type { DealSheet } from '../../contract/deal/deal-sheet.ts';
import { dollarsFromCents as dollars } from '../../contract/schemas/money.ts';
import { customsClassOf, type Deal, destinationOf, fuelOf, litersOf, segmentOf, yearOf } from './deal-lot.ts';
import { highestBid } from './highest-bid.ts';
import { partOut } from './part-out.ts';
import { profitChance, profitCurve } from './profit-curve.ts';
import { redFlags } from './red-flags.ts';
import { bidWayOf, brokerOf, feeTitleOf } from './rows/auction-rows.ts';
import { told } from './rows/ledger.ts';
import { allIn, isAllInOpen, profitOf, rowsAt } from './rows/rows-at.ts';
import { quantileOf, resaleClassOf, soldBy } from './rows/sale-rows.ts';
import { incrementRow } from './tables/auction-fees.ts';
import { sourceOf } from './tables/sourced-row.ts';
import { defaultOf, VERDICT_THRESHOLDS } from './tables/verdict-rules.ts';
import { costInParts, expectedPrice, verdictOf } from './verdict.ts';

/** The whole deal of a lot: rows at the highest bid, the chance of the wanted profit by bid, verdict and flags. */
export function dealSheet(deal: Deal): Omit<DealSheet, 'report_id' | 'settings' | 'defaults'> {
  const { day } = deal;
  const highest = highestBid(deal);
  const price = expectedPrice(deal);
  const risk = deal.settings.risk ?? defaultOf('risk');
  const chances = profitChance(deal);
  const curve = chances
    ? profitCurve(deal, { chance: chances.chance, risk, marks: [highest, price?.cents ?? null] })
    : { points: [], ceiling: null };
  const parted = partOut(deal.lot, deal.settings.part_out);
  const bid =
    deal.settings.bid === undefined ? (highest ?? price?.cents ?? 0) : Math.round(deal.settings.bid * 100);
  const ledger = rowsAt(deal, bid);
  const profit = profitOf(ledger, bid);
  const { verdict, reasons } = verdictOf(deal, {
    price,
    highest,
    chance: chances?.chance ?? null,
    contributor: chances?.contributor ?? null,
    parted,
    forbidden: resaleClassOf(deal) === null && ledger.amount('resale') === null,
  });
  return {
    day,
    counted: {
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
    bid: dollars(bid),
    rows: ledger.rows.map((row) => told(row, day)),
    unknown_rows: ledger.rows
      .filter(({ cents, group }) => cents === null && group !== 'resale' && group !== 'wanted')
      .map(({ id }) => id),
    all_in: dollars(allIn(ledger, bid)),
    all_in_at_least: isAllInOpen(ledger),
    profit: profit === null ? null : dollars(profit),
    highest_bid: highest === null ? null : dollars(highest),
    bid_sources: [incrementRow(deal.lot.auction)].flatMap((row) => (row ? [sourceOf(row, day)] : [])),
    ceiling: curve.ceiling === null ? null : dollars(curve.ceiling),
    risk,
    curve: curve.points.map((point) => ({ ...point, bid: dollars(point.bid) })),
    contributor: chances?.contributor ?? null,
    part_out: parted && {
      parts: dollars(parted.parts),
      parts_count: parted.count,
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
      const own = deal.settings.thresholds?.[row.code];
      return own === undefined
        ? { code: row.code, value: row.value, from: 'table', sources: [sourceOf(row, day)] }
        : { code: row.code, value: own, from: 'user', sources: [] };
    }),
    reasons,
    flags: redFlags(deal, ledger),
  };
}
