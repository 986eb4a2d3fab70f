/** Codes of position 10 in order from 1980 (49 CFR 565.15 table VII); they repeat after 30 years. */
const CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/**
 * Model years the VIN may mean, the likelier first. A letter in position 7 means 2010 or later on cars and light
 * trucks (49 CFR 565.15(c)); elsewhere that place may hold anything, so the other cycle stays possible.
 * `latest` is the last year worth considering. Empty where position 10 holds no year code.
 */
export function modelYears(known: string, latest: number): number[] {
  const code = CODES.indexOf(known.charAt(9) || '?');
  if (code < 0) return [];
  const early = 1980 + code;
  const late = early + 30;
  const years = /[A-Z]/.test(known.charAt(6)) ? [late, early] : [early, late];
  return years.filter((year) => year <= latest);
}
