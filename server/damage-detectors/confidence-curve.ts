import type { DamageLook, DetectionRates } from '../../contract/schemas/damage.ts';

/** What a model's stated confidence is worth. */
export type ConfidenceCurve = Omit<DetectionRates['calibration'], 'labels'>;

/** Confidence nearer to 0 or 1 than this counts as no nearer. */
const [LEAST, MOST] = [0.005, 0.995];
export const insideConfidence = (stated: number): number => Math.min(MOST, Math.max(LEAST, stated));

export const logit = (chance: number): number => Math.log(chance / (1 - chance));
export const logistic = (odds: number): number => 1 / (1 + Math.exp(-odds));

type Points = NonNullable<ConfidenceCurve['points']>;

/** Straight lines between the points, level beyond the ends. */
function atPoints(points: Points, confidence: number): number {
  const after = points.findIndex(([stated]) => stated >= confidence);
  const [x1, y1] = points.at(after) ?? [0, 0.5];
  const [x0, y0] = points[after - 1] ?? [x1, y1];
  return x0 === x1 ? y1 : y0 + ((y1 - y0) * (confidence - x0)) / (x1 - x0);
}

/** Log odds that a finding of this stated confidence is true, whatever it looks like. */
export function curveOdds({ rising, falling, offset, points }: ConfidenceCurve, stated: number): number {
  const confidence = insideConfidence(stated);
  if (points !== undefined) return logit(atPoints(points, confidence));
  return rising * Math.log(confidence) - falling * Math.log(1 - confidence) + offset;
}

/** Chance that a finding of this stated confidence and look is true; a look that has no offset of its own takes the common curve. */
export const calibrated = (curve: ConfidenceCurve, stated: number, look?: DamageLook | null): number =>
  logistic(curveOdds(curve, stated) + ((look && curve.looks?.[look]?.offset) ?? 0));
