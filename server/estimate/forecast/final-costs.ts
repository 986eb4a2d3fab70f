import type { Cents } from '../../../contract/schemas/money.ts';
import type { SeverityVector } from '../../damage-detectors/declared/severity-vector.ts';
import { INFERENCE } from '../inference/inference-table.ts';
import { SEVERITIES } from '../inference/severity-grid.ts';
import {
  type DamageKind,
  FIRST_ESTIMATE_SHARE,
  LIGHTEN,
  NOISES,
  sellChance,
  writtenCost,
} from '../tables/selection.ts';
import { DRAWN_CELLS, DRAWN_NOISE, DRAWN_SEVERITIES, type DrawnCosts, HIT_DRAWS, noiseAt } from './draws.ts';

export type Quantiles = { readonly low: Cents; readonly likely: Cents; readonly high: Cents };

/** The market a car is sold in: how often a repair so large sells it as salvage. */
export type SaleMarket = {
  readonly severity: SeverityVector;
  readonly kind: DamageKind;
  /** Value before the damage; null: nothing is weighed by value. */
  readonly value: { readonly cents: Cents; readonly sd_log: number } | null;
  readonly threshold: number;
};

/** A repair below this many cents is no damage anyone declares a figure for. */
const LEAST_COST = 15_000;

/** Share of cars sold as salvage whatever the repair: what photos show must be able to win over any value. */
const SOLD_ANYWAY = INFERENCE.selection_floor.value;

/** Chance density of the severity scale: the lightened class chances, each spread over its own unit of the scale. */
function densityAt({ severity, kind }: SaleMarket, s: number): number {
  const at = Math.min(2, Math.max(0, Math.round(s))) as 0 | 1 | 2;
  return severity[at] * LIGHTEN[at] ** kind.lighten;
}

/**
 * Factors of a noise with some spread, one a draw: spreads are those of the tables by kind, age and model, and recur. The few
 * that were made last are kept, some 40 kB each.
 */
function factorsOf(noises: Float64Array): (spread: number) => Float64Array {
  const kept = new Map<number, Float64Array>();
  return (spread) => {
    const made = kept.get(spread) ?? noises.map((noise) => Math.exp(noise * spread));
    kept.delete(spread);
    kept.set(spread, made);
    const [oldest] = kept.keys();
    if (kept.size > MOST_FACTORS && oldest !== undefined) kept.delete(oldest);
    return made;
  };
}
const MOST_FACTORS = 32;
const worthFactors = factorsOf(DRAWN_NOISE.worth);
const extraFactors = factorsOf(DRAWN_NOISE.extra);

const worths = new WeakMap<SaleMarket, Float64Array>();

/** What the car is worth in each draw, cents. */
export function worthOf(market: SaleMarket): Float64Array {
  const kept = worths.get(market);
  if (kept) return kept;
  const { cents, sd_log } = market.value ?? { cents: 0, sd_log: 0 };
  const made = worthFactors(sd_log).map((factor) => cents * factor);
  worths.set(market, made);
  return made;
}

/**
 * What each draw counts before anybody looks at photos: the density of its severity times the chance that a car so damaged
 * is sold as salvage. Adds up to 1 over the draws of a hit; `none` draws count nothing here.
 */
export function saleWeights(costs: Float64Array, market: SaleMarket): Float64Array {
  const weights = new Float64Array(DRAWN_SEVERITIES.length * NOISES);
  // A declaration without a line says nothing of the repair: photos alone are weighed then.
  const weighed = market.value !== null && costs.some((cost) => cost > 0);
  const worth = worthOf(market);
  const { common } = DRAWN_NOISE;
  const { threshold, kind } = market;
  let sum = 0;
  for (let draw = 0; draw < HIT_DRAWS; draw++) {
    const density = densityAt(market, DRAWN_SEVERITIES[draw] ?? 0);
    const full = costs[draw] ?? 0;
    for (let noise = 0; noise < NOISES; noise++) {
      const at = noiseAt(draw, noise);
      const cost = full * (common[at] ?? 1);
      const sold = !weighed
        ? 1
        : cost < LEAST_COST
          ? 0
          : SOLD_ANYWAY + (1 - SOLD_ANYWAY) * sellChance(cost / (worth[at] ?? 0), threshold) ** kind.strength;
      weights[at] = density * sold;
      sum += density * sold;
    }
  }
  if (sum > 0) for (let at = 0; at < weights.length; at++) weights[at] = (weights[at] ?? 0) / sum;
  return weights;
}

/** How often a car hit so hard is sold as salvage against others, over SEVERITIES; the state `none` counts as the lightest hit. */
export function soldBySeverity(weights: Float64Array, market: SaleMarket): number[] {
  const sold = SEVERITIES.map(() => 0);
  const drawn = SEVERITIES.map(() => 0);
  for (let draw = 0; draw < HIT_DRAWS; draw++) {
    const cell = DRAWN_CELLS[draw] ?? 0;
    const density = densityAt(market, DRAWN_SEVERITIES[draw] ?? 0);
    let weight = 0;
    for (let noise = 0; noise < NOISES; noise++) weight += weights[noiseAt(draw, noise)] ?? 0;
    sold[cell] = (sold[cell] ?? 0) + (density > 0 ? weight / density : 0);
    drawn[cell] = (drawn[cell] ?? 0) + 1;
  }
  const each = sold.map((sum, cell) => sum / Math.max(1, drawn[cell] ?? 0));
  const most = Math.max(...each);
  return each.map((share) => (most > 0 ? Math.max(share / most, SOLD_ANYWAY) : 1));
}

/** Share of the reference cost that is written in each draw; 1 where there is none. */
function writtenShares(reference: Float64Array, market: SaleMarket): Float64Array {
  const shares = new Float64Array(DRAWN_SEVERITIES.length * NOISES).fill(1);
  const worth = worthOf(market);
  const { common } = DRAWN_NOISE;
  const weighed = market.value !== null;
  for (let draw = 0; draw < DRAWN_SEVERITIES.length; draw++) {
    const full = reference[draw] ?? 0;
    if (!(full > 0)) continue;
    for (let noise = 0; noise < NOISES; noise++) {
      const at = noiseAt(draw, noise);
      const whole = full * (common[at] ?? 1);
      shares[at] = (weighed ? writtenCost(whole * FIRST_ESTIMATE_SHARE, worth[at] ?? 0) : whole) / full;
    }
  }
  return shares;
}

/** Each buyer's prices are asked in the same reference world: its shares are made once. */
const written = new WeakMap<Float64Array, { market: SaleMarket; shares: Float64Array }>();
function sharesOf(reference: Float64Array, market: SaleMarket): Float64Array {
  const kept = written.get(reference);
  if (kept?.market === market) return kept.shares;
  const shares = writtenShares(reference, market);
  written.set(reference, { market, shares });
  return shares;
}

/**
 * Final cost of every draw, cents, as an insurer's first estimate would have it: near the car's value less is written. Money
 * follows the prices asked, the share that is written of it the reference price world. `extra`: further spread, standard deviation of the
 * logarithm, for what is known worse than prices, writer and value. Neither the draws' costs nor the market may change afterwards.
 */
export function finalCosts(
  { reference, asked }: Pick<DrawnCosts, 'reference' | 'asked'>,
  market: SaleMarket,
  extra = 0,
): Float64Array {
  const costs = new Float64Array(DRAWN_SEVERITIES.length * NOISES);
  const shares = sharesOf(reference, market);
  const further = extra > 0 ? extraFactors(extra) : null;
  const { writer } = DRAWN_NOISE;
  for (let draw = 0; draw < DRAWN_SEVERITIES.length; draw++) {
    const paid = asked[draw] ?? 0;
    for (let at = noiseAt(draw, 0); at < noiseAt(draw, NOISES); at++)
      costs[at] = (shares[at] ?? 1) * paid * (writer[at] ?? 1) * (further === null ? 1 : (further[at] ?? 1));
  }
  return costs;
}

/**
 * Costs where the lines say little of them: shares of the car's value, as likely as `weights` of the draws of a hit. `extra` as
 * for finalCosts.
 */
export function valueCosts(market: SaleMarket, extra = 0): Float64Array {
  const { value_median, value_sd } = market.kind;
  const worth = worthOf(market);
  const spread = Math.hypot(value_sd, extra);
  const factors = valueFactors(spread);
  return worth.map((value, at) => value * value_median * (factors[at] ?? 1));
}
const WRITER_SD = Math.sqrt(
  DRAWN_NOISE.writer.reduce((sum, value) => sum + Math.log(value) ** 2, 0) / DRAWN_NOISE.writer.length,
);
const valueFactors = factorsOf(
  // Its own luck: the writer's noise of another draw.
  DRAWN_NOISE.writer.map(
    (_, at) => Math.log(DRAWN_NOISE.writer[(at * 7 + 3) % DRAWN_NOISE.writer.length] ?? 1) / WRITER_SD,
  ),
);

/** Bins that costs are sorted into first: only those that hold a quantile are sorted within. */
const BINS = 512;
/** Of draws that count nothing. */
const NO_BIN = BINS;
/** Bin of each draw, of the quantiles that are taken just now. */
let binned = new Uint16Array(0);

/**
 * The least costs at or below which each of `shares` (0–1, rising) of the weight lies, cents: no draw that gets dearer can make
 * one cheaper, as a mean of neighbors could. Costs are 0 or more.
 */
export function quantiles(costs: Float64Array, weights: Float64Array, shares: readonly number[]): number[] {
  let [most, all] = [0, 0];
  for (let at = 0; at < costs.length; at++) {
    const weight = weights[at] ?? 0;
    const cost = costs[at] ?? 0;
    if (weight > 0 && cost > most) most = cost;
    all += weight;
  }
  if (!(most > 0) || !(all > 0)) return shares.map(() => 0);
  // By the square root: costs crowd at the lower end.
  const scale = (BINS - 1) / Math.sqrt(most);
  if (binned.length < costs.length) binned = new Uint16Array(costs.length);
  const held = new Float64Array(BINS + 1);
  for (let at = 0; at < costs.length; at++) {
    const weight = weights[at] ?? 0;
    const bin = weight > 0 ? Math.floor(Math.sqrt(costs[at] ?? 0) * scale) : NO_BIN;
    binned[at] = bin;
    held[bin] = (held[bin] ?? 0) + weight;
  }
  const reached = shares.map((share) => {
    // Where a share ends just with a draw, sums in another order must not take the next one.
    let left = share * all * (1 - 1e-9);
    let bin = 0;
    while (bin < BINS - 1 && (held[bin] === 0 || left > (held[bin] ?? 0))) {
      left -= held[bin] ?? 0;
      bin++;
    }
    return { left, bin };
  });
  const within = new Array<number[] | undefined>(BINS + 1);
  for (const { bin } of reached) within[bin] = [];
  for (let at = 0; at < costs.length; at++) within[binned[at] ?? NO_BIN]?.push(at);
  for (const draws of within) draws?.sort((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0));
  return reached.map(({ left: share, bin }) => {
    const draws = within[bin] ?? [];
    let left = share;
    for (const at of draws) {
      const weight = weights[at] ?? 0;
      if (left <= weight) return costs[at] ?? 0;
      left -= weight;
    }
    // What rounding left over belongs to the dearest of them.
    return costs[draws.at(-1) ?? -1] ?? most;
  });
}
