import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { NOISES } from '../tables/selection.ts';
import { CELL_DRAWS, DRAWN_SEVERITIES, type DrawnCosts, noiseAt } from './draws.ts';
import { declaredMoney, type Forecasting, isLookedAt, type Outcomes, settledShare } from './outcomes.ts';

/** What the draws of one hit count together, and their money. */
type ByHit = { readonly weights: Float64Array; readonly money: Float64Array };

function byHit({ costs, weights }: Outcomes): ByHit {
  const sums = {
    weights: new Float64Array(DRAWN_SEVERITIES.length),
    money: new Float64Array(DRAWN_SEVERITIES.length),
  };
  for (let draw = 0; draw < DRAWN_SEVERITIES.length; draw++)
    for (let at = noiseAt(draw, 0); at < noiseAt(draw, NOISES); at++) {
      const weight = weights[at] ?? 0;
      sums.weights[draw] = (sums.weights[draw] ?? 0) + weight;
      sums.money[draw] = (sums.money[draw] ?? 0) + weight * (costs[at] ?? 0);
    }
  return sums;
}

type Parted = { weight: number; money: number; weightWith: number; moneyWith: number };
const nothing = (): Parted => ({ weight: 0, money: 0, weightWith: 0, moneyWith: 0 });

/** Spread between the draws a line is there in and those it is not: their weight times the variance, cents squared. */
function apart({ weight, money, weightWith, moneyWith }: Parted): number {
  const without = weight - weightWith;
  if (!(weightWith > 0) || !(without > 0)) return 0;
  const gap = moneyWith / weightWith - (money - moneyWith) / without;
  return ((weightWith * without) / weight) * gap ** 2;
}

/**
 * Basis: judgment. What a part tells of the hit as a whole the parts asked about next tell again: so much of that counts for it, beside
 * all of its own money.
 */
const TELLS_OF_HIT = 0.25;

/** Variance of the final cost that knowing of a line takes away, cents squared: what lies apart at each severity of the hit, and over all of them. */
function knownBy({ weights, money }: ByHit, here: Uint8Array): number {
  const all = nothing();
  let own = 0;
  for (const { from, to } of CELL_DRAWS) {
    const cell = nothing();
    for (let draw = from; draw < to; draw++) {
      const [weight, cost, mark] = [weights[draw] ?? 0, money[draw] ?? 0, here[draw] ?? 0];
      cell.weight += weight;
      cell.money += cost;
      cell.weightWith += mark * weight;
      cell.moneyWith += mark * cost;
    }
    own += apart(cell);
    all.weight += cell.weight;
    all.money += cell.money;
    all.weightWith += cell.weightWith;
    all.moneyWith += cell.moneyWith;
  }
  return all.weight > 0 ? (TELLS_OF_HIT * apart(all) + (1 - TELLS_OF_HIT) * own) / all.weight : 0;
}

/** What of the declared money is in each part, or open pair, that nobody looked at, 0–1 by the id of its line. */
function openShares({ listing, belief }: Forecasting): Map<string, number> {
  const open = new Map<string, number>();
  let all = 0;
  for (const { part, pair, cost } of declaredMoney(listing, belief)) {
    all += cost;
    if (isLookedAt(part)) continue;
    for (const id of new Set([part.key, pair])) open.set(id, (open.get(id) ?? 0) + cost);
  }
  return new Map([...open].map(([id, cost]) => [id, all > 0 ? cost / all : 0]));
}

/**
 * What looking at a part takes out of doubt, whole US dollars by the id of its line, for the parts one can look at and nobody did: the
 * standard deviation of the total that goes when it is known whether the line is there, and with it how two estimators would write
 * that part of the damage. `sd`: of the total as it stands, cents.
 */
export function inDoubt(
  outcomes: Outcomes,
  { present }: Pick<DrawnCosts, 'present'>,
  forecasting: Forecasting,
  sd: number,
): NonNullable<Estimate['in_doubt']> {
  const hits = byHit(outcomes);
  const doubts: Record<string, number> = {};
  for (const [id, share] of openShares(forecasting)) {
    const here = present.get(id);
    if (!here) continue;
    const settled = settledShare(forecasting.confirmed, share) * sd ** 2;
    doubts[id] = Math.round(Math.sqrt(knownBy(hits, here) + settled) / 100);
  }
  return doubts;
}
