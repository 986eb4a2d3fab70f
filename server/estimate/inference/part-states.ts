import { INFERENCE } from './inference-table.ts';
import { SEVERITIES } from './severity-grid.ts';

/** P(state | severity) of one part over SEVERITIES; the four add up to 1 at each. */
export type PartStates = {
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
  const states = {
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
