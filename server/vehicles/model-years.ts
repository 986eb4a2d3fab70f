import type { ReadVin } from './read-vin.ts';
import { VEHICLE_TYPE, type Wmi } from './vin-table.ts';

/** Two model years beyond the table's patterns, which are dated 2026-03. */
const LATEST_YEAR = 2028;

/** Codes of position 10 in order from 1980 (49 CFR 565.15 table VII); they repeat after 30 years. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const CYCLE = 30;

/** `sure`: the model year, null where it is open; `possible`: every year it may be. */
export type ModelYears = { readonly sure: number | null; readonly possible: readonly number[] };

/** What the table's schemas of one year say of a VIN: whether they name a model, and whether it weighs 10,000 lb or less. */
export type YearReading = { readonly namesModel: boolean; readonly isLight: boolean };

/**
 * The model year of a VIN. A code means two years, 30 apart. On cars and light trucks built for North America position 7 says which
 * one (49 CFR 565.15(c): a letter from 2010 on); on heavier trucks the year whose schemas name the model is taken. Elsewhere position 7
 * may hold anything, and position 10 need not be a year at all. There, and where the check digit is wrong, the year is open.
 * `listedYear` is the listing's; `readingOf` reads the VIN by the schemas of a year.
 */
export function modelYearsOf(
  read: ReadVin,
  wmi: Wmi | null,
  listedYear: number | null,
  readingOf: (year: number) => YearReading,
): ModelYears {
  const code = YEAR_CODES.indexOf(read.known.charAt(9) || '?');
  const early = 1980 + code;
  const possible = code < 0 ? [] : [early, early + CYCLE].filter((year) => year <= LATEST_YEAR);
  const sure = wmi === null ? null : sureYear(read, wmi, possible, readingOf);
  if (sure !== null) return { sure, possible: [sure] };
  const isListed = listedYear !== null && possible.includes(listedYear);
  return { sure: null, possible: isListed ? [listedYear] : possible };
}

function sureYear(
  read: ReadVin,
  wmi: Wmi,
  possible: readonly number[],
  readingOf: (year: number) => YearReading,
): number | null {
  const only = (fits: (year: number) => boolean): number | null => {
    const years = possible.filter(fits);
    return years.length === 1 ? (years[0] ?? null) : null;
  };
  const isInUse = (year: number) => wmi.links.some(({ from, to }) => year >= from && year <= to);
  const namesModel = (year: number) => readingOf(year).namesModel;
  // Codes 1 to 9 leave one year, but makers elsewhere write other things there (the side of the wheel, a body).
  if (isForOtherMarkets(read)) return possible.length < 2 ? null : only(isInUse);
  if (!isForNorthAmerica(read, possible.some(namesModel))) return null;
  const followsRule = (year: number) => year >= 2010 === /[A-Z]/.test(read.known.charAt(6));
  if (!isLight(wmi))
    return only((year) => namesModel(year) && (followsRule(year) || !readingOf(year).isLight));
  const ruled = only(followsRule);
  if (ruled !== null && isInUse(ruled)) return namesModel(ruled) || !possible.some(namesModel) ? ruled : null;
  // Heavy vans are multipurpose vehicles as well: the rule is not for them.
  return only(namesModel) ?? (possible.some(isInUse) ? null : ruled);
}

/** Positions that no VIN of North America has so: no check digit in 9, or the Z by which European makers fill 4 to 6. */
export const isForOtherMarkets = ({ known }: ReadVin): boolean =>
  !/[\dX]/.test(known.charAt(8)) || known.slice(3, 6) === 'ZZZ';

/** The check digit holds; of a masked VIN, it was built there (1 to 5, 7), or its pattern is one of theirs. */
const isForNorthAmerica = (read: ReadVin, isKnownPattern: boolean): boolean =>
  read.check_digit_ok ?? (/^[1-57]/.test(read.known) || isKnownPattern);

const isLight = ({ vehicleType, isLightTruck }: Wmi): boolean =>
  isLightTruck || vehicleType === VEHICLE_TYPE.car || vehicleType === VEHICLE_TYPE.multipurpose;
