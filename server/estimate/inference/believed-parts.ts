import type { EvidenceItem, PartAnswer, PhotoSighting } from '../../../contract/evidence.ts';
import type { Position, Side } from '../../../contract/schemas/part.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { PRIOR_PARTS, placeOf } from '../../damage-detectors/declared/declared-prior.ts';
import type { PartProbability } from '../../damage-detectors/declared/part-probabilities.ts';
import { type BySeverity, chanceAt } from '../tables/severity.ts';
import { INFERENCE, type SeeingRates } from './inference-table.ts';
import {
  addSteps,
  type BearingSighting,
  combinedSteps,
  NO_STEPS,
  type Steps,
  sightingSteps,
} from './photo-likelihood.ts';
import { NONE, type PartStates, SEVERITIES } from './severity-grid.ts';

/** One piece of the car that may be damaged; a pair whose side the declaration leaves open is two (open-pairs.ts). */
export type BelievedPart = {
  /** `prior_id:side`, or `category:side:position` for a part the prior table does not have. Unique. */
  readonly key: string;
  readonly prior_id: string | null;
  readonly category: string;
  /** Where the vocabulary has no category of its own for it: its name, as in findings. */
  readonly name: string | null;
  readonly side: Side;
  readonly position: Position;
  readonly hidden: boolean;
  /** The declaration names neither side: this piece and its twin share one chance. */
  readonly side_open: boolean;
  /** False: only photos or the user speak of it. */
  readonly declared: boolean;
  /** Chance of this piece at a minor, moderate and severe hit, 0–1. */
  readonly by_severity: BySeverity;
  /** What a listed fact speaks for at any severity (air bags that went off), 0–1. */
  readonly floor: number;
};

type Placed = Pick<BelievedPart, 'category' | 'name' | 'side' | 'position'>;
/** What the chance of a part, or of any piece of a pair, over SEVERITIES is drawn from. */
export type CurveSource = Pick<BelievedPart, 'declared' | 'by_severity' | 'floor'>;

/** The declared parts as pieces: an open pair becomes a left and a right one, each at half its expected pieces. */
export function declaredParts(parts: readonly PartProbability[]): BelievedPart[] {
  return parts.flatMap((part): BelievedPart[] => {
    const open = part.side === 'unknown';
    const share = open ? Math.min(1, part.quantity / 2) : 1;
    const [minor, moderate, severe] = part.by_severity;
    return (open ? (['left', 'right'] as const) : [part.side]).map((side) => ({
      key: `${part.prior_id}:${side}`,
      prior_id: part.prior_id,
      category: part.category,
      name: part.exact ? null : part.name,
      side,
      position: part.position,
      hidden: part.hidden,
      side_open: open,
      declared: true,
      by_severity: [minor * share, moderate * share, severe * share],
      floor: part.known ? part.probability * share : 0,
    }));
  });
}

const told = (position: Position): boolean => position !== 'none';
const sided = (side: Side): boolean => side === 'left' || side === 'right';

/** Whether evidence of a place may be of a part, as far as both tell end and side. */
const meets = (part: Placed, place: Placed): boolean =>
  part.category === place.category &&
  part.name === place.name &&
  (part.position === place.position || !told(part.position) || !told(place.position)) &&
  (part.side === place.side || !sided(part.side) || !sided(place.side));

type PlacedEvidence = PhotoSighting | PartAnswer;
const isPlaced = (item: EvidenceItem): item is PlacedEvidence =>
  item.kind === 'photo_sighting' || item.kind === 'part_answer';

/** Which side an answer or sighting is of: left and right answers name it themselves. */
const placeSide = (item: PlacedEvidence): Side =>
  item.kind === 'part_answer' && (item.answer === 'left' || item.answer === 'right') ? 'unknown' : item.side;

/** A finding that is as likely of a whole part, such as one of no confidence at all, finds nothing. */
const speaksForDamage = (item: PlacedEvidence, rates: SeeingRates): boolean =>
  item.kind === 'part_answer'
    ? item.answer !== 'whole' && item.answer !== 'not_fitted'
    : item.look.state === 'damaged' && sightingSteps(item, rates).some((step) => step > 0);

/** The side of the piece that evidence says is damaged. */
const damagedSide = (item: PlacedEvidence): Side =>
  item.kind === 'part_answer' && (item.answer === 'left' || item.answer === 'right')
    ? item.answer
    : item.side;

/** A part nobody declared that a photo or the user says is damaged. */
function undeclaredPart(item: PlacedEvidence, side: Side): BelievedPart {
  const prior = PRIOR_PARTS.find((part) => {
    const place = placeOf(part.id);
    if (item.name !== null) return !place.exact && part.name === item.name;
    return (
      place.exact &&
      place.category === item.category &&
      (place.position === item.position || !told(place.position) || !told(item.position))
    );
  });
  const base = INFERENCE.undeclared_share.value;
  return {
    key: prior
      ? `${prior.id}:${side}`
      : [item.category, side, item.position, ...(item.name === null ? [] : [item.name])].join(':'),
    prior_id: prior?.id ?? null,
    category: item.category,
    name: item.name,
    side,
    position: item.position,
    hidden: prior?.seen === 'hidden',
    side_open: item.side === 'unknown' && side !== damagedSide(item),
    declared: false,
    by_severity: [base, base, base],
    floor: base,
  };
}

/** The sides of the pieces that evidence may be of: both of a pair where it tells none. */
function piecesMeant(item: PlacedEvidence): readonly Side[] {
  const side = damagedSide(item);
  const isPair = side === 'unknown' && categoryById(item.category)?.side === 'LR';
  return isPair ? ['left', 'right'] : [side];
}

const byId = (a: EvidenceItem, b: EvidenceItem): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * All pieces: the declared ones, and those that only photos or answers name; both of a pair where the side is open.
 */
export function partsWith(
  declared: readonly BelievedPart[],
  evidence: readonly EvidenceItem[],
  rates: SeeingRates,
): BelievedPart[] {
  const found = evidence
    .filter(isPlaced)
    .filter((item) => speaksForDamage(item, rates))
    .sort(byId);
  const parts = [...declared];
  for (const item of found)
    for (const side of piecesMeant(item))
      if (!parts.some((part) => meets(part, { ...item, side }))) parts.push(undeclaredPart(item, side));
  return parts;
}

/** What bears on one part: photo evidence and the user's answer as likelihood steps. */
export type PartEvidence = {
  readonly steps: Steps;
  /** What is said of the pair without telling which piece. */
  readonly of_pair: Steps;
  /** Something says that it is damaged. */
  readonly damage: boolean;
  readonly answered: PartAnswer['answer'] | null;
  /** Ids of the pieces of evidence that bear on it, sorted. */
  readonly from: readonly string[];
};

const { certain, repair, replace } = INFERENCE.answers;

function answerSteps(answer: PartAnswer['answer'], side: Side): Steps {
  switch (answer) {
    case 'damaged':
      return [certain, 0, 0];
    case 'whole':
      return [-certain, 0, 0];
    case 'repair':
      return [certain, ...repair];
    case 'replace':
      return [certain, ...replace];
    case 'left':
    case 'right':
      return !sided(side) || side === answer ? [certain, 0, 0] : [-certain, 0, 0];
    case 'not_fitted':
      return NO_STEPS;
  }
}

/** Evidence that tells a side where the part has one, or the other way round, may be of its twin: it counts half. */
const shareOf = (part: Placed, item: PhotoSighting): number =>
  sided(part.side) && item.side === 'unknown' ? 0.5 : 1;

type PlacedItem = { readonly item: PlacedEvidence; readonly place: Placed };
/** Evidence that speaks of parts, by category. */
export type PartEvidenceIndex = ReadonlyMap<string, readonly PlacedItem[]>;

export const indexEvidence = (evidence: readonly EvidenceItem[]): PartEvidenceIndex =>
  Map.groupBy(
    evidence.filter(isPlaced).map((item) => ({ item, place: { ...item, side: placeSide(item) } })),
    ({ item }) => item.category,
  );

const NOTHING: PartEvidence = { steps: NO_STEPS, of_pair: NO_STEPS, damage: false, answered: null, from: [] };
/** Answers that say a part is damaged: of an open pair, where they name no side, that one of the two is. */
const SAYS_DAMAGED: ReadonlySet<PartAnswer['answer']> = new Set(['damaged', 'repair', 'replace']);

/** The evidence that bears on a part; the user's latest answer (by id) is the one that counts. */
export function evidenceOf(part: BelievedPart, index: PartEvidenceIndex, rates: SeeingRates): PartEvidence {
  const placed = (index.get(part.category) ?? [])
    .filter(({ place }) => meets(part, place))
    .map(({ item }) => item);
  if (placed.length === 0) return NOTHING;
  const answers = placed.filter((item) => item.kind === 'part_answer').sort(byId);
  const latest = answers.at(-1);
  const answer = latest?.answer ?? null;
  const bearing: BearingSighting[] = placed
    .filter((item) => item.kind === 'photo_sighting')
    .map((sighting) => ({ sighting, share: shareOf(part, sighting) }));
  const photos = combinedSteps(bearing, rates);
  const said = answer === null ? NO_STEPS : answerSteps(answer, part.side);
  const ofEither =
    part.declared && part.side_open && latest && !sided(latest.side) && SAYS_DAMAGED.has(latest.answer);
  return {
    steps: addSteps(photos, ofEither ? [0, said[1], said[2]] : said),
    of_pair: ofEither ? [said[0], 0, 0] : NO_STEPS,
    damage: placed.some((item) => speaksForDamage(item, rates)),
    answered: answer,
    from: placed.map(({ id }) => id).sort(),
  };
}

/** Whether a part found damaged is one that the declaration says next to nothing of. */
export const isBeyondDeclaration = (part: CurveSource, found: boolean): boolean =>
  !part.declared || (found && Math.max(part.floor, part.by_severity[2]) < INFERENCE.undeclared_share.value);

/** Least chance of a part, whatever the hit: more where it was found damaged, for a scratch needs no hit that tells. */
function leastChance(part: CurveSource, found: boolean, beyond: boolean): number {
  const { found_share, undeclared_share } = INFERENCE;
  if (beyond) return Math.max(part.floor, undeclared_share.value);
  return found ? Math.max(part.floor, Math.min(found_share.value, part.by_severity[2])) : part.floor;
}

/**
 * Chance of a part over SEVERITIES, never falling. One `found` damaged, or found `beyond` the declaration, has a chance at any
 * hit, and so tells less about it.
 */
export function chanceBySeverity(part: CurveSource, found: boolean, beyond: boolean): Float64Array {
  const least = leastChance(part, found, beyond);
  const chances = new Float64Array(SEVERITIES.length).fill(least);
  if (!part.declared) return chances;
  for (let at = NONE + 1; at < chances.length; at++)
    chances[at] = Math.max(least, chanceAt(part.by_severity, SEVERITIES[at] ?? 0));
  return chances;
}

/** One part while it is weighed. */
export type WeighedPart = {
  readonly part: BelievedPart;
  readonly evidence: PartEvidence;
  readonly chance: Float64Array;
  /** Of a piece of an open pair: those of the pair. */
  readonly states: PartStates;
  /** Likelihood of each state against whole. */
  readonly ratio: readonly [minor: number, moderate: number, severe: number];
  /** Found damaged though the declaration says next to nothing of it. */
  readonly beyond: boolean;
};

export type PartBelief = BelievedPart & {
  /** Chance 0–1 that the piece is damaged, all evidence counted. */
  readonly probability: number;
  /** The same before photos and answers. */
  readonly unexamined: number;
  /** How it is damaged, with `whole` adding up to 1. */
  readonly states: {
    readonly whole: number;
    readonly minor: number;
    readonly moderate: number;
    readonly severe: number;
  };
  /** Chance over SEVERITIES given its own evidence: what a simulation draws from once it has drawn a severity. */
  readonly by_hit: readonly number[];
  /** What its own evidence says: damaged, whole, or null where it is not examined. */
  readonly seen: 'damaged' | 'whole' | null;
  readonly answered: PartAnswer['answer'] | null;
  readonly evidence: readonly string[];
};
