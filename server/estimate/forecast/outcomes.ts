import type { EvidenceItem } from '../../../contract/evidence.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { centsFromDollars as cents, dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import type { Belief } from '../inference/believe.ts';
import type { PartBelief } from '../inference/believed-parts.ts';
import { NONE } from '../inference/severity-grid.ts';
import type { Case, Setting } from '../scope/estimate-lines.ts';
import { type RangeSpread, rangeSpread } from '../tables/range-factors.ts';
import { damageKind, NOISE, NOISES, SCOPE_SHARE } from '../tables/selection.ts';
import { usualSalvage } from '../totals/statutes.ts';
import {
  DRAWN_CELLS,
  DRAWN_SEVERITIES,
  type DrawnCosts,
  type DrawnLine,
  HIT_DRAWS,
  noiseAt,
  uniformsOf,
} from './draws.ts';
import { finalCosts, LEAST_COST, type Quantiles, quantiles, valueCosts, worthOf } from './final-costs.ts';
import type { Listing } from './listing.ts';

/** Weights of the draws once evidence was weighed: heavier or lighter hits, and that nothing hit the car at all. */
function weightsUnder(listing: Listing, belief: Belief): Float64Array {
  const before = belief.prior.weights;
  const after = belief.severity.weights;
  const [from, to] = [before[NONE] ?? 0, after[NONE] ?? 0];
  // Only evidence raises the chance that nothing was hit; what the listing itself allows for it is in its own forecast.
  const none = to > from ? (to - from) / (1 - from) : 0;
  const ratio = after.map((weight, at) => ((before[at] ?? 0) > 0 ? weight / (before[at] ?? 1) : 0));
  const weights = new Float64Array(listing.weights.length);
  let sum = 0;
  for (let draw = 0; draw < DRAWN_SEVERITIES.length; draw++) {
    const by = ratio[DRAWN_CELLS[draw] ?? 0] ?? 0;
    for (let at = noiseAt(draw, 0); at < noiseAt(draw, NOISES); at++) {
      const weight = (listing.weights[at] ?? 0) * by;
      weights[at] = weight;
      sum += weight;
    }
  }
  const hits = noiseAt(HIT_DRAWS, 0);
  for (let at = 0; at < hits; at++) weights[at] = sum > 0 ? ((weights[at] ?? 0) / sum) * (1 - none) : 0;
  weights.fill(none / (weights.length - hits), hits);
  return weights;
}

/** Final cost of every draw, cents, with what the draw counts and what the car is worth in it. */
export type Outcomes = {
  readonly costs: Float64Array;
  readonly weights: Float64Array;
  readonly worth: (at: number) => number;
};

/**
 * Draws costs towards their median by what of the writer's and the scope's own spread is settled once somebody saw which parts are
 * damaged: two estimators then write the same parts. The order of the draws and their median stay. `confirmed`: 0–1.
 */
function settle(costs: Float64Array, weights: Float64Array, confirmed: number): void {
  if (confirmed === 0 || SCOPE_SHARE === 0) return;
  const [low = 0, likely = 0, high = 0] = quantiles(costs, weights, [0.1, 0.5, 0.9]);
  if (!(low > 0) || high <= low) return;
  const all = (Math.log(high / low) / 2.563) ** 2;
  const settled = SCOPE_SHARE * confirmed * (NOISE.estimator ** 2 + NOISE.lines_common ** 2);
  const by = Math.sqrt(Math.max(all - settled, (1 - SCOPE_SHARE * confirmed) * all) / all);
  for (let at = 0; at < costs.length; at++) {
    const cost = costs[at] ?? 0;
    if (cost > 0) costs[at] = likely * (cost / likely) ** by;
  }
}

/** Share of the variance left at `confirmed` that goes when `more` of the declared money is looked at, 0–1. */
export const settledShare = (confirmed: number, more: number): number =>
  (SCOPE_SHARE * more) / (1 - SCOPE_SHARE * confirmed);

/** What outcomes have in common whatever is paid for the lines: weights, and the costs that follow the car's value, where some do. */
type Common = {
  /** Of the draws of the lines alone. */
  readonly ofLines: Float64Array;
  readonly weights: Float64Array;
  readonly ofValue: Float64Array | null;
};
const common = new WeakMap<Forecasting, Common>();

function commonOf(forecasting: Forecasting): Common {
  const kept = common.get(forecasting);
  if (kept) return kept;
  const made = makeCommon(forecasting);
  common.set(forecasting, made);
  return made;
}

function makeCommon({ listing, belief, byValue, spread }: Forecasting): Common {
  const { market } = listing;
  const weights = weightsUnder(listing, belief);
  if (byValue === 0 || market.value === null) return { ofLines: weights, weights, ofValue: null };
  const share = listing.lines.length === 0 ? 1 : byValue;
  const counted = new Float64Array(2 * weights.length);
  for (let at = 0; at < weights.length; at++) counted[at] = (weights[at] ?? 0) * (1 - share);
  const hits = noiseAt(HIT_DRAWS, 0);
  counted.fill(share / hits, weights.length, weights.length + hits);
  return { ofLines: weights, weights: counted, ofValue: valueCosts(market, spread.sd_log_extra) };
}

/** `valueFactor`: on what follows the car's value and no line. The weights are shared: they are only read. */
export function outcomesOf(drawn: DrawnCosts, forecasting: Forecasting, valueFactor = 1): Outcomes {
  const { listing, belief, spread, confirmed } = forecasting;
  const costs = finalCosts(drawn, listing.market, spread.sd_log_extra);
  // Somebody declared a hit: until all of its place is seen undamaged there is some damage.
  if (belief.declared.declared_known && !belief.spared.all)
    for (let at = 0; at < costs.length; at++) costs[at] = Math.max(costs[at] ?? 0, LEAST_COST);
  const { ofLines, weights, ofValue } = commonOf(forecasting);
  settle(costs, ofLines, confirmed);
  const worths = worthOf(listing.market);
  const worth = (at: number): number => worths[at % costs.length] ?? 0;
  if (ofValue === null) return { costs, weights, worth };
  const both = new Float64Array(2 * costs.length);
  both.set(costs);
  for (let at = 0; at < ofValue.length; at++) both[costs.length + at] = (ofValue[at] ?? 0) * valueFactor;
  return { costs: both, weights, worth };
}

/** Median, 10th and 90th percentile of the final cost, cents; what no photo shows opens the high end, and nothing else. */
export function rangeOf({ costs, weights }: Outcomes, forecasting: Forecasting): Quantiles {
  const [low = 0, likely = 0, high = 0] = quantiles(costs, weights, [0.1, 0.5, 0.9]).map(Math.round);
  const more = withUnseen(costs, forecasting);
  if (more === costs) return { low, likely, high };
  const [opened = 0] = quantiles(more, weights, [0.9]).map(Math.round);
  return { low, likely, high: Math.max(high, opened) };
}

/**
 * The costs with what damage of kinds no photo shows would add, where the listing names it. What a lot merely may hide is stated with
 * its chance and is no money: parts seen undamaged must not make a car dearer.
 */
function withUnseen(
  costs: Float64Array,
  { belief: { risks, declared }, listing: { market } }: Forecasting,
): Float64Array {
  const worth = market.value?.cents ?? 0;
  const open = risks.filter(({ kind }) => !isDeclared(kind, declared));
  if (worth === 0 || open.length === 0) return costs;
  const more = costs.slice();
  for (const { kind, named } of open) {
    const luck = luckOf(kind, costs.length);
    const probability = named;
    const added = worth * damageKind(RISK_OF[kind]).value_median;
    for (let at = 0; at < more.length; at++)
      if ((luck[at] ?? 1) < probability) more[at] = (more[at] ?? 0) + added;
  }
  return more;
}

const lucks = new Map<string, Float64Array>();
/** One luck for all noises of a draw would make a risk hit them all or none: each takes another of the stream. */
function luckOf(kind: keyof typeof RISK_OF, count: number): Float64Array {
  const key = `${kind}:${count}`;
  const kept = lucks.get(key);
  if (kept) return kept;
  const stream = uniformsOf(`risk:${kind}`);
  const made = Float64Array.from({ length: count }, (_, at) => stream[(at * 13 + 5) % stream.length] ?? 1);
  lucks.set(key, made);
  return made;
}
const RISK_OF = { mechanical: 'mechanical', water: 'flood', theft: 'theft' } as const;

/** Whether the declared damage is itself of a kind that no photo shows: then the forecast has it already. */
export const isDeclared = (kind: keyof typeof RISK_OF, { special }: Belief['declared']): boolean =>
  RISK_OF[kind] === special;

export function meanOf({ costs, weights }: Outcomes): number {
  let [sum, all] = [0, 0];
  for (let at = 0; at < costs.length; at++) {
    sum += (costs[at] ?? 0) * (weights[at] ?? 0);
    all += weights[at] ?? 0;
  }
  return all > 0 ? sum / all : 0;
}

/** How often each line is there in the draws of some outcomes, by its id. */
function presenceIn(
  { costs, weights }: Outcomes,
  { present }: DrawnCosts,
  from: number,
  to: number,
): ReadonlyMap<string, number> {
  const [least = 0, most = 0] = quantiles(costs, weights, [from, to]);
  const each = new Float64Array(DRAWN_SEVERITIES.length);
  let all = 0;
  for (let at = 0; at < noiseAt(DRAWN_SEVERITIES.length, 0); at++) {
    const cost = costs[at] ?? 0;
    if (cost < least || cost > most) continue;
    const draw = Math.floor(at / NOISES);
    each[draw] = (each[draw] ?? 0) + (weights[at] ?? 0);
    all += weights[at] ?? 0;
  }
  return new Map(
    [...present].map(([id, here]) => {
      let sum = 0;
      for (let draw = 0; draw < each.length; draw++) if (here[draw] === 1) sum += each[draw] ?? 0;
      return [id, all > 0 ? sum / all : 0];
    }),
  );
}

/** The lines that tell the cheapest and the dearest tenth of outcomes from the middle ones, by their money. */
export function endReasons(
  outcomes: Outcomes,
  lines: readonly DrawnLine[],
  drawn: DrawnCosts,
): Pick<NonNullable<Estimate['range_reasons']>, 'low' | 'high'> {
  const middle = presenceIn(outcomes, drawn, 0.4, 0.6);
  const at = (share: ReadonlyMap<string, number>, sign: 1 | -1) =>
    lines
      .map(({ id, asked }) => ({
        line: id,
        amount: dollars(
          Math.round(((share.get(id) ?? 0) - (middle.get(id) ?? 0)) * (asked.fixed + asked.scaled)),
        ),
      }))
      .filter(({ amount }) => amount * sign >= 1)
      .sort((a, b) => (b.amount - a.amount) * sign)
      .slice(0, 3);
  return {
    low: at(presenceIn(outcomes, drawn, 0, 0.1), -1),
    high: at(presenceIn(outcomes, drawn, 0.9, 1), 1),
  };
}

const TWENTIETHS = Array.from({ length: 21 }, (_, k) => k / 20);

/** Final cost ÷ value over all draws; the user's own value stands for all of them. */
export function costToValue(
  { costs, weights, worth }: Outcomes,
  { listing, belief }: Forecasting,
  { inputs, edits }: Setting,
): Estimate['cost_to_value'] {
  const acv = edits.scenario?.loss?.acv;
  const value = acv === undefined ? listing.market.value : { cents: cents(acv), source: 'user' as const };
  if (!value || !(value.cents > 0)) return null;
  const shares = costs.map((cost, at) => cost / (acv === undefined ? worth(at) : value.cents));
  const dollarsOf = dollars(Math.round(value.cents));
  const { special } = belief.declared;
  return {
    value: dollarsOf,
    source: acv === undefined ? (listing.belief.value?.source ?? 'model') : 'user',
    quantiles: quantiles(shares, weights, TWENTIETHS).map((share) => Math.round(share * 10_000) / 10_000),
    salvage: [...usualSalvage(dollarsOf, { age: inputs.priced.age, special })],
  };
}

/** What a forecast is made of beside its lines. */
export type Forecasting = {
  readonly listing: Listing;
  readonly belief: Belief;
  /** Share of the draws that follow the car's value, 0–1. */
  readonly byValue: number;
  readonly spread: RangeSpread;
  /** Share of the declared money in parts one can see that was looked at, 0–1. */
  readonly confirmed: number;
};

export const isLookedAt = ({ seen, answered }: PartBelief): boolean => seen !== null || answered !== null;

/** Parts one can see that were declared, each with its money, cents. */
export function* declaredMoney(
  { lines }: Listing,
  { parts }: Belief,
): Generator<{ readonly part: PartBelief; readonly pair: string; readonly cost: number }> {
  const money = new Map(lines.map(({ id, reference }) => [id, reference.fixed + reference.scaled]));
  for (const part of parts) {
    if (part.hidden || !part.declared) continue;
    const pair = `${part.prior_id}:unknown`;
    yield { part, pair, cost: part.unexamined * (money.get(part.key) ?? money.get(pair) ?? 0) };
  }
}

/** Share of the money that the declaration puts on parts one can see which is in parts that were looked at, 0–1. */
function confirmedShare(listing: Listing, belief: Belief): number {
  let [looked, all] = [0, 0];
  for (const { part, cost } of declaredMoney(listing, belief)) {
    all += cost;
    if (isLookedAt(part)) looked += cost;
  }
  return all > 0 ? looked / all : 0;
}

/** Share of the declared damage that can be seen and was looked at, and of that which was seen whole, 0–1. */
function examinedShares({ parts }: Belief): { examined: number; whole: number } {
  const visible = parts.filter(({ hidden, declared }) => !hidden && declared);
  const sum = (some: readonly PartBelief[]): number =>
    some.reduce((all, { unexamined }) => all + unexamined, 0);
  const all = sum(visible);
  if (all > 0)
    return {
      examined: sum(visible.filter(isLookedAt)) / all,
      whole: sum(visible.filter(({ seen, answered }) => seen === 'whole' || answered === 'whole')) / all,
    };
  return { examined: 0, whole: 0 };
}

export function forecastingOf({ setting, evidence, listing, belief }: Case): Forecasting {
  const { examined, whole } = examinedShares(belief);
  const wholes = piecesSeen(evidence).whole / OUTER_PIECES;
  const { facts, told } = listing.belief;
  const { kind } = listing.market;
  const zones = 7;
  return {
    listing,
    belief,
    confirmed: confirmedShare(listing, belief),
    byValue: kind.value_weight * (1 - kind.photos_settle * Math.min(1, Math.max(whole, wholes))),
    spread: rangeSpread({
      age: setting.inputs.body.year === null ? null : setting.inputs.priced.age,
      odometer: facts.odometer,
      title_content: facts.title_content,
      damage_kind: told.special ?? (told.located ? null : told.no_place),
      zones_examined: zones * examined,
      zones_declared: zones,
    }),
  };
}

/** Outer pieces that a walk around a car shows. */
const OUTER_PIECES = 16;

/** Pieces of the car that photos or the user say are whole, those they say are damaged, and those they say anything of. */
function piecesSeen(evidence: readonly EvidenceItem[]): { whole: number; damaged: number; told: number } {
  const [whole, damaged, told] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const item of evidence) {
    if (item.kind !== 'part_answer' && item.kind !== 'photo_sighting') continue;
    if (item.kind === 'photo_sighting' && item.duplicate_of !== null) continue;
    const piece = `${item.category}:${item.side}:${item.position}`;
    const said = item.kind === 'part_answer' ? item.answer : item.look.state;
    if (said === 'not_visible' || said === 'not_fitted') continue;
    told.add(piece);
    if (said !== 'whole') damaged.add(piece);
    if (said === 'whole' && (item.kind === 'part_answer' || (item.visible_fraction ?? 1) >= 0.3))
      whole.add(piece);
  }
  return { whole: whole.size, damaged: damaged.size, told: told.size };
}

/** Whether photos or the user say of any part that it is damaged. */
export const seesDamage = (evidence: readonly EvidenceItem[]): boolean => piecesSeen(evidence).damaged > 0;

/** Whether enough of the car was looked at to write a scope where the declaration tells no place. */
export const lookedAround = (evidence: readonly EvidenceItem[]): boolean =>
  piecesSeen(evidence).told >= OUTER_PIECES / 2;
