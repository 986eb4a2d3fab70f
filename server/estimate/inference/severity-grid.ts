import type { SeverityVector } from '../../damage-detectors/declared/severity-vector.ts';
import { LIGHTEN } from '../tables/selection.ts';
import { LIGHTEST } from '../tables/severity.ts';

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

const classAt = (s: number): 0 | 1 | 2 => (s < 0.5 ? 0 : s < 1.5 ? 1 : 2);

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
