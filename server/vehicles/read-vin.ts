import { checkDigitOf } from './check-digit.ts';

export type ReadVin = {
  /** Upper case, without spaces and dashes; hidden characters as `*`, always 17 long where any is hidden. */
  readonly vin: string;
  /** The leading characters that are known, 17 of an unmasked VIN. */
  readonly known: string;
  readonly masked: boolean;
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
    illegal: [...new Set(known.match(/[IOQ]/g) ?? [])],
    check_digit_ok: masked ? null : checkDigitOf(known) === known.charAt(8),
  };
}
