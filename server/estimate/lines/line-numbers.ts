import type { NumberMissing } from '../../../contract/facts/number-facts.ts';
import type { StatedBySellers } from '../../../contract/facts/stated-number.ts';
import { numberToldWords } from '../../../contract/report-view/number-side.ts';
import type { EstimateLine, OemNumber, Section } from '../../../contract/schemas/estimate.ts';
import type { Position, Side } from '../../../contract/schemas/part.ts';

/** OEM numbers of one part of the car: the alternatives a catalogue gives, and smaller pieces it lists beside them. */
export type MappedNumbers = {
  category: string;
  side: Side;
  position: Position;
  numbers: OemNumber[];
  other_pieces?: OemNumber[];
  /** What estimates of similar cars have for it. */
  similar?: OemNumber[];
};

/** Where a line's part sits; `other_side`: the second line of a part whose side nobody knows. */
export type NumberedPlace = {
  readonly category: string;
  readonly side: Side;
  readonly position: Position;
  readonly section: Section;
  readonly other_side: boolean;
};

type SidedNumber = OemNumber & { readonly side: 'left' | 'right' };

export type LineNumbers = {
  readonly numbers: OemNumber[];
  readonly pieces: OemNumber[];
  /** Those of the same part on the other side of the car, each with its side: they price the line, and none of them fits it. */
  readonly mirrored: SidedNumber[];
  /** Where the line has no number of its own: those of similar cars. */
  readonly similar: OemNumber[];
  /** Where the line has no number of its own. */
  readonly counterpart: EstimateLine['counterpart'];
  /** Beside numbers of its own: versions of the other side that this one lacks. */
  readonly one_sided: EstimateLine['one_sided'];
  /** The part is sold in halves: every number is of one side, and both sides have some. */
  readonly halves: boolean;
  /** Why there is no number; null where there is one. */
  readonly missing: NumberMissing | null;
};

/** A part of any door stands under the doors of one end. */
function endOf({ position, section }: NumberedPlace): Position {
  if (position !== 'none') return position;
  return section === 'front_doors' ? 'front' : section === 'rear_doors' ? 'rear' : 'none';
}

const OPPOSITE = { left: 'right', right: 'left' } as const;

/** The numbers of a part whose side nobody knows, those of the other side first; none of the side its first line takes. */
function otherSideOf(numbers: readonly OemNumber[]): OemNumber[] {
  const first = numbers.find(({ side }) => side !== undefined)?.side;
  if (first === undefined) return [...numbers];
  const other = numbers.filter(({ side }) => side === OPPOSITE[first]);
  const open = numbers.filter(({ side }) => side === undefined);
  return other.length === 0 ? open : [...other, ...numbers.filter((number) => !other.includes(number))];
}

const isSided = (number: OemNumber): number is SidedNumber => number.side !== undefined;

/** A piece's name without the words that tell its side. */
const sidelessName = ({ name }: OemNumber): string => sideless(name);
const sidelessTold = (number: OemNumber): string => sideless(numberToldWords(number));

const sideless = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\b(?:left|right|[lr]h?|driver|passenger|side)\b|[^\p{L}\d]+/gu, ' ')
    .trim()
    .replace(/ +/g, ' ');

/** Of the numbers of the other side those of the same piece, and of these the same version where one is told apart alike. */
function counterpartsOf(own: readonly OemNumber[], others: readonly SidedNumber[]): SidedNumber[] {
  if (own.length === 0) return [...others];
  const pieces = new Set(own.map(sidelessName));
  const same = others.filter((number) => pieces.has(sidelessName(number)));
  const versions = new Set(own.map(numberToldWords));
  const alike = same.filter((number) => versions.has(numberToldWords(number)));
  return alike.length > 0 ? alike : same;
}

/** Versions of the other side alone, where one of this side is told just as its twin there is. */
function oneSided(own: readonly OemNumber[], others: readonly SidedNumber[]): LineNumbers['one_sided'] {
  const told = new Set(own.map(sidelessTold));
  const isTold = (number: OemNumber): boolean => told.has(sidelessTold(number));
  if (!others.some((number) => sidelessTold(number) !== '' && isTold(number))) return undefined;
  const alone = others.filter((number) => number.superseded_by === null && !isTold(number));
  const [first] = alone;
  return first && { side: first.side, numbers: alone.map(({ number }) => number) };
}

/** The number to name where a line has none of its own: a current one before one that was replaced. */
function counterpartFor(others: readonly SidedNumber[]): LineNumbers['counterpart'] {
  const current = others.filter((number) => number.superseded_by === null);
  const all = current.length > 0 ? current : others;
  const [first] = all;
  return first && { number: first.number, side: first.side, others: all.length - 1 };
}

const isMiddle = (side: Side): boolean => side === 'none' || side === 'center' || side === 'unknown';

/** What sellers state of a line's part: of its side and end, and of both sides where nobody knows its own. */
export function statedFor(place: NumberedPlace, all: readonly StatedBySellers[]): StatedBySellers[] {
  const end = endOf(place);
  return all.filter(
    ({ category, side, position }) =>
      category === place.category &&
      (position === end || position === 'none' || end === 'none') &&
      (side === place.side || side === 'none' || place.side === 'unknown'),
  );
}

const noNumbers = (): LineNumbers => ({
  numbers: [],
  pieces: [],
  mirrored: [],
  similar: [],
  counterpart: undefined,
  one_sided: undefined,
  halves: false,
  missing: { code: 'not_listed' },
});

/**
 * The numbers of a line: of its side and end, where they are known, and of no side or end. A part without a side (a horn)
 * for which only sided ones are listed takes those of either, which tell the high from the low one or the car's half it hangs
 * in; beside a middle piece those of a side are other pieces (a bumper's outer grilles). Where nobody knows the side, those of
 * both; its line for the other side has the other ones first, so that the two never order the same.
 */
export function lineNumbers(place: NumberedPlace, all: readonly MappedNumbers[]): LineNumbers {
  const end = endOf(place);
  const atEnd = (listed: Position): boolean => listed === end || listed === 'none' || end === 'none';
  const atPlace = all.filter((it) => it.category === place.category && atEnd(it.position));
  if (atPlace.length === 0) return noNumbers();
  const middle = atPlace.some(({ side, numbers }) => isMiddle(side) && numbers.length > 0);
  const sided = (listed: Side): boolean =>
    place.side === listed ||
    isMiddle(listed) ||
    place.side === 'unknown' ||
    (place.side === 'none' && !middle);
  const found = atPlace.filter((it) => sided(it.side));
  const listed = found.flatMap((it) => it.numbers);
  const pieces = found.flatMap((it) => it.other_pieces ?? []);
  const numbers = place.side === 'unknown' && place.other_side ? otherSideOf(listed) : listed;
  const others =
    place.side === 'left' || place.side === 'right'
      ? atPlace
          .filter((it) => place.side !== it.side && (it.side === 'left' || it.side === 'right'))
          .flatMap((it) => it.numbers)
      : numbers.length === 0
        ? listed
        : [];
  const sidedOthers = others.filter(isSided);
  const mirrored = counterpartsOf(numbers, sidedOthers);
  const [other] = mirrored;
  const missing: NumberMissing = other
    ? { code: 'one_side', side: other.side }
    : { code: pieces.length > 0 ? 'pieces_only' : 'not_listed' };
  return {
    numbers,
    pieces,
    mirrored,
    similar: numbers.length === 0 ? found.flatMap((it) => it.similar ?? []) : [],
    counterpart: numbers.length === 0 ? counterpartFor(mirrored) : undefined,
    one_sided: oneSided(numbers, sidedOthers),
    halves:
      place.side === 'none' && numbers.every(isSided) && new Set(numbers.map(({ side }) => side)).size === 2,
    missing: numbers.length > 0 ? null : missing,
  };
}
