export type ReadVin = {
  /** Upper case, without spaces and dashes; hidden characters as `*`, always 17 long where any is hidden. */
  readonly vin: string;
  /** The leading characters that are known, 17 of an unmasked VIN. */
  readonly known: string;
  readonly masked: boolean;
  /** Its end is missing without a mask. So short a text may as well be another number, such as a car had before 1981. */
  readonly cut_off: boolean;
  /** Letters no VIN has (I, O, Q), each once: read wrongly or typed wrongly. */
  readonly illegal: readonly string[];
  /** null: masked, so it can't be checked. */
  readonly check_digit_ok: boolean | null;
};

const LENGTH = 17;
/** Fewer known characters than up to the model year say too little to be taken for a VIN without its mask. */
const UP_TO_YEAR = 10;

/**
 * Reads a VIN as people and sites write it: any case, spaces, dashes, and the auctions' masks
 * (`5TDJZRFH0HS******`, or cut off after position 10 or 11). null for anything else, never throws.
 */
export function readVin(text: string): ReadVin | null {
  // A longer text is no VIN; it is not worth looking at.
  if (text.length > 60) return null;
  const tidy = text.toUpperCase().replace(/[\s\-‐-―._]+/g, '');
  const match = /^([A-Z0-9]*)(\**)$/.exec(tidy);
  if (!match) return null;
  const [, known = '', stars = ''] = match;
  const masked = known.length < LENGTH;
  if (stars === '' && masked && known.length !== UP_TO_YEAR && known.length !== UP_TO_YEAR + 1) return null;
  if (stars !== '' && (known.length < 3 || known.length + stars.length !== LENGTH)) return null;
  if (known.length > LENGTH) return null;
  // Words of ten letters are no cut-off VIN; every real one has a digit by then.
  if (masked && !/\d/.test(known)) return null;
  return {
    vin: known.padEnd(LENGTH, '*'),
    known,
    masked,
    cut_off: masked && stars === '',
    illegal: [...new Set(known.match(/[IOQ]/g) ?? [])],
    check_digit_ok: masked ? null : checkDigitOf(known) === known.charAt(8),
  };
}

/** Whether a text is a VIN or most of one, 11 to 17 characters: sites write it where a trim or series should stand. */
export function looksLikeVin(text: string): boolean {
  const tidy = text.trim().replace(/\*+$/, '');
  return /^[A-HJ-NPR-Z0-9]{11,17}$/i.test(tidy) && (tidy.match(/\d/g) ?? []).length >= 2;
}

/** Values of 49 CFR 565.15(c) table III; I, O and Q have none and are never part of a VIN. */
const VALUES: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'0123456789'].map((digit) => [digit, Number(digit)])),
  ...{ A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, J: 1, K: 2, L: 3, M: 4, N: 5, P: 7, R: 9 },
  ...{ S: 2, T: 3, U: 4, V: 5, W: 6, X: 7, Y: 8, Z: 9 },
};

/** Weights of 49 CFR 565.15(c) table IV; position 9, the check digit itself, weighs nothing. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * The check digit (`0`–`9` or `X`) that 17 characters should carry in position 9 (49 CFR 565.15).
 * null where it can't be computed: not 17 characters, or one that no VIN has.
 */
export function checkDigitOf(vin: string): string | null {
  if (vin.length !== WEIGHTS.length) return null;
  let sum = 0;
  for (const [index, weight] of WEIGHTS.entries()) {
    const value = VALUES[vin.charAt(index)];
    // The check digit's own place weighs nothing and may hold anything.
    if (value === undefined && weight !== 0) return null;
    sum += (value ?? 0) * weight;
  }
  const rest = sum % 11;
  return rest === 10 ? 'X' : String(rest);
}
