import type { MakeKey } from '../../../contract/vehicles/makes.ts';
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
/**
 * Numbers of the aftermarket's own system: HO1000123 fits a Honda and is none of Honda's. By its letters for makes: Mazda's own
 * KD5350031 has the same shape.
 */
const PARTSLINK = /^(?:A[CU]|BM|CH|FO|GM|H[OY]|I[NUZ]|JA|KI|LX|M[ABCI]|NI|PO|RO|S[BCUZ]|TO|V[OW])\d{7}$/;

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

/** Whether what is written may be the maker's own number of this part; some of its shapes show only with their dashes. */
function isOwn(written: string, { make, category, side }: AskedPart): boolean {
  const full = normaliseNumber(written, make);
  if (!numberLike(full) || PARTSLINK.test(full)) return false;
  if (!numberFormatOk(make, full) && !numberFormatOk(make, written)) return false;
  if (isForeignNumber(make, written, category)) return false;
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
      const apart = pieces.length < 2 || pieces.some((piece) => isOwn(piece, part));
      return !apart && isOwn(segment, part) ? [segment.trim()] : pieces;
    })
    .filter((piece) => /[0-9a-z]/i.test(piece));
}

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
      if (isOwn(written, part) && !valid.has(full))
        valid.set(full, { written, full, base: baseOf(part.make, full) });
    }
  }
  return { valid: [...valid.values()], list: [...list].sort(), stuffed };
}
