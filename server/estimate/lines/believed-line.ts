import type { Finding } from '../../../contract/schemas/damage.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { priorPart } from '../../damage-detectors/declared/declared-prior.ts';
import type { PartProbability } from '../../damage-detectors/declared/part-probabilities.ts';
import { positionOf } from '../evidence/photo-evidence.ts';
import type { PartBelief } from '../inference/believed-parts.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import type { WorkMethod } from '../pricing/price-line.ts';
import { damageLine, nameOn, type Pricing } from './damage-lines.ts';

/** A damaged part as it is to be written: one piece, or both of a pair whose side is open. */
export type BelievedPlace = {
  readonly id: string;
  readonly part: PartBelief;
  readonly side: PartBelief['side'];
  /** The second line of a pair whose side is open. */
  readonly other_side: boolean;
};

/** What is known of it beside its place. */
export type KnownOfPart = {
  readonly told: PartProbability | null;
  /** The sentence of the declaration, which says how many photos were examined. */
  readonly reason: string | null;
  readonly finding: Finding | null;
};

const open = (side: PartBelief['side']): boolean => side !== 'left' && side !== 'right';

/** The strongest finding on photos that may be of this part. */
export function findingOf(
  { part, side }: Pick<BelievedPlace, 'part' | 'side'>,
  findings: readonly Finding[],
): Finding | null {
  const met = findings.filter(
    (finding) =>
      finding.basis !== 'declared' &&
      finding.status === 'visible' &&
      finding.category === part.category &&
      (finding.name ?? null) === part.name &&
      (finding.side === side || open(finding.side) || open(side)) &&
      [positionOf(finding), part.position].some((position, _, [a, b]) => position === 'none' || a === b),
  );
  return met.toSorted((a, b) => b.probability - a.probability)[0] ?? null;
}

/** Severe findings that say repair mean a new part. */
const workOfFinding = (finding: Finding): Finding['operation'] =>
  finding.operation === 'repair' && finding.severity === 4 ? 'replace' : finding.operation;

type Work = { readonly operation: Finding['operation']; readonly method: WorkMethod };

/** How the part is put right: the user's answer, what photos show, the declaration, the table, in that order. */
function workOf({ part }: BelievedPlace, { told, finding }: KnownOfPart): Work {
  if (part.answered === 'repair' || part.answered === 'replace')
    return { operation: part.answered, method: null };
  if (finding) return { operation: workOfFinding(finding), method: null };
  if (told) return { operation: told.operation, method: told.method };
  return { operation: part.prior_id ? priorPart(part.prior_id).operation : 'replace', method: null };
}

const ANSWERED = 'You confirmed it';
const BEHIND = 'Hidden behind a part seen damaged';

function why(
  { part, other_side }: BelievedPlace,
  { told, reason, finding }: KnownOfPart,
): Pick<DraftLine, 'why' | 'basis' | 'block'> {
  const block = part.hidden ? ('likely_hidden' as const) : ('declared' as const);
  if (part.answered !== null && part.answered !== 'whole')
    return { why: ANSWERED, basis: 'user', block: 'seen' };
  if (finding) {
    const agreed = part.declared && told !== null && told.probability >= 0.3;
    return {
      why: agreed
        ? `${finding.why.replace(/; matches declared damage$/, '')}; matches declared damage`
        : finding.why,
      basis: agreed ? 'both' : 'photos',
      block: 'seen',
    };
  }
  const basis = part.hidden ? ('hidden' as const) : ('declared' as const);
  const said = reason ?? told?.reason ?? BEHIND;
  const whole = part.seen === 'whole' ? '; a photo shows it whole' : '';
  return { why: `${said}${whole}${other_side ? '; the other side may be hit too' : ''}`, basis, block };
}

/** One line for a believed part, priced by the tables and, where it has one, its catalogue. */
export function believedLine(place: BelievedPlace, known: KnownOfPart, pricing: Pricing): DraftLine {
  const { part, side, id } = place;
  const exact = part.name === null && categoryById(part.category) !== undefined;
  const { operation, method } = workOf(place, known);
  return damageLine(
    {
      id,
      ...why(place, known),
      category: part.category,
      name: part.name ?? nameOn(part.category, pricing.car),
      side,
      position: part.position,
      severity: known.finding?.severity ?? null,
      evidence: known.finding?.evidence ?? [],
      presence: { kind: 'fixed', p: part.probability },
      probability: part.probability,
      priorId: part.prior_id,
      exact,
      operation,
      method,
    },
    pricing,
  );
}
