import type { Cents } from '../../contract/schemas/money.ts';
import type { Deal } from './deal-lot.ts';
import { highestThat, thinkableBids } from './highest-bid.ts';
import { repairDraws, shareUnder } from './repair-cost.ts';
import { profitOf, rowsAt } from './rows/rows-at.ts';

/** So many bids of the curve are told at most, beside those that are marked. */
const POINTS = 24;

/** The whole repair at which a bid breaks even, cents; null: what the car sells for is not known. */
export function breakEvenRepair(deal: Deal, bid: Cents): Cents | null {
  const ledger = rowsAt(deal, bid);
  const profit = profitOf(ledger, bid);
  return profit === null ? null : profit + (ledger.amount('repair') ?? 0);
}

/** What is wanted as profit, cents; it doesn't follow the bid. */
export const wantedProfit = (deal: Deal): Cents => rowsAt(deal, 0).amount('margin') ?? 0;

/** Chance, 0–1, that the repair costs no more than so much: the share of this buyer's draws. One its user entered is sure. */
export function repairChance(deal: Deal): (most: Cents) => number {
  const own = rowsAt(deal, 0).rows.find(({ id, from }) => id === 'repair' && from === 'user')?.cents;
  const draws = own == null ? repairDraws(deal) : [own, own];
  return (most) => shareUnder(draws, most);
}

/** Chance of the wanted profit at a bid, 0–1. */
export type ProfitChance = (bid: Cents) => number;

/** Chance of the wanted profit by bid: how often the repair leaves it. Null where what the car sells for is not known. */
export function profitChance(deal: Deal): ProfitChance | null {
  if (breakEvenRepair(deal, 0) === null) return null;
  const chance = repairChance(deal);
  const wanted = wantedProfit(deal);
  const kept = new Map<Cents, number>();
  return (bid) => {
    const made = kept.get(bid) ?? chance((breakEvenRepair(deal, bid) ?? 0) - wanted);
    kept.set(bid, made);
    return made;
  };
}

/** The curve's bids with their chances, rising, and the highest bid that has the chance its user wants. */
export function profitCurve(
  deal: Deal,
  { chance, risk, marks }: { chance: ProfitChance; risk: number; marks: readonly (Cents | null)[] },
): { points: { bid: Cents; probability: number }[]; ceiling: Cents | null } {
  const bids = thinkableBids(deal);
  const ceiling = highestThat(bids, (bid) => chance(bid) >= 1 - risk);
  const last = bids.findLastIndex((bid) => chance(bid) > 0);
  const shown = bids.slice(0, last + 2);
  const every = Math.max(1, Math.ceil(shown.length / POINTS));
  const picked = new Set([
    ...shown.filter((_, at) => at % every === 0 || at === shown.length - 1),
    ...[ceiling, ...marks].filter((bid) => bid !== null),
  ]);
  return {
    points: [...picked].sort((a, b) => a - b).map((bid) => ({ bid, probability: chance(bid) })),
    ceiling,
  };
}
