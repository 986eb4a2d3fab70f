import type { PhotoReading } from '../../contract/photo-reading/photo-reading.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import { readVin } from '../vehicles/read-vin.ts';

/** 17 characters of which the last four are digits, as every VIN with a check digit has it (49 CFR 565). */
const VIN = /^[A-HJ-NPR-Z0-9]{13}\d{4}$/;
/** What a barcode sets before an imported car's VIN. */
const IMPORTED = /^I(?=.{17}$)/;
const holds = (text: string): boolean => VIN.test(text) && readVin(text)?.check_digit_ok === true;

/** The VINs in a barcode's text whose check digit holds: whole words of it, never a part of a longer one. */
export const vinsInCode = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .map((word) => word.replace(IMPORTED, ''))
    .filter(holds);

/** How a VIN that was read stands beside the listing's; a masked one counts as far as it is shown. */
export function besideListed(
  vin: string,
  listed: Pick<Lot, 'vin'>,
): Extract<PhotoReading, { of: 'vin' }>['listing'] {
  const read = listed.vin === null ? null : readVin(listed.vin);
  if (read === null || read.known === '') return 'none';
  if (!vin.startsWith(read.known)) return 'other';
  return read.masked ? 'same_as_far' : 'same';
}
