import { AIRBAG_WORDS, KEY_WORDS, RUN_WORDS } from '../../lot-words.ts';
import type { Lot, LotOrigin } from '../../schemas/lot.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { dayInUtc, distanceOf, wholeDollars, wholeNumber } from '../figures.ts';
import { shownUnits } from '../units/shown-units.ts';
import { titleWords } from '../words/title-words.ts';

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

type Odometer = Pick<Lot, 'odometer' | 'mileage'>;

/** Whether the odometer reads in miles what is shown in kilometers. */
const readsInMiles = ({ odometer, mileage }: Odometer): boolean =>
  shownUnits().distance === 'km' && odometer?.unit === 'mi' && mileage !== null;

/** What the odometer reads, as its listing gives it, and in kilometers where its reader has set them; null: not known. */
export function odometerFigure(lot: Odometer): string | null {
  const { odometer, mileage } = lot;
  if (odometer?.value == null) return mileage === null ? null : distanceOf(mileage);
  const read = `${wholeNumber(odometer.value)} ${odometer.unit ?? '(unit not listed)'}`;
  return readsInMiles(lot) ? `${distanceOf(odometer.value)} (${read})` : read;
}

/** `87,412 mi, actual`; what was read where the unit is not known. */
function odometerWords(lot: Odometer): string | null {
  const value = odometerFigure(lot);
  const { odometer } = lot;
  const brand = odometer?.brand ? odometer.brand.toLowerCase() : null;
  // A brand without a figure: the odometer was not read.
  if (value === null && brand !== null) return `not read (${brand})`;
  return [value, brand].filter((word) => word !== null).join(', ') || null;
}

/** What is known of the mileage in one line: `87,412 mi, actual`; `86,992 mi (140,000 km, actual)` of a reading in km. */
export function mileageWords(lot: Odometer): string {
  const words = odometerWords(lot) ?? 'Unknown';
  if (lot.mileage === null || lot.odometer?.value == null) return words;
  if (lot.odometer.unit === 'mi' || lot.odometer.unit === shownUnits().distance) return words;
  return `${distanceOf(lot.mileage)} (${words})`;
}

/** `in 3 days`, `today`, `11 days ago`: whole days of UTC between two moments. */
export function daysFrom(sale: number, now: number): string {
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
    { key: 'title', label: 'Title', value: titleWords(lot) },
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

type Told = Pick<ReportModel, 'sample' | 'lot_origin'> & { lot: Pick<Lot, 'source'> };

/** How a lot came to be known, where no page of its auction was fetched for it, and whether it is a sample: the marks at the head. */
export function originMarks({ sample, lot_origin, lot }: Told): string[] {
  const marks = sample ? ['Sample: fictional car, drawn photos, fictional prices'] : [];
  switch (lot_origin) {
    case 'own_page':
      return [
        ...marks,
        `Read from a ${lot.source ? 'list' : 'page'} its user supplied, not fetched from the auction`,
      ];
    case 'licensed':
      return [
        ...marks,
        `By licensed data${lot.source ? ` from ${lot.source}` : ''}, not read from the auction’s own page`,
      ];
    case 'entered':
      return [...marks, 'Entered by hand, not read from an auction'];
    case 'fetched':
    case 'sample':
      return marks;
  }
}

/** In place of a share of the value, where no value is known. */
export const noValueWords = ({ lot_origin }: Pick<ReportModel, 'lot_origin'>): string =>
  lot_origin === 'entered' ? 'No retail value was entered.' : 'The listing gives no retail value.';
