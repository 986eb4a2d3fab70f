import { AIRBAG_WORDS, KEY_WORDS, RUN_WORDS } from '../../lot-words.ts';
import type { Lot, LotOrigin } from '../../schemas/lot.ts';
import { dayInUtc, wholeDollars, wholeNumber } from '../figures.ts';

export type LotFact = {
  readonly key:
    | 'title'
    | 'keys'
    | 'condition'
    | 'airbags'
    | 'odometer'
    | 'sale'
    | 'location'
    | 'seller'
    | 'retail_value';
  readonly label: string;
  /** Null: the lot does not tell. */
  readonly value: string | null;
};

const DAY_MS = 86_400_000;

/** `87,412 mi, actual`; what was read where the unit is not known. */
function odometerWords({ odometer, mileage }: Pick<Lot, 'odometer' | 'mileage'>): string | null {
  const read = odometer?.value ?? null;
  const unit = odometer?.unit ?? null;
  const value =
    read !== null
      ? `${wholeNumber(read)} ${unit ?? '(unit not listed)'}`
      : mileage === null
        ? null
        : `${wholeNumber(mileage)} mi`;
  const brand = odometer?.brand ? odometer.brand.toLowerCase() : null;
  return [value, brand].filter((word) => word !== null).join(', ') || null;
}

/** What is known of the mileage in one line: `87,412 mi, actual`; `86,992 mi (140,000 km, actual)` of a reading in km. */
export function mileageWords(lot: Pick<Lot, 'odometer' | 'mileage'>): string {
  const words = odometerWords(lot) ?? 'Unknown';
  if (lot.mileage === null || lot.odometer?.value == null || lot.odometer.unit === 'mi') return words;
  return `${wholeNumber(lot.mileage)} mi (${words})`;
}

/** `in 3 days`, `today`, `11 days ago`: whole days of UTC between two moments. */
function daysFrom(sale: number, now: number): string {
  const days = Math.floor(sale / DAY_MS) - Math.floor(now / DAY_MS);
  if (days === 0) return 'today';
  const said = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return days > 0 ? `in ${said}` : `${said} ago`;
}

/** `Dec 3, 2026 (in 11 days)`; what the listing says where it is no date. `now`: milliseconds since 1970. */
export function saleWords(sale: string | null, now: number): string | null {
  if (sale === null) return null;
  const time = Date.parse(sale);
  return Number.isNaN(time) ? sale : `${dayInUtc(time)} (${daysFrom(time, now)})`;
}

/** What a buyer decides on, in the order read; `now`: milliseconds since 1970, for the days until the sale. */
export function lotFacts(lot: Lot, now: number): LotFact[] {
  return [
    { key: 'title', label: 'Title', value: lot.title },
    { key: 'keys', label: 'Keys', value: lot.keys && KEY_WORDS[lot.keys] },
    { key: 'condition', label: 'Condition', value: lot.run_condition && RUN_WORDS[lot.run_condition] },
    { key: 'airbags', label: 'Airbags', value: lot.airbags && AIRBAG_WORDS[lot.airbags] },
    { key: 'odometer', label: 'Odometer', value: odometerWords(lot) },
    { key: 'sale', label: 'Sale', value: saleWords(lot.sale_date, now) },
    { key: 'location', label: 'Yard', value: lot.location },
    { key: 'seller', label: 'Seller', value: lot.seller },
    {
      key: 'retail_value',
      label: 'Listed value',
      value: lot.retail_value === null ? null : wholeDollars(lot.retail_value),
    },
  ];
}

/** Which facts nobody told, with how that is said; null where all are known. */
export function untoldFacts(
  facts: readonly LotFact[],
  origin: LotOrigin,
): { readonly label: string; readonly value: string } | null {
  const missing = facts.filter(({ value }) => value === null).map(({ label }) => label.toLowerCase());
  if (missing.length === 0) return null;
  return { label: origin === 'entered' ? 'Not entered' : 'Not listed', value: missing.join(', ') };
}
