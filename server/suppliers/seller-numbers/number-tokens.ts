import type { MakeKey } from '../../../contract/schemas/vehicle.ts';
import { codeOf } from '../../categories/number-codes.ts';
import { isForeignNumber } from '../../parts-catalogues/merge/foreign-number.ts';
import { normaliseNumber, numberFamily, numberFormatOk } from '../../parts-catalogues/merge/number-format.ts';
import { type AskedPart, aspectsOf, type SellerListing } from './seller-listing.ts';

/** Headings under which sellers state numbers, letters alone. */
const NUMBERED = new Set([
  'manufacturerpartnumber',
  'oeoempartnumber',
  'oempartnumber',
  'oepartnumber',
  'oemnumber',
  'oenumber',
  'interchangepartnumber',
]);
/** An aspect of more tokens is stuffed with keywords. */
const MOST_TOKENS = 12;
const SHORTEST = 5;
/** Numbers of the aftermarket's own system: HO1000123 fits a Honda and is none of Honda's. */
const PARTSLINK = /^[A-Z]{2}\d{7}$/;

/** A number as one seller states it. */
export type Token = {
  /** Exactly as written. */
  readonly written: string;
  /** Upper case, without separators. */
  readonly full: string;
  /** The same without what only names a color or primer. */
  readonly base: string;
};

export type StatedTokens = {
  /** Numbers that may be the maker's own for the part, each once. */
  readonly valid: readonly Token[];
  /** All that looks like a number, valid or not: who has the same list copied it. */
  readonly list: readonly string[];
  /** An aspect holds more than a seller who knows the part would write. */
  readonly stuffed: boolean;
};

/** Tails that tell a color or primer and no other piece (judgement, from listings of these makes). */
function baseOf(make: MakeKey, full: string): string {
  switch (numberFamily(make)) {
    case 'honda':
      return full.length === 13 ? full.replace(/Z[A-Z]$/, '') : full;
    case 'vag':
      return full.replace(/(?<=^.{9,11})GRU$/, '');
    case 'toyota':
      return full.length === 12 ? full.replace(/(?:[A-Z]\d|00)$/, '') : full;
    default:
      return full;
  }
}

const numberLike = (full: string): boolean => /\d/.test(full) && full.length >= SHORTEST;

function isOwn(full: string, { make, category, side }: AskedPart): boolean {
  if (PARTSLINK.test(full) || !numberFormatOk(make, full) || isForeignNumber(make, full, category))
    return false;
  const code = codeOf(make, full);
  if (code === null) return true;
  return code.category === category && (code.side === null || side === 'none' || code.side === side);
}

/** The pieces of what stands under one heading; a number written with blanks stays one where none of its pieces is a number. */
function piecesOf(value: string, part: AskedPart): string[] {
  return value
    .split(/[,;|/\n]/)
    .flatMap((segment) => {
      const pieces = segment.split(/\s+/).filter(Boolean);
      const bare = (piece: string) => normaliseNumber(piece, part.make);
      const whole = pieces.length > 1 && !pieces.some((piece) => isOwn(bare(piece), part));
      return whole && isOwn(bare(segment), part) ? [segment.trim()] : pieces;
    })
    .filter((piece) => bareLength(piece) > 0);
}
const bareLength = (piece: string): number => piece.replace(/[^0-9a-z]/gi, '').length;

/** What a listing states under its headings for numbers. */
export function statedTokens(listing: SellerListing, part: AskedPart): StatedTokens {
  const valid = new Map<string, Token>();
  const list = new Set<string>();
  let stuffed = false;
  for (const value of aspectsOf(listing, NUMBERED)) {
    const pieces = piecesOf(value, part);
    if (pieces.length > MOST_TOKENS) stuffed = true;
    for (const written of pieces) {
      const full = normaliseNumber(written, part.make);
      if (!numberLike(full)) continue;
      list.add(full);
      if (isOwn(full, part) && !valid.has(full))
        valid.set(full, { written, full, base: baseOf(part.make, full) });
    }
  }
  return { valid: [...valid.values()], list: [...list].sort(), stuffed };
}
