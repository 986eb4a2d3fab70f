import { type EvidenceItem, isAirbag } from '../../../contract/evidence.ts';
import { CONDITION } from '../../damage-detectors/declared/condition.ts';
import { evidenceOf, indexEvidence, partsWith } from './believed-parts.ts';
import { INFERENCE, type SeeingRates } from './inference-table.ts';

const LISTED_WRONG = CONDITION.overrides.intact.at_most;
/** How surely a listing that says intact is believed: logarithm of its odds. */
const LISTED_ODDS = Math.log((1 - LISTED_WRONG) / LISTED_WRONG);
const UNDECLARED = INFERENCE.undeclared_share.value;
/** A bag counts as seen deployed where that is likelier than not though nothing is declared of it: logarithm of the odds it takes. */
const SEEN_ODDS = Math.log((1 - UNDECLARED) / UNDECLARED);

/** Whether so many bags are seen or said to have gone off that this outweighs a listing that says intact. Never by older tables. */
function areSeenDeployed(evidence: readonly EvidenceItem[], rates: SeeingRates): boolean {
  const least = INFERENCE.bags_seen?.value;
  if (least === undefined) return false;
  const bags = evidence.filter((item) => 'category' in item && isAirbag(item.category));
  if (bags.length < least) return false;
  const index = indexEvidence(bags);
  const counted = new Set<string>();
  let [deployed, odds] = [0, 0];
  for (const bag of partsWith([], bags, rates)) {
    // Whether it went off, which has no degrees: the first step.
    const {
      steps: [went],
      from,
    } = evidenceOf(bag, index, rates);
    // What tells no side speaks of one bag, though it may be either.
    if (went < SEEN_ODDS || from.every((id) => counted.has(id))) continue;
    for (const id of from) counted.add(id);
    deployed += 1;
    odds += went;
  }
  return deployed >= least && odds > LISTED_ODDS;
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
