import type { VinReading } from '../../contract/photo-reading/photo-reading.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import { readVin } from '../vehicles/read-vin.ts';

const LENGTH = 17;
/** 17 characters of which the last four are digits, as every VIN with a check digit has it (49 CFR 565). */
const VIN = /^[A-HJ-NPR-Z0-9]{13}\d{4}$/;
/** What a barcode sets before an imported car's VIN. */
const IMPORTED = /^I(?=.{17}$)/;
/** How labels announce the number. */
const ANNOUNCED = /V\.? ?[I1]\.? ?N\.? ?[:;.#]/g;
/** Characters that print and light make alike. */
const ALIKE = ['0DU', '8B3', '5S', '2Z', '6GC', '1L7TJ', 'VYU', 'MNHW', 'KX', 'EF'];

const holds = (text: string): boolean => VIN.test(text) && readVin(text)?.check_digit_ok === true;

/** The VINs in a barcode's text whose check digit holds: whole words of it, never a part of a longer one. */
export const vinsInCode = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .map((word) => word.replace(IMPORTED, ''))
    .filter(holds);

/**
 * The VINs in a line of text that was read off a picture: letters no VIN has stand for the digits they look like, and its check
 * digit holds. Nothing else is put right: most misread numbers could be mended in several ways.
 */
export function vinsInText(text: string): string[] {
  const letters = text
    .toUpperCase()
    .replaceAll(ANNOUNCED, ' ')
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll(/[OQ]/g, '0')
    .replaceAll('I', '1');
  const windows = Array.from({ length: Math.max(0, letters.length - LENGTH + 1) }, (_, at) =>
    letters.slice(at, at + LENGTH),
  );
  return [...new Set(windows.filter(holds))];
}

/** How a VIN that was read stands beside the listing's; a masked one counts as far as it is shown. */
export function besideListed(vin: string, listed: Pick<Lot, 'vin'>): VinReading['listing'] {
  const read = listed.vin === null ? null : readVin(listed.vin);
  if (read === null || read.known === '') return 'none';
  if (!vin.startsWith(read.known)) return 'other';
  return read.masked ? 'same_as_far' : 'same';
}

/** Whether a VIN differs from the listing's only where characters look alike: rather misread than another car's. */
export function looksLikeListed(vin: string, listed: Pick<Lot, 'vin'>): boolean {
  const known = (listed.vin === null ? null : readVin(listed.vin))?.known ?? '';
  return [...known].every((character, at) => {
    const read = vin.charAt(at);
    return read === character || ALIKE.some((group) => group.includes(read) && group.includes(character));
  });
}
