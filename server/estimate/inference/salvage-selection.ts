import { type DamageKind, NOISE, sellChance } from '../tables/selection.ts';
import { INFERENCE } from './inference-table.ts';
import { NONE } from './severity-grid.ts';

/** Repair of the whole damage at one severity in the reference price world: mean in cents, sd of its logarithm. */
export type ReferenceCost = { readonly cents: number; readonly sd_log: number };

/** Standard normal noise in even steps with its weights: fine enough for a curve as steep as the sale threshold. */
const NODES = Array.from({ length: 21 }, (_, k) => (k - 10) / 4);
const WEIGHTS = NODES.map((node) => Math.exp((-node * node) / 2));
const WEIGHT_SUM = WEIGHTS.reduce((sum, weight) => sum + weight, 0);

/**
 * How often a car so hit is sold as salvage, 0–1 over SEVERITIES: the chance by repair ÷ value, averaged over what is not
 * known of either, and never below the share sold for reasons that no repair explains. Speaks of the time before photos.
 */
export function salvageSelection(
  costs: readonly ReferenceCost[],
  value: { readonly cents: number; readonly sd_log: number },
  threshold: number,
  kind: Pick<DamageKind, 'strength'>,
): number[] {
  const floor = INFERENCE.selection_floor.value;
  return costs.map(({ cents, sd_log }, at) => {
    if (at === NONE || !(cents > 0) || !(value.cents > 0)) return floor;
    const spread = Math.hypot(NOISE.lines_common, NOISE.rates, value.sd_log, sd_log);
    const share = cents / value.cents;
    const sold = NODES.reduce(
      (sum, node, k) =>
        sum + (WEIGHTS[k] ?? 0) * sellChance(share * Math.exp(spread * node), threshold) ** kind.strength,
      0,
    );
    return floor + ((1 - floor) * sold) / WEIGHT_SUM;
  });
}
