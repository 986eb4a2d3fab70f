import type { LineReason, Looked } from '../../../contract/facts/line-reason.ts';
import type { Evidence, Finding } from '../../../contract/schemas/damage.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { priorPart } from '../../damage-detectors/declared/declared-prior.ts';
import type { PartProbability } from '../../damage-detectors/declared/part-probabilities.ts';
import { positionOf } from '../evidence/photo-evidence.ts';
import type { PartBelief } from '../inference/believed-parts.ts';
import { INFERENCE } from '../inference/inference-table.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import type { DamageExtent, WorkMethod } from '../pricing/price-line.ts';
import { partCost, severityFactor } from '../tables/part-costs.ts';
import { damageLine, nameOn, type Pricing, reasonOfFinding } from './damage-lines.ts';

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
  readonly finding: Finding | null;
  /** What a detector says it is hidden behind. */
  readonly behind: Finding | null;
  /** Photos (by number) that show it whole. */
  readonly whole_on: readonly number[];
  readonly photos_examined: number;
  /** The user confirmed parts of this car, this one or others. */
  readonly confirmed: boolean;
  /** Where its user marked it on photos. */
  readonly marked: readonly Evidence[];
  /** How its user has it done whatever is known; null: nothing was said. */
  readonly asked: 'repair' | 'replace' | null;
};

const open = (side: PartBelief['side']): boolean => side !== 'left' && side !== 'right';

/** The strongest finding on photos that may be of this part: seen, or hidden behind what was. */
export function findingOf(
  { part, side }: Pick<BelievedPlace, 'part' | 'side'>,
  findings: readonly Finding[],
  status: 'visible' | 'likely_hidden' = 'visible',
): Finding | null {
  const met = findings.filter(
    (finding) =>
      finding.basis !== 'declared' &&
      finding.status === status &&
      finding.category === part.category &&
      (finding.name ?? null) === part.name &&
      (finding.side === side || open(finding.side) || open(side)) &&
      [positionOf(finding), part.position].some((position, _, [a, b]) => position === 'none' || a === b),
  );
  return met.toSorted((a, b) => b.probability - a.probability)[0] ?? null;
}

/** What is destroyed is replaced, and a scratch is not: it is polished or painted. */
function workOfFinding({ operation, severity, category }: Finding): Finding['operation'] {
  if (operation === 'repair' && severity === 4) return 'replace';
  const isScratch = severity === 1 && severityFactor(severity) !== null;
  return operation === 'replace' && isScratch && isRefinished(category) ? 'repair' : operation;
}
/** A panel that can be repaired and is painted: a lamp or glass with a scratch is not. */
const isRefinished = (category: string): boolean => {
  const cost = partCost(category);
  return cost !== undefined && cost.repair_hours > 0 && cost.refinish_high > 0;
};

/** Seen undamaged, and if it is damaged all the same, lightly as a rule. */
export const isMissedLightly = ({ seen, states }: PartBelief): boolean =>
  seen === 'whole' && states.minor > states.moderate + states.severe;

/** A panel that nobody found damaged and that is repaired if it is; never by older tables. */
const isLightAtMost = ({ part }: BelievedPlace, { finding }: KnownOfPart): boolean =>
  (INFERENCE.missed_is_light?.value ?? false) &&
  finding === null &&
  isMissedLightly(part) &&
  isRefinished(part.category);

type Work = { readonly operation: Finding['operation']; readonly method: WorkMethod };

/** How the part is put right: what the user says, what photos show, the declaration, the table, in that order. */
function workOf(place: BelievedPlace, known: KnownOfPart): Work {
  const { part } = place;
  const { told, finding, asked } = known;
  if (asked) return { operation: asked, method: null };
  if (part.answered === 'repair' || part.answered === 'replace')
    return { operation: part.answered, method: null };
  if (finding) return { operation: workOfFinding(finding), method: null };
  if (isLightAtMost(place, known)) return { operation: 'repair', method: told?.method ?? null };
  if (told) return { operation: told.operation, method: told.method };
  return { operation: part.prior_id ? priorPart(part.prior_id).operation : 'replace', method: null };
}

function lookedAt(
  { part }: BelievedPlace,
  { whole_on, photos_examined, confirmed }: KnownOfPart,
): Looked | undefined {
  if (part.seen === 'whole') return { state: 'whole', photos: [...whole_on] };
  if (part.seen === 'damaged') return undefined;
  if (photos_examined > 0) return { state: 'not_seen', examined: photos_examined };
  return confirmed ? undefined : { state: 'not_examined' };
}

function grounds(place: BelievedPlace, known: KnownOfPart): Pick<DraftLine, 'because' | 'basis' | 'block'> {
  const { part, other_side } = place;
  const { told, finding, behind } = known;
  const block = part.hidden ? ('likely_hidden' as const) : ('declared' as const);
  if (part.answered !== null && part.answered !== 'whole')
    return { because: { from: { code: 'confirmed' } }, basis: 'user', block: 'seen' };
  if (finding) {
    const agreed = part.declared && told !== null && told.probability >= 0.3;
    const { matches_declared: _, ...reason } = reasonOfFinding(finding);
    const because: LineReason =
      known.whole_on.length > 0 && reason.from.code === 'photos'
        ? { ...reason, looked: { state: 'whole', photos: [...known.whole_on] } }
        : reason;
    return {
      because: agreed ? { ...because, matches_declared: true } : because,
      basis: agreed ? 'both' : 'photos',
      block: 'seen',
    };
  }
  const looked = lookedAt(place, known);
  return {
    because: {
      from: told?.because ??
        (behind && reasonOfFinding(behind).from) ?? { code: 'hidden_behind', part: null },
      ...(looked ? { looked } : {}),
      ...(other_side ? { opposite_side: true } : {}),
    },
    basis: part.hidden ? 'hidden' : 'declared',
    block,
  };
}

/** How much of the part a photo shows damaged, or how heavily. */
const extentOf = (place: BelievedPlace, known: KnownOfPart): DamageExtent => {
  const { finding } = known;
  if (isLightAtMost(place, known)) return { share: null, severity: LIGHT };
  return finding === null || (finding.extent === undefined && severityFactor(finding.severity) === null)
    ? null
    : { share: finding.extent ?? null, severity: finding.severity };
};
const LIGHT = 1;

/** One line for a believed part, priced by the tables and, where it has one, its catalogue. */
export function believedLine(place: BelievedPlace, known: KnownOfPart, pricing: Pricing): DraftLine {
  const { part, side, id } = place;
  const exact = part.name === null && categoryById(part.category) !== undefined;
  const { operation, method } = workOf(place, known);
  return damageLine(
    {
      id,
      ...grounds(place, known),
      category: part.category,
      name: part.name ?? nameOn(part.category, part.position, pricing.car),
      side,
      position: part.position,
      severity: known.finding?.severity ?? null,
      evidence: [...(known.finding?.evidence ?? []), ...known.marked],
      presence: { kind: 'fixed', p: part.probability },
      probability: part.probability,
      priorId: part.prior_id,
      other_side: place.other_side,
      exact,
      operation,
      method,
      extent: extentOf(place, known),
    },
    pricing,
  );
}
