import { COST_PROFILES, type CostProfile } from '../../../contract/deal/cost-profile.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { COST_RATES } from '../tables/cost-profiles.ts';
import { costsBy, type DrawnCosts, type DrawnLine } from './draws.ts';
import { quantiles } from './final-costs.ts';
import { type Forecasting, type Outcomes, outcomesOf } from './outcomes.ts';

const TWENTIETHS = Array.from({ length: 21 }, (_, k) => k / 20);
/** Shares are stored to so many parts. */
const EXACT = 10_000;

/**
 * The final cost by each profile ÷ the insurer's, at every twentieth of their draws: one belief about the damage, priced line by line in
 * every draw. `outcomes`: the insurer's, of the same draws. What follows the car's value and no line comes to the profile's mean.
 */
export function profileShares(
  lines: readonly DrawnLine[],
  drawn: DrawnCosts,
  forecasting: Forecasting,
  outcomes: Outcomes,
): NonNullable<Estimate['repair_by_profile']> {
  const at = ({ costs, weights }: Outcomes): number[] => quantiles(costs, weights, TWENTIETHS);
  const insurer = at(outcomes);
  const shares = (profile: CostProfile): number[] => {
    const { mean } = COST_RATES[profile];
    const asked = costsBy(profile, lines, drawn);
    return at(outcomesOf({ ...drawn, asked }, forecasting, mean)).map((cost, k) => {
      const whole = insurer[k] ?? 0;
      return Math.round((whole > 0 ? cost / whole : mean) * EXACT) / EXACT;
    });
  };
  return Object.fromEntries(COST_PROFILES.map((profile) => [profile, shares(profile)]));
}
