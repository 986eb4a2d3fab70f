import type { EvidenceItem, PartAnswer } from '../../../contract/evidence.ts';
import type { Evidence } from '../../../contract/schemas/damage.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import type { Listing } from '../forecast/listing.ts';
import type { Belief } from '../inference/believe.ts';
import type { PartBelief } from '../inference/believed-parts.ts';
import {
  type BelievedPlace,
  believedLine,
  findingOf,
  isMissedLightly,
  type KnownOfPart,
} from '../lines/believed-line.ts';
import type { Narrow } from '../lines/narrowed-numbers.ts';
import { type DraftLine, type DraftPart, perPiece } from '../pricing/estimate-line.ts';
import { chanceUnder, type LineChance } from './line-chances.ts';

/** A damage line with what the report says of its chance. */
export type BelievedLine = LineChance & {
  readonly part: PartBelief;
  /** The side is not known: the line is one piece, its side to be confirmed. */
  readonly side_open: boolean;
  /** The second piece of such a pair. */
  readonly other_side: boolean;
  /** Its random numbers: a piece of a pair keeps those of the line it was while its side was open. */
  readonly stream: string;
  /** What the part costs in the reference price world, where a catalog prices the line. */
  readonly reference_part: DraftPart | null;
  /** Priced as its user has it done: repaired or replaced; null: as believed. */
  readonly done: DraftLine | null;
};

type Placed = BelievedPlace & {
  readonly chance: readonly number[];
  readonly side_open: boolean;
  readonly stream: string;
};

/** The lines of a belief: one a piece; a pair whose side is open is one line, and a second for the case that both are hit. */
function placesOf(belief: Belief): Placed[] {
  const pairs = new Map(
    belief.pairs.flatMap((pair) => [[pair.left, pair] as const, [pair.right, pair] as const]),
  );
  const chanceOf = new Map(belief.parts.map(({ key, probability }) => [key, probability]));
  return belief.parts.flatMap((part): Placed[] => {
    const pair = pairs.get(part.key);
    const { key: id, side, by_hit: chance } = part;
    if (!pair) return [{ id, part, side, chance, side_open: false, other_side: false, stream: id }];
    const { open } = pair;
    const second = `${open}:2`;
    if (pair.side_known) {
      const twin = pair.left === id ? pair.right : pair.left;
      const other = chanceOf.get(twin) ?? 0;
      const isFirst = part.probability > other || (part.probability === other && pair.left === id);
      const stream = isFirst ? open : second;
      return [{ id, part, side, chance, side_open: false, other_side: false, stream }];
    }
    if (pair.right === id) return [];
    const one = { part, side: 'unknown' as const, side_open: true };
    return [
      { ...one, id: open, chance: pair.at_least_one_by_hit, other_side: false, stream: open },
      ...(pair.both > LEAST
        ? [{ ...one, id: second, chance: pair.both_by_hit, other_side: true, stream: second }]
        : []),
    ];
  });
}
/** A second piece less likely than this is no line. */
const LEAST = 0.002;

/** Photos (by number) among a part's evidence that show it whole. */
function wholeOn({ evidence }: PartBelief, inputs: EstimateInputs): number[] {
  const own = new Set(evidence);
  const photos = inputs.evidence.flatMap((item) =>
    item.kind === 'photo_sighting' &&
    item.look.state === 'whole' &&
    item.duplicate_of === null &&
    own.has(item.id)
      ? [item.photo]
      : [],
  );
  return [...new Set(photos)].sort((a, b) => a - b);
}

/** Whether an answer says that the piece on this side is damaged. */
const saysDamaged = ({ answer }: PartAnswer, side: PartBelief['side']): boolean =>
  answer === 'left' || answer === 'right' ? answer === side : answer !== 'whole' && answer !== 'not_fitted';

/** The photos a user saw a part on, with what they drew there. */
function markedOn({ part, other_side }: BelievedPlace, evidence: readonly EvidenceItem[]): Evidence[] {
  if (other_side) return [];
  return evidence.flatMap((item) =>
    item.kind === 'part_answer' &&
    item.photo !== undefined &&
    // What hides behind the part rests on the answer too.
    item.category === part.category &&
    item.name === part.name &&
    part.evidence.includes(item.id) &&
    saysDamaged(item, part.side)
      ? [{ photo: item.photo, box: item.box ?? null, kind: 'user_box' as const }]
      : [],
  );
}

/** What declaration and photos say of a part, whatever its user says. */
function knownOf(
  place: BelievedPlace,
  listing: Listing,
  inputs: EstimateInputs,
): Omit<KnownOfPart, 'whole_on' | 'confirmed' | 'marked'> {
  const { part } = place;
  const told =
    listing.belief.told.parts.find(
      ({ prior_id, side }) => prior_id === part.prior_id && (side === part.side || side === 'unknown'),
    ) ?? null;
  return {
    told,
    finding: findingOf(place, inputs.findings),
    behind: findingOf(place, inputs.findings, 'likely_hidden'),
    photos_examined: inputs.photos_examined,
    asked: null,
  };
}

/** A line but for its chance. */
type Drafted = Pick<BelievedLine, 'draft' | 'reference_part' | 'done'>;

/** Of each listing's lines by all that they follow: of the many forecasts of one lot, most ask for the same. */
const drafts = new WeakMap<Listing, Map<string, Drafted>>();
/** More than a whole pass over a car leaves; what users mark on photos must not fill the memory. */
const MOST_DRAFTS = 1_500;

/** What the user says of a lot's part numbers: how they are narrowed, and a key that is the same where that is. */
export type Narrowing = { readonly narrow: Narrow; readonly key: string };

/** Damage lines of a belief, each with its chance at every severity and under all evidence. */
export function believedLines(
  belief: Belief,
  listing: Listing,
  inputs: EstimateInputs,
  evidence: readonly EvidenceItem[],
  { narrow, key: narrowed }: Narrowing,
  operationOf: (id: string) => EstimateLine['operation'] | null,
): BelievedLine[] {
  const { priced: car, numbers, currencies } = inputs;
  const rates = inputs.rates.reference;
  const catalogue = { car, rates, numbers, currencies, narrow, stated: inputs.stated };
  const reference = { car, rates, numbers: [], currencies: {} };
  const kept = drafts.get(listing) ?? new Map<string, Drafted>();
  drafts.set(listing, kept);
  const isConfirmed = evidence.some(({ kind }) => kind === 'part_answer');
  const drafted = (place: Placed): Drafted => {
    const { id, side, other_side, part } = place;
    const operation = operationOf(id);
    const asked = operation === 'repair' || operation === 'replace' ? operation : null;
    const marked = part.evidence.length > 0 ? markedOn(place, evidence) : [];
    const seen = part.evidence.length > 0 ? wholeOn(part, inputs) : [];
    const key = JSON.stringify([
      id,
      side,
      other_side,
      part.hidden,
      part.seen,
      part.answered,
      isMissedLightly(part),
      seen,
      marked,
      isConfirmed,
      asked,
      narrowed,
    ]);
    const known = kept.get(key);
    if (known) return known;
    if (kept.size >= MOST_DRAFTS) kept.clear();
    const made = draftOf(place, asked, { whole_on: seen, marked, confirmed: isConfirmed });
    kept.set(key, made);
    return made;
  };
  const draftOf = (
    place: Placed,
    asked: KnownOfPart['asked'],
    said: Pick<KnownOfPart, 'whole_on' | 'marked' | 'confirmed'>,
  ): Drafted => {
    const known = { ...knownOf(place, listing, inputs), ...said };
    const draft = believedLine(place, known, catalogue);
    const done =
      asked && asked !== draft.operation ? believedLine(place, { ...known, asked }, catalogue) : null;
    const ours = draft.part?.basis === 'catalogue' ? believedLine(place, known, reference).part : null;
    return {
      draft,
      reference_part: ours && perPiece(ours, draft.quantity),
      // A part that is never repaired stays what it is.
      done: done && done.operation === asked ? done : null,
    };
  };
  return placesOf(belief).map((place) => {
    const { draft, done, ...rest } = drafted(place);
    const { chance, part, side_open, other_side, stream } = place;
    const likely = {
      presence: { kind: 'fixed' as const, p: part.probability },
      probability: chanceUnder(belief.severity.weights, chance),
    };
    return {
      ...rest,
      draft: { ...draft, ...likely },
      done: done && { ...done, ...likely },
      chance,
      part,
      side_open,
      other_side,
      stream,
    };
  });
}
