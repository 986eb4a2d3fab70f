import type { EvidenceItem } from '../../../contract/evidence.ts';
import type { Car } from '../../damage-detectors/declared/equipment-take-rate.ts';
import { type Belief, believeEvidence, believeListing, type ReferenceWorld } from './believe.ts';

/** What is believed, in figures. */
export type BeliefFigures = {
  /** Posterior mean of the severity scale: −1 nothing, 0 minor, 1 moderate, 2 severe. */
  readonly mean_severity: number;
  /** Posterior chance of no hit, 0–1. */
  readonly nothing_hit: number;
  /** Expected number of damaged pieces. */
  readonly expected_parts: number;
  /** Expected repair ÷ value of the damaged pieces in the reference price world; null where no value or price is known. */
  readonly expected_share: number | null;
};

/** What one piece of evidence moved: belief with all but it, and with it. */
export type EvidenceEffect = {
  readonly id: string;
  readonly without: BeliefFigures;
  readonly with: BeliefFigures;
};

/** Full cost of one piece with the operations it brings, cents, by the key of the part; 0 where it is not priced. */
export type PieceCost = (key: string) => number;

/** Expected repair ÷ value of the pieces believed damaged; null where no value or no price is known. */
function expectedShare({ value, parts }: Belief, costOf: PieceCost | null): number | null {
  if (!value || !costOf || !(value.cents > 0)) return null;
  return parts.reduce((sum, part) => sum + part.probability * costOf(part.key), 0) / value.cents;
}

const figuresOf = (belief: Belief, costOf: PieceCost | null): BeliefFigures => ({
  mean_severity: belief.severity.mean,
  nothing_hit: belief.severity.classes.none,
  expected_parts: belief.expected_parts,
  expected_share: expectedShare(belief, costOf),
});

const ofListing = ({ kind }: EvidenceItem): boolean => kind !== 'photo_sighting' && kind !== 'part_answer';

/**
 * What each piece of evidence moved, in the order given: belief with all evidence against belief with all but it. Two
 * pieces that say the same thing each move little; that is what leaving one out means.
 */
export function evidenceEffects(
  car: Car,
  evidence: readonly EvidenceItem[],
  reference: ReferenceWorld,
  costOf: PieceCost | null = null,
): EvidenceEffect[] {
  const listed = believeListing(car, evidence, reference);
  const all = figuresOf(believeEvidence(listed, evidence), costOf);
  return evidence.map((item) => {
    const others = evidence.filter((other) => other !== item);
    const listing = ofListing(item) ? believeListing(car, others, reference) : listed;
    return { id: item.id, without: figuresOf(believeEvidence(listing, others), costOf), with: all };
  });
}
