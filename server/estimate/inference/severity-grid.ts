import type { SeverityVector } from '../../damage-detectors/declared/severity-vector.ts';
import { LIGHTEN } from '../tables/selection.ts';
import { LIGHTEST } from '../tables/severity.ts';
import { INFERENCE } from './inference-table.ts';

/** The scale that totals are simulated on: from half a class below minor to .75 above severe. */
const SCALE_FROM = -0.5;
const SCALE_TO = 2.75;
const CELLS = 65;

/**
 * Hit severities that are weighed, rising: first the state `none` (no hit at all, LIGHTEST), then the middles of the cells
 * of the scale (0 minor, 1 moderate, 2 severe). Everything "by severity" in this room is an array over these.
 */
export const SEVERITIES: readonly number[] = [
  LIGHTEST,
  ...Array.from({ length: CELLS }, (_, k) => SCALE_FROM + ((k + 0.5) * (SCALE_TO - SCALE_FROM)) / CELLS),
];
/** Where `none` stands in SEVERITIES. */
export const NONE = 0;

export const classAt = (s: number): 0 | 1 | 2 => (s < 0.5 ? 0 : s < 1.5 ? 1 : 2);

export type ClassShares = {
  readonly none: number;
  readonly minor: number;
  readonly moderate: number;
  readonly severe: number;
};

/** Weights over SEVERITIES gathered into `none` and the three classes. */
export function classShares(weights: readonly number[]): ClassShares {
  const sums: [number, number, number] = [0, 0, 0];
  for (let at = NONE + 1; at < SEVERITIES.length; at++)
    sums[classAt(SEVERITIES[at] ?? 0)] += weights[at] ?? 0;
  return { none: weights[NONE] ?? 0, minor: sums[0], moderate: sums[1], severe: sums[2] };
}

/** Mean of the severity scale; `none` counts as LIGHTEST. */
export const meanSeverity = (weights: readonly number[]): number =>
  SEVERITIES.reduce((sum, s, at) => sum + s * (weights[at] ?? 0), 0);

/** Weights that add up to 1; even ones where all are zero or one is no number. */
export function normalized(weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return sum > 0 && Number.isFinite(sum)
    ? weights.map((weight) => weight / sum)
    : weights.map(() => 1 / weights.length);
}

/**
 * P(s) before any photo, given a hit (`none` has no share): the declared class chances (per unit of the scale, lightened as
 * the kind of damage asks, because they describe cars already at auction) times how often a car so hit is sold as salvage.
 * `selection` is over SEVERITIES, or null where no value is known.
 */
export function priorSeverity(
  vector: SeverityVector,
  lighten: number,
  selection: readonly number[] | null,
): number[] {
  const hit = SEVERITIES.slice(1).map((s, k) => {
    const index = classAt(s);
    return Math.max(0, vector[index]) * LIGHTEN[index] ** lighten * (selection?.[k + 1] ?? 1);
  });
  return [0, ...normalized(hit)];
}

/** P(state | severity) of one part over SEVERITIES; the four add up to 1 at each. */
export type PartStates = {
  /** All but whole. */
  readonly damaged: readonly number[];
  readonly whole: Float64Array;
  readonly minor: Float64Array;
  readonly moderate: Float64Array;
  readonly severe: Float64Array;
};

/** log(moderate ÷ minor) and log(severe ÷ moderate) of damaged parts at a severity: straight between the classes. */
const { minor, moderate, severe } = INFERENCE.states;
const LOG_RATIOS = [minor, moderate, severe].map(([a, b, c]) => [Math.log(b / a), Math.log(c / b)] as const);

function ratioAt(s: number, which: 0 | 1): number {
  const at = Math.min(2, Math.max(0, s));
  const lower = Math.min(1, Math.floor(at));
  const [from, to] = [LOG_RATIOS[lower]?.[which] ?? 0, LOG_RATIOS[lower + 1]?.[which] ?? 0];
  return Math.exp(from + (to - from) * (at - lower));
}
const MODERATE_RATIO = SEVERITIES.map((s) => ratioAt(s, 0));
const SEVERE_RATIO = SEVERITIES.map((s) => ratioAt(s, 1));
/** No chance is quite certain, so that every odds are finite. */
const MOST = 1 - 1e-9;

/**
 * Splits a part's chance of damage (over SEVERITIES, never falling) into minor, moderate and severe. A heavier hit makes
 * every heavier state likelier against every lighter one (monotone likelihood ratio), which is what keeps a part seen
 * whole from ever raising anything and a finding from lowering anything: where the table's shares would break that, the
 * shift towards the heavier state is held back.
 */
export function partStates(chance: Float64Array): PartStates {
  const length = SEVERITIES.length;
  const damaged = new Array<number>(length).fill(0);
  const states = {
    damaged,
    whole: new Float64Array(length),
    minor: new Float64Array(length),
    moderate: new Float64Array(length),
    severe: new Float64Array(length),
  };
  let moderateRatio = MODERATE_RATIO[0] ?? 0;
  let severeRatio = SEVERE_RATIO[0] ?? 0;
  let minorOdds = 0;
  for (let at = 0; at < length; at++) {
    const p = Math.min(MOST, Math.max(0, chance[at] ?? 0));
    const odds = p / (1 - p);
    const moreModerate = Math.max(0, (MODERATE_RATIO[at] ?? 0) - moderateRatio);
    const moreSevere = Math.max(0, (SEVERE_RATIO[at] ?? 0) - severeRatio);
    const most = minorOdds > 0 ? odds / minorOdds : Number.POSITIVE_INFINITY;
    const step = heldStep(moderateRatio, moreModerate, severeRatio, moreSevere, most);
    moderateRatio += moreModerate * step;
    severeRatio += moreSevere * step;
    minorOdds = odds / (1 + moderateRatio * (1 + severeRatio));
    const whole = 1 - p;
    states.whole[at] = whole;
    damaged[at] = 1 - whole;
    states.minor[at] = whole * minorOdds;
    states.moderate[at] = whole * minorOdds * moderateRatio;
    states.severe[at] = whole * minorOdds * moderateRatio * severeRatio;
  }
  return states;
}

/** The largest step in [0, 1] with 1 + (b + step·db)·(1 + c + step·dc) ≤ most. */
function heldStep(b: number, db: number, c: number, dc: number, most: number): number {
  if (1 + (b + db) * (1 + c + dc) <= most) return 1;
  const constant = 1 + b * (1 + c) - most;
  const linear = b * dc + db * (1 + c);
  const square = db * dc;
  if (constant >= 0) return 0;
  return Math.min(1, (-2 * constant) / (linear + Math.sqrt(linear * linear - 4 * square * constant)));
}
