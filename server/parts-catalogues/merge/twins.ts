import type { MappedPart } from '../../../contract/schemas/part.ts';
import type { NumberMake } from '../../../contract/vehicles/makes.ts';
import { componentOf, placesOf } from './component.ts';
import { wordsOf } from './words-of.ts';

const SIDE_WORDS = new Set(['left', 'right', 'l', 'r', 'lh', 'rh', 'driver', 'passenger']);

/** The words of a text without those that tell a side. */
export const sidelessWords = (text: string): string[] =>
  wordsOf(text).filter((word) => !SIDE_WORDS.has(word));
/** The same as one text. */
export const sideless = (text: string): string => sidelessWords(text).join(' ');

/** A piece of a part on one side of the car: its versions. */
export type Piece = readonly MappedPart[];

/** All that a source tells of a version but its side, number and price. */
const versionKey = ({ name, notes, group, year_from, year_to }: MappedPart): string =>
  JSON.stringify([sideless(name), sideless(notes ?? ''), sideless(group), year_from, year_to]);

/**
 * The same piece on the other side of the car; none where that lists none. At the same place of the part it has the same function
 * code, or tells a version just so, or else is called the same: makers whose numbers tell the function may give the sides two.
 */
export function twinsOf(piece: Piece, others: readonly Piece[], make: NumberMake | null): Piece[] {
  const [first] = piece;
  if (!first) return [];
  const atPlace = others.filter(([other]) => other && placesOf(other) === placesOf(first));
  const sharing = (of: (part: MappedPart) => string): Piece[] => {
    const own = new Set(piece.map(of));
    return atPlace.filter((other) => other.some((part) => own.has(of(part))));
  };
  const same = atPlace.filter(([other]) => other && componentOf(other, make) === componentOf(first, make));
  if (same.length > 0) return same;
  const alike = sharing(versionKey);
  return alike.length > 0 ? alike : sharing(({ name }) => sideless(name));
}

/**
 * Versions that the other side has and this one lacks, where one of this side is told by the source just as its twin is: what tells
 * the twin from them tells it from them as well.
 */
export function versionsMissing(versions: Piece, others: Piece): MappedPart[] {
  const known = new Set(versions.map(versionKey));
  if (!others.some((other) => known.has(versionKey(other)))) return [];
  return others.filter((other) => other.superseded_by === null && !known.has(versionKey(other)));
}

/** Whether a version of this side stands on the other one as well. */
export const hasTwin = (version: MappedPart, others: Piece): boolean =>
  others.some((other) => versionKey(other) === versionKey(version));
