import type { DetectionRates } from '../../../contract/schemas/damage.ts';
import { bootstrapInterval } from './interval.ts';
import { brierScore, calibrationError, type Stated } from './score.ts';

export type ConfidenceCurve = Pick<DetectionRates['calibration'], 'rising' | 'falling' | 'offset'>;
/** What a curve is drawn from, by how many labelled findings there are. */
export const CALIBRATION_METHODS = ['first_values', 'slope_and_offset', 'beta'] as const;
export type CalibrationMethod = (typeof CALIBRATION_METHODS)[number];

const SLOPE_FROM = 50;
const BETA_FROM = 300;
/** How many findings the first values count as, in each direction (judgement). */
const RIDGE = 10;
const FOLDS = 5;
const SWEEPS = 400;

export const methodFor = (labels: number): CalibrationMethod =>
  labels >= BETA_FROM ? 'beta' : labels >= SLOPE_FROM ? 'slope_and_offset' : 'first_values';

/** Confidence of 0 or 1 counts as nearly that. */
const inside = (confidence: number): number => Math.min(0.995, Math.max(0.005, confidence));
const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** Chance that a finding of this stated confidence is true. */
export function calibrated({ rising, falling, offset }: ConfidenceCurve, stated: number): number {
  const confidence = inside(stated);
  return logistic(rising * Math.log(confidence) - falling * Math.log(1 - confidence) + offset);
}

type Row = { readonly features: readonly number[]; readonly right: boolean };

/**
 * Logistic regression held towards first values: coordinate by coordinate with Newton's step, none but the last (the offset)
 * below 0. The penalty makes it convex, so it ends at the one optimum from wherever it starts.
 */
function heldRegression(rows: readonly Row[], first: readonly number[]): number[] {
  const weights = [...first];
  const odds = rows.map(({ features }) => features.reduce((sum, x, at) => sum + x * (first[at] ?? 0), 0));
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    let moved = 0;
    for (let at = 0; at < weights.length; at += 1) {
      const weight = weights[at] ?? 0;
      let slope = RIDGE * (weight - (first[at] ?? 0));
      let curve = RIDGE;
      for (const [index, { features, right }] of rows.entries()) {
        const x = features[at] ?? 0;
        const chance = logistic(odds[index] ?? 0);
        slope += x * (chance - (right ? 1 : 0));
        // At least a tenth of the steepest: a longer step could leap over the optimum.
        curve += x * x * Math.max(0.025, chance * (1 - chance));
      }
      const next = at === weights.length - 1 ? weight - slope / curve : Math.max(0, weight - slope / curve);
      for (const [index, { features }] of rows.entries())
        odds[index] = (odds[index] ?? 0) + (next - weight) * (features[at] ?? 0);
      weights[at] = next;
      moved = Math.max(moved, Math.abs(next - weight));
    }
    if (moved < 1e-9) break;
  }
  return weights;
}

/** The curve that findings with labels give: `first` for few, then its slope and offset, then both ends apart. */
export function fitCurve(findings: readonly Stated[], first: ConfidenceCurve): ConfidenceCurve {
  const method = methodFor(findings.length);
  if (method === 'first_values') return first;
  const rows = findings.map(({ probability, right }) => {
    const [up, down] = [Math.log(inside(probability)), -Math.log(1 - inside(probability))];
    return { features: method === 'beta' ? [up, down, 1] : [up + down, 1], right };
  });
  if (method === 'beta') {
    const [rising = 0, falling = 0, offset = 0] = heldRegression(rows, [
      first.rising,
      first.falling,
      first.offset,
    ]);
    return { rising, falling, offset };
  }
  const [slope = 0, offset = 0] = heldRegression(rows, [(first.rising + first.falling) / 2, first.offset]);
  return { rising: slope, falling: slope, offset };
}

type Interval = [low: number, high: number] | null;
export type Calibration = {
  labels: number;
  method: CalibrationMethod;
  curve: ConfidenceCurve;
  /** Of each lot by the curve that the other lots gave; null with fewer than two lots that have findings. */
  held_out: { ece: number; brier: number; ece_95: Interval; brier_95: Interval } | null;
};

/** The curve of all lots, and how far it is off on lots that it was not drawn from. */
export function calibrationOf(lots: readonly (readonly Stated[])[], first: ConfidenceCurve): Calibration {
  const told = lots.filter((findings) => findings.length > 0);
  const all = told.flat();
  const folds = Math.min(FOLDS, told.length);
  const unseen = told.map((findings, at) => {
    const curve = fitCurve(told.filter((_, other) => other % folds !== at % folds).flat(), first);
    return findings.map(({ probability, right }) => ({ probability: calibrated(curve, probability), right }));
  });
  const ece = calibrationError(unseen.flat());
  const brier = brierScore(unseen.flat());
  return {
    labels: all.length,
    method: methodFor(all.length),
    curve: fitCurve(all, first),
    held_out:
      told.length < 2 || ece === null || brier === null
        ? null
        : {
            ece,
            brier,
            ece_95: bootstrapInterval(unseen, (lots) => calibrationError(lots.flat())),
            brier_95: bootstrapInterval(unseen, (lots) => brierScore(lots.flat())),
          },
  };
}
