import type { MakeKey } from '../../../contract/vehicles/makes.ts';
import { codeOf } from '../../categories/number-codes.ts';
import { type NumberFamily, normaliseNumber, numberFamily } from './number-format.ts';

/**
 * Shapes that only one family writes, without separators. The shapes a make's numbers may have overlap nearly everywhere (ten
 * characters of one maker pass as another's), so these are narrow, and families whose numbers look like their neighbours' have
 * none (judgement, from the same listings as the shapes).
 */
const SIGNS: Readonly<Partial<Record<NumberFamily, readonly RegExp[]>>> = {
  honda: [/^\d{5}[ST][0-9A-Z]{2}[0-9A-Z]\d{2}(?:[0-9A-Z]{2})?$/],
  toyota: [/^\d{5}[0-9A-Z]{5}[A-J]\d$/],
  nissan: [/^[0-9A-Z]{5}\d[A-Z]{2}\d[A-Z]$/],
  mazda: [/^[A-Z]{2}[0-9A-Z]{2}\d{2}[0-9A-Z]{3}$/],
  mitsubishi: [/^\d{4}[A-Z]\d{3}[A-Z]{0,2}$/],
  ford: [/^[0-9A-Z][A-Z]\dZ(?:\d{4,5}|\d{2}[A-Z]\d{3})[A-Z]{1,5}$/],
  bmw: [/^(?:0[1-9]|[1-8]\d)\d{9}$/],
  vag: [
    /^(?=.{0,2}[A-Z])\d[0-9A-Z]{2}\d{6}[A-Z]{1,2}(?:GRU)?$/,
    /^9\d{10}$/,
    /^WHT\d{6}[A-Z]?$/,
    /^PAF?\d{6,7}$/,
  ],
  volvo: [/^3\d{7}$/],
  jlr: [/^LR\d{6}[A-Z]?$/, /^C2[A-Z]\d{4,6}$/, /^T[24][0-9A-Z]\d{4,5}$/],
};

/** One make of each family that has function codes. */
const CODED: readonly MakeKey[] = ['toyota', 'honda', 'nissan', 'hyundai', 'vw'];

/**
 * Whether a number is another maker's by its shape, or by the function code under which another maker lists this very part.
 * `category`: the part it is said to be of.
 */
export function isForeignNumber(make: MakeKey, number: string, category: string): boolean {
  const bare = normaliseNumber(number);
  const family = numberFamily(make);
  const signed = Object.entries(SIGNS).filter(([, signs]) => signs.some((sign) => sign.test(bare)));
  if (signed.length > 0) return !signed.some(([key]) => key === family);
  if (codeOf(make, bare) !== null) return false;
  return CODED.some((other) => numberFamily(other) !== family && codeOf(other, bare)?.category === category);
}
