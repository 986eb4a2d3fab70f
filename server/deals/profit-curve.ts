import type { Cents } from '../../contract/schemas/money.ts';
import type { Deal } from './deal-lot.ts';
import { highestThat, thinkableBids } from './highest-bid.ts';
import type { Ledger } from './rows/ledger.ts';
import { allIn, rowsAt } from './rows/rows-at.ts';

/** So many slices of equal chance stand for the resale and for the repair. */
const SLICES = 20;
/** So many bids of the curve are told at most, beside those that are marked. */
const POINTS = 24;

/** Middles of slices of equal chance, between quantiles that rise. */
const slices = (quantileAt: (share: number) => number): number[] =>
  Array.from({ length: SLICES }, (_, at) => quantileAt((at + 0.5) / SLICES));

/** Straight from the low end over the likely figure, which half of all lie below, to the high end. */
const between =
  ({ low, likely, high }: { low: Cents; likely: Cents; high: Cents }) =>
  (share: number): number =>
    share < 0.5 ? low + (likely - low) * share * 2 : likely + (high - likely) * (share - 0.5) * 2;

const along =
  (quantiles: readonly Cents[]) =>
  (share: number): number => {
    const at = share * (quantiles.length - 1);
    const [from, to] = [quantiles[Math.floor(at)] ?? 0, quantiles[Math.ceil(at)] ?? 0];
    return from + (to - from) * (at - Math.floor(at));
  };

const spreadOf = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
};

/** What chance stands of the outcome: the resale less its share for selling, and the repair. */
type Outcomes = {
  /** Resale after selling costs less repair, each as likely as every other, rising; cents. */
  readonly left: readonly number[];
  readonly contributor: 'repair' | 'resale' | null;
};

function outcomes(deal: Deal, ledger: Ledger): Outcomes | null {
  const row = ledger.rows.find(({ id }) => id === 'resale');
  const repair = ledger.rows.find(({ id }) => id === 'repair');
  if (!row || row.cents === null || !repair) return null;
  const likely = row.cents;
  // An exit cost its user entered stays as it is; ours is a share of what the car sells for.
  const exit = ledger.rows.find(({ id }) => id === 'exit_cost');
  const keeps = exit?.basis.code === 'percent' ? 1 - exit.basis.percent / 100 : 1;
  const resold = slices(between({ low: row.low ?? likely, likely, high: row.high ?? likely }));
  const repaired = repair.from === 'user' ? slices(() => repair.cents ?? 0) : slices(along(deal.lot.repair));
  const left = resold.flatMap((sold) => repaired.map((cost) => sold * keeps - cost)).sort((a, b) => a - b);
  const [byRepair, byResale] = [spreadOf(repaired), spreadOf(resold) * keeps];
  return {
    left,
    contributor: byRepair === 0 && byResale === 0 ? null : byRepair >= byResale ? 'repair' : 'resale',
  };
}

/** Chance of the wanted profit at a bid, 0–1. */
export type ProfitChance = (bid: Cents) => number;

/**
 * Chance of the wanted profit by bid, from the repair's draws and the ends of the resale, independent of each other; all other
 * rows stand as they are at that bid. Null where the resale is not known.
 */
export function profitChance(
  deal: Deal,
): { chance: ProfitChance; contributor: Outcomes['contributor'] } | null {
  const found = outcomes(deal, rowsAt(deal, 0));
  if (found === null) return null;
  const { left, contributor } = found;
  const kept = new Map<Cents, number>();
  const chance = (bid: Cents): number => {
    const before = kept.get(bid);
    if (before !== undefined) return before;
    const ledger = rowsAt(deal, bid);
    const exit = ledger.rows.find(({ id }) => id === 'exit_cost');
    const drawn = (ledger.amount('repair') ?? 0) + (exit?.basis.code === 'percent' ? (exit.cents ?? 0) : 0);
    const needed = allIn(ledger, bid) - drawn + (ledger.amount('margin') ?? 0);
    const first = left.findIndex((amount) => amount >= needed);
    const made = first === -1 ? 0 : (left.length - first) / left.length;
    kept.set(bid, made);
    return made;
  };
  return { chance, contributor };
}

/** The curve's bids with their chances, rising, and the highest bid that has the chance its user wants. */
export function profitCurve(
  deal: Deal,
  { chance, risk, marks }: { chance: ProfitChance; risk: number; marks: readonly (Cents | null)[] },
): { points: { bid: Cents; probability: number }[]; ceiling: Cents | null } {
  const most = rowsAt(deal, 0).rows.find(({ id }) => id === 'resale');
  const bids = thinkableBids(deal, Math.max(most?.high ?? 0, most?.cents ?? 0));
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
