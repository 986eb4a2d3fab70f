import type { NumberToldBy, OemNumber } from '../../../contract/schemas/estimate.ts';
import type { Fit, MappedPart, Position, Side } from '../../../contract/schemas/part.ts';
import type { NumberMake } from '../../../contract/vehicles/makes.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { assemblyOf, componentOf } from './component.ts';
import { isHardware } from './hardware.ts';
import { FIT_ORDER } from './merge-parts.ts';
import { normaliseNumber, numberFormatOk } from './number-format.ts';
import { hasTwin, type Piece, sideless, sidelessWords, twinsOf, versionsMissing } from './twins.ts';
import { wordsOf } from './words-of.ts';

/** What sources give for one part of the vocabulary on one side and end of the car. */
export type PartVariants = {
  category: string;
  side: Side;
  position: Position;
  /** The part itself: every version of it, none collapsed, current ones first, of these the surest; none where only pieces are listed. */
  numbers: OemNumber[];
  /** Smaller pieces that fall under the same category (the striker beside the lock): no versions of it. */
  other_pieces: OemNumber[];
  /** What estimates of similar cars have for the part: not known to fit, so no versions of it either. */
  similar?: OemNumber[];
};

/** Groups mapped parts into what is one part on the car, with what decides between the numbers and how sure each is. */
export function groupVariants(parts: readonly MappedPart[], make: NumberMake | null): PartVariants[] {
  const groups = Map.groupBy(parts, (part) => `${part.category} ${part.mapped_side} ${part.mapped_position}`);
  const ofThisCar = parts.filter((part) => !isOfSimilarCar(part));
  const places = [...groups.values()].flatMap((group) => placeOf(group, ofThisCar, make));
  const twinOf = ({ category, side, position }: Place): Place | undefined =>
    places.find(
      (place) => place.category === category && place.position === position && place.side === OPPOSITE[side],
    );
  const listed: Listed = { parts, make };
  const order = new Map(parts.map(({ number }, at) => [number, at] as const).reverse());
  const listedAt = (piece: Piece): number => Math.min(...piece.map(({ number }) => order.get(number) ?? 0));
  const principals = new Map(
    places.map((place) => [place, principalOf(place.whole, twinOf(place)?.whole ?? [], listedAt, make)]),
  );
  return places.map((place): PartVariants => {
    const { category, side, position, pieces, similar } = place;
    const twin = twinOf(place);
    const principal = principals.get(place) ?? [];
    const beside = pieces.filter((piece) => piece !== principal);
    return {
      category,
      side,
      position,
      numbers: described(principal, (twin && principals.get(twin)) ?? [], listed),
      other_pieces: beside.flatMap((piece) => described(piece, [], listed)),
      ...(similar.length > 0 && { similar: similar.map((part) => oemNumber(part, [part], listed)) }),
    };
  });
}

const OPPOSITE: Readonly<Record<Side, Side | null>> = {
  left: 'right',
  right: 'left',
  center: null,
  none: null,
  unknown: null,
};

/** What sources list for one part on one side and end of the car, piece by piece. */
type Place = Pick<PartVariants, 'category' | 'side' | 'position'> & {
  /** All of them, those that may be the part itself first. */
  readonly pieces: readonly Piece[];
  readonly whole: readonly Piece[];
  readonly similar: readonly MappedPart[];
};

function placeOf(
  group: readonly MappedPart[],
  ofThisCar: readonly MappedPart[],
  make: NumberMake | null,
): Place[] {
  const [first] = group;
  if (!first || first.category === null) return [];
  const all = withoutRepeats(group, make);
  const siblings = all.filter((part) => !isOfSimilarCar(part));
  const hardware = siblings.filter((part) => isHardware(part, make));
  const inPieces = (listed: readonly MappedPart[]) => Map.groupBy(listed, (part) => componentOf(part, make));
  const components = inPieces(siblings.filter((part) => !hardware.includes(part)));
  return [
    {
      category: first.category,
      side: first.mapped_side,
      position: first.mapped_position,
      pieces: [...components.values(), ...inPieces(hardware).values()],
      whole: onThisSide(first, [...components], ofThisCar, make),
      similar: all.filter((part) => isOfSimilarCar(part) && !isHardware(part, make)),
    },
  ];
}

/** The versions of a piece, current ones first, of these the surest. `twins`: the versions of the other side. */
function described(versions: Piece, twins: Piece, listed: Listed): OemNumber[] {
  const missing = versionsMissing(versions, twins);
  return versions
    .map((part) => oemNumber(part, hasTwin(part, twins) ? [...versions, ...missing] : versions, listed))
    .sort((a, b) => replaced(a) - replaced(b) || FIT_ORDER[a.fit] - FIT_ORDER[b.fit]);
}

/** All that sources list of a car: a successor may stand anywhere. */
type Listed = { readonly parts: readonly MappedPart[]; readonly make: NumberMake | null };

const isOfSimilarCar = ({ from_estimate }: MappedPart): boolean => from_estimate === 'similar_car';

const isOfThisCarsEstimate = ({ from_estimate }: MappedPart): boolean => from_estimate === 'this_car';

/**
 * The piece that is the part itself: what an estimate of this very car has for it, else what catalogues make of it. Both sides of
 * the car have the same one: a piece is known by its twin's names and prices too, and where one side lists but pieces that stand
 * beside the part on the other, it has no number.
 */
function principalOf(
  own: readonly Piece[],
  others: readonly Piece[],
  listedAt: (piece: Piece) => number,
  make: NumberMake | null,
): Piece {
  const estimated = own.filter((piece) => piece.some(isOfThisCarsEstimate));
  if (estimated.length > 0) return assemblyOf(estimated) ?? [];
  const listed = others.filter((piece) => !piece.some(isOfThisCarsEstimate));
  const absent = listed.filter((piece) => twinsOf(piece, own, make).length === 0);
  const known = (piece: Piece): Piece =>
    absent.includes(piece) ? piece : [piece, ...twinsOf(piece, listed, make)].flat();
  const inOrder = [...own, ...absent].sort((a, b) => listedAt(known(a)) - listedAt(known(b)));
  const best = assemblyOf(inOrder, known);
  if (best === null || own.includes(best)) return best ?? [];
  return assemblyOf(own.filter((piece) => twinsOf(piece, listed, make).length === 0)) ?? [];
}

/**
 * The pieces that may be the part itself. Of a part each side has, beside names with a side, one without is that part only
 * where it is the same piece: a retainer both sides take is no version of the left stay.
 */
function onThisSide(
  { category, mapped_side, mapped_position }: MappedPart,
  components: readonly (readonly [string, MappedPart[]])[],
  parts: readonly MappedPart[],
  make: NumberMake | null,
): MappedPart[][] {
  const sided = parts.filter(
    (part) =>
      part.category === category &&
      part.mapped_position === mapped_position &&
      part.mapped_side !== 'none' &&
      !isHardware(part, make),
  );
  const known = new Set(sided.map((part) => componentOf(part, make)));
  const bothSides = categoryById(category ?? '')?.side === 'LR';
  const open = mapped_side !== 'none' || known.size === 0 || !bothSides;
  return components.flatMap(([piece, versions]) => (open || known.has(piece) ? [versions] : []));
}

/** A number that stands in two drawings, or in two catalogues, is one number; the first source, the most trusted, stays. */
function withoutRepeats(parts: readonly MappedPart[], make: NumberMake | null): MappedPart[] {
  const seen = new Map<string, MappedPart>();
  for (const part of parts) {
    const number = normaliseNumber(part.number, make);
    const earlier = seen.get(number);
    if (!earlier) seen.set(number, part);
    else if (earlier.price === null && part.price !== null && earlier.source === part.source)
      seen.set(number, { ...earlier, price: part.price, currency: part.currency });
  }
  return [...seen.values()];
}

const replaced = ({ superseded_by }: OemNumber): number => Number(superseded_by !== null);

function oemNumber(part: MappedPart, versions: readonly MappedPart[], listed: Listed): OemNumber {
  const { make } = listed;
  const told = toldBy(part, versions, listed);
  return {
    number: part.number,
    name: part.name,
    ...((part.mapped_side === 'left' || part.mapped_side === 'right') && { side: part.mapped_side }),
    source: part.source,
    dated: part.dated,
    fit: fitAmong(part, versions),
    ...(told && { told_by: told }),
    price: part.price,
    currency: part.currency,
    superseded_by: part.superseded_by,
    url: part.url,
    format_ok: make !== null && numberFormatOk(make, part.number),
    ...(part.price_from && { price_from: part.price_from }),
    ...(part.from_estimate && { from_estimate: part.from_estimate }),
    ...(part.replace_hours !== undefined && { replace_hours: part.replace_hours }),
    ...(part.opened_page && { opened_page: part.opened_page }),
    ...(part.also && { also: part.also }),
  };
}

/** A number with another live version needs an answer, unless the VIN already gave it. */
function fitAmong(part: MappedPart, versions: readonly MappedPart[]): Fit {
  if (part.fit !== 'model_year') return part.fit;
  const live = versions.filter((other) => other !== part && other.superseded_by === null);
  return live.length > 0 ? 'needs_option' : 'model_year';
}

/** What tells this number from the other versions: years, note, words of its own name, drawing, successors. Null: nothing has to. */
function toldBy(part: MappedPart, versions: readonly MappedPart[], listed: Listed): NumberToldBy | null {
  const told: NumberToldBy = {
    ...(part.notes === null ? {} : { note: part.notes }),
    ...successorsOf(part, listed),
  };
  if (versions.length < 2) return Object.keys(told).length === 0 ? null : told;
  const differs = (of: (version: MappedPart) => string) => versions.some((other) => of(other) !== of(part));
  const { year_from, year_to } = part;
  const years = (version: MappedPart) => `${version.year_from ?? ''}–${version.year_to ?? ''}`;
  // Versions of both sides may stand here: a word of the side tells none from another.
  const sided = OPPOSITE[part.mapped_side] !== null;
  const words = ({ name }: MappedPart) => (sided ? sidelessWords(name) : wordsOf(name));
  const drawing = ({ group }: MappedPart) => (sided ? sideless(group) : group);
  const vocabularies = versions.map((version) => new Set(words(version)));
  const own = words(part).filter((word) => !vocabularies.every((vocabulary) => vocabulary.has(word)));
  const all: NumberToldBy = {
    ...(differs(years) && (year_from !== null || year_to !== null) ? { years: [year_from, year_to] } : {}),
    ...told,
    ...(own.length > 0 ? { words: [...new Set(own)] } : {}),
    ...(part.group !== '' && differs(drawing) ? { drawing: part.group } : {}),
  };
  return Object.keys(all).length === 0 ? { untold: true } : all;
}

/**
 * The numbers that came after this one, as far as sources list them; a ring ends where it began, and where a source names several
 * successors nobody knows which of them goes on.
 */
function successorsOf(
  part: MappedPart,
  { parts, make }: Listed,
): Pick<NumberToldBy, 'replaced_by' | 'replaced_also'> {
  const chain: string[] = [];
  const bareOf = (number: string): string => normaliseNumber(number, make);
  const seen = new Set([bareOf(part.number)]);
  let row: MappedPart | undefined = part;
  while (row && row.superseded_by !== null && !seen.has(bareOf(row.superseded_by))) {
    const { superseded_by: next, superseded_also: also = [] }: MappedPart = row;
    chain.push(next ?? '');
    if (also.length > 0) return { replaced_by: chain, replaced_also: also };
    const bare = bareOf(next ?? '');
    seen.add(bare);
    row = parts.find(({ number }) => bareOf(number) === bare);
  }
  return chain.length === 0 ? {} : { replaced_by: chain };
}
