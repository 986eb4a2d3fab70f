import { type EvidenceItem, isAirbag } from '../../../contract/evidence.ts';
import { CONDITION } from '../../damage-detectors/declared/condition.ts';
import { evidenceOf, indexEvidence, partsWith } from './believed-parts.ts';
import { INFERENCE, type SeeingRates } from './inference-table.ts';

const LISTED_WRONG = CONDITION.overrides.intact.at_most;
/** How surely a listing that says intact is believed: logarithm of its odds. */
const LISTED_ODDS = Math.log((1 - LISTED_WRONG) / LISTED_WRONG);

/** Whether so many bags are seen or said to have gone off that this outweighs a listing that says intact. Never by older tables. */
function areSeenDeployed(evidence: readonly EvidenceItem[], rates: SeeingRates): boolean {
  const least = INFERENCE.bags_seen?.value;
  if (least === undefined) return false;
  const bags = evidence.filter((item) => 'category' in item && isAirbag(item.category));
  if (bags.length < least) return false;
  const index = indexEvidence(bags);
  const odds = partsWith([], bags, rates)
    .map((bag) => {
      const { steps, of_pair } = evidenceOf(bag, index, rates);
      return [...steps, ...of_pair].reduce((sum, step) => sum + step, 0);
    })
    .filter((sum) => sum > 0);
  return odds.length >= least && odds.reduce((sum, one) => sum + one, 0) > LISTED_ODDS;
}

/**
 * The evidence with bags that are seen deployed in place of what the listing says of them, where it says intact or nothing: the two
 * are of the same bags and are never counted twice.
 */
export function withSeenBags(evidence: readonly EvidenceItem[], rates: SeeingRates): readonly EvidenceItem[] {
  const listed = evidence.findLast((item) => item.kind === 'airbags');
  if (listed !== undefined && listed.value !== 'intact') return evidence;
  if (!areSeenDeployed(evidence, rates)) return evidence;
  return [
    ...evidence.filter(({ kind }) => kind !== 'airbags'),
    { id: 'airbags', kind: 'airbags', value: 'deployed' },
  ];
}
