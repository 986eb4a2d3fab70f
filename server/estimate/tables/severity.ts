/**
 * Severity is one scale: 0 a minor, 1 a moderate, 2 a severe hit, from LIGHTEST (next to nothing) to 3 (all that can
 * be hit is).
 */
export const LIGHTEST = -1;

export type BySeverity = readonly [minor: number, moderate: number, severe: number];

/**
 * What is made of three chances, kept for the same three: they repeat from line to line and from lot to lot. At most `most` are kept; then
 * all are let go.
 */
export function keptBySeverity<Made>(most: number, make: (by: BySeverity) => Made): (by: BySeverity) => Made {
  const kept = new Map<number, Map<number, Map<number, Made>>>();
  let count = 0;
  return (by) => {
    const [minor, moderate, severe] = by;
    const made = kept.get(minor)?.get(moderate)?.get(severe);
    if (made !== undefined) return made;
    if (count >= most) {
      kept.clear();
      count = 0;
    }
    const ofMinor = kept.get(minor) ?? new Map<number, Map<number, Made>>();
    const ofModerate = ofMinor.get(moderate) ?? new Map<number, Made>();
    kept.set(minor, ofMinor.set(moderate, ofModerate));
    const first = make(by);
    ofModerate.set(severe, first);
    count++;
    return first;
  };
}

/** How steeply a chance that the table gives alike for all classes follows severity (log odds per class). Judgement. */
const FLAT_SLOPE = 1.2;
/** Rows whose classes differ by less than this give one chance for all severities. */
export const FLAT = 0.03;

/**
 * Chance of a line at a severity: straight between the classes, falling to nothing below minor, nearing certainty above
 * severe. Rows without classes of their own tilt by log odds around their moderate value. Never falls with severity.
 */
export function chanceAt([minor, moderate, severe]: BySeverity, s: number): number {
  if (severe <= 0) return 0;
  if (severe - minor < FLAT) {
    if (moderate >= 1) return 1;
    const odds = (moderate / (1 - moderate)) * Math.exp(FLAT_SLOPE * (s - 1));
    return odds / (1 + odds);
  }
  if (s <= 0) return minor * Math.max(0, 1 + s);
  if (s <= 1) return minor + (moderate - minor) * s;
  if (s <= 2) return moderate + (severe - moderate) * (s - 1);
  return 1 - (1 - severe) * (1 - Math.min(1, s - 2)) ** 1.5;
}
