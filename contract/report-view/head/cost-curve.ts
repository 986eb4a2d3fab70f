import type { Estimate } from '../../schemas/estimate.ts';

/** How the final costs are spread, drawn over a scale of US dollars. */
export type CostCurve = {
  /** US dollars at the left and the right edge. */
  readonly from: number;
  readonly to: number;
  /** Corners of the outline, left to right: dollars and height 0–1. */
  readonly outline: readonly (readonly [dollars: number, height: number])[];
};

/** Marks this far over the dearest cost drawn are left off the scale. */
const REACH = 1.35;

/** The mean of each value and its neighbours: twenty steps are coarse. */
const smoothed = (values: readonly number[]): number[] =>
  values.map((value, at) => {
    const near = [values[at - 1], value, values[at + 1]].filter((other) => other !== undefined);
    return near.reduce((sum, other) => sum + other, 0) / near.length;
  });

/**
 * The drawn final costs as a curve with room for `marks` (US dollars) that lie near; null where none were drawn: reports of
 * schema_version 1, and cars whose value nobody knows.
 */
export function costCurve({ cost_to_value: drawn }: Estimate, marks: readonly number[]): CostCurve | null {
  if (!drawn || drawn.value <= 0) return null;
  const costs = drawn.quantiles.map((share) => share * drawn.value);
  const last = costs.at(-2) ?? 0;
  if (last <= 0) return null;
  const heights = costs.slice(1).map((cost, at) => 1 / Math.max(cost - (costs[at] ?? 0), last / 200));
  const even = smoothed(heights);
  const top = Math.max(...even);
  const outline = even.map((height, at): [number, number] => {
    const middle = ((costs[at] ?? 0) + (costs[at + 1] ?? 0)) / 2;
    return [middle, height / top];
  });
  const near = marks.filter((mark) => mark <= last * REACH);
  return { from: 0, to: Math.max(last, ...near) * 1.04, outline };
}
