import type { PartProbability } from '../../damage-detectors/declared/part-probabilities.ts';
import type { CurveSource } from './believed-parts.ts';
import { INFERENCE } from './inference-table.ts';
import type { Steps } from './photo-likelihood.ts';
import type { PartStates } from './severity-grid.ts';

/**
 * A declared pair whose side is open: its two pieces are weighed together. The chance it comes with is that of the pair where
 * the hit is on one side, and that of each piece where it reaches both (rows "each side" of the declared prior take the two
 * for one). With q expected pieces the share q − 1 of such hits reaches both, the share 2 − q one side only: each piece has
 * the chance P·q ÷ 2, any of them P + (q − 1)·P·(1 − P).
 */
export type OpenPair = CurveSource & {
  /** Key of the pair while its side is open, and those of its pieces. */
  readonly open: string;
  readonly left: string;
  readonly right: string;
  /** q − 1: share of the hits that reach both sides, 0–1. */
  readonly each_side: number;
};

export const openPairs = (parts: readonly PartProbability[]): OpenPair[] =>
  parts
    .filter(({ side }) => side === 'unknown')
    .map((part) => ({
      open: `${part.prior_id}:unknown`,
      left: `${part.prior_id}:left`,
      right: `${part.prior_id}:right`,
      declared: true,
      by_severity: part.by_severity,
      floor: part.known ? part.probability : 0,
      each_side: Math.min(1, Math.max(0, part.quantity - 1)),
    }));

/** Chance of any piece, from the chance the pair comes with. */
export const anyOf = (chance: number, { each_side }: OpenPair): number =>
  chance + each_side * chance * (1 - chance);

const above = (value: number): number => Math.max(0, value);

/** Ways in which a pair hit on one side can be damaged, weighed; without evidence they add up to 1. */
type Ways = { readonly left: number; readonly right: number; readonly both: number };

/**
 * Left only or right only at one half each, times the likelihood (against whole) of what is seen of the piece. Both only
 * where both are found damaged: then its chance is that of a part nobody declared.
 */
const waysOf = (left: number, right: number): Ways => ({
  left: left / 2,
  right: right / 2,
  both: INFERENCE.undeclared_share.value * above(left - 1) * above(right - 1),
});
const sumOf = ({ left, right, both }: Ways): number => left + right + both;

/** How far a piece's first step makes it the damaged one of the pair, 0–1. */
const told = (step: number): number => 1 - Math.exp(-above(step));

/**
 * What is seen of both pieces as evidence of a pair hit on one side: likelihood steps of its damaged piece. The first step is
 * the exact likelihood of the ways. Exact heavier steps would let a piece seen whole speak for a heavier hit (it leaves the
 * damage to the other piece, which looks heavy), against the guarantee that whole never raises anything; they are mixed
 * step by step instead, and a piece surely damaged keeps its own.
 */
export function oneSideSteps(left: Steps, right: Steps): Steps {
  const mixed = (k: 0 | 1 | 2): number => Math.log(sumOf(waysOf(Math.exp(left[k]), Math.exp(right[k]))));
  const heavier = (k: 1 | 2): number =>
    Math.max(mixed(k), told(left[0]) * above(left[k]), told(right[0]) * above(right[k]));
  return [mixed(0), heavier(1), heavier(2)];
}

/** Which piece it is where the pair is damaged: shares of "at least one", 0–1. */
export type PairSplit = { readonly left: number; readonly right: number; readonly both: number };

type Ratio = readonly [minor: number, moderate: number, severe: number];

/** Shares of a pair's states where it is damaged, over the severities of the listing. */
export function damagedShares({ minor, moderate, severe }: PartStates, prior: readonly number[]): Ratio {
  const at = (state: Float64Array): number =>
    prior.reduce((sum, weight, k) => sum + weight * (state[k] ?? 0), 0);
  const [a, b, c] = [at(minor), at(moderate), at(severe)];
  const all = a + b + c;
  return all > 0 ? [a / all, b / all, c / all] : [1, 0, 0];
}

/**
 * Splits a pair hit on one side between its pieces by what is seen of each: likelihood of each piece over the shares of
 * damaged states before photos, so that the split does not follow the severity believed.
 */
export function oneSideSplit(left: Ratio, right: Ratio, shares: Ratio): PairSplit {
  const mean = (ratio: Ratio): number => ratio[0] * shares[0] + ratio[1] * shares[1] + ratio[2] * shares[2];
  const ways = waysOf(mean(left), mean(right));
  const all = sumOf(ways);
  const both = ways.both / all;
  return { left: ways.left / all + both, right: ways.right / all + both, both };
}

/** Chances of a pair, or of what hides one: of each side, of any and of both. */
export type PairChances = PairSplit & { readonly any: number };

const clamped = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/**
 * A hidden pair held below what it hides behind, any and both at most those of the cover that leaves it most, each side at
 * most its likeliest cover, and the side follows the covers.
 */
export function behindCovers(pair: PairChances, covers: readonly PairChances[]): PairChances {
  const held = covers
    .map((cover) => ({ any: Math.min(pair.any, cover.any), both: Math.min(pair.both, cover.both) }))
    .reduce((most, next) => (next.any + next.both > most.any + most.both ? next : most), { any: 0, both: 0 });
  const { any, both } = held;
  const most = {
    left: Math.max(...covers.map(({ left }) => left)),
    right: Math.max(...covers.map(({ right }) => right)),
  };
  const leftOnly = (pair.left - pair.both) * most.left;
  const rightOnly = (pair.right - pair.both) * most.right;
  const open = any - both;
  const toLeft = leftOnly + rightOnly > 0 ? (open * leftOnly) / (leftOnly + rightOnly) : open / 2;
  const left = both + clamped(toLeft, open - Math.max(0, most.right - both), Math.max(0, most.left - both));
  return { any, both, left, right: both + any - left };
}

export type PairBelief = {
  /** Key of the pair while its side is open, and those of its pieces among the parts. */
  readonly open: string;
  readonly left: string;
  readonly right: string;
  /** Chance 0–1 that one of the two is damaged, and that both are. */
  readonly at_least_one: number;
  readonly both: number;
  /** The same over SEVERITIES, given what is seen of the pair itself. */
  readonly at_least_one_by_hit: readonly number[];
  readonly both_by_hit: readonly number[];
  /** Evidence tells the two apart. */
  readonly side_known: boolean;
};

/** Chances of the two pieces further apart than this are told apart. */
export const TOLD_APART = 0.01;
