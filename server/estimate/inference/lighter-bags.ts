import { CONDITION } from '../../damage-detectors/declared/condition.ts';
import type { BelievedPart } from './believed-parts.ts';
import { classAt, NONE, SEVERITIES } from './severity-grid.ts';

/** Whether the listing's intact bags hold a part below what it would be without them. */
export const isLightening = (now: BelievedPart, open: BelievedPart): boolean =>
  now.by_severity.some((chance, at) => chance < (open.by_severity[at] ?? 0));

const LISTED = SEVERITIES.map((s) => Math.log(CONDITION.airbags.intact.value[classAt(s)]));

/**
 * Logarithm over SEVERITIES of what bags seen undamaged add to the listing's word that they are intact. From each severity to the next
 * the stronger of the two counts, never both: the two are of the same bags.
 * @param seen Logarithm of the likelihood of what is seen of them, over SEVERITIES; never rising.
 */
export function lighterBy(seen: Float64Array): Float64Array {
  const added = new Float64Array(SEVERITIES.length);
  added[NONE + 1] = (seen[NONE + 1] ?? 0) - (seen[NONE] ?? 0);
  for (let at = NONE + 2; at < added.length; at++) {
    const listed = (LISTED[at] ?? 0) - (LISTED[at - 1] ?? 0);
    const step = (seen[at] ?? 0) - (seen[at - 1] ?? 0);
    added[at] = (added[at - 1] ?? 0) + Math.min(0, step - listed);
  }
  return added;
}
