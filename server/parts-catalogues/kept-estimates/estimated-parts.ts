import { ADDED_NUMBERS } from '../../../contract/report-view/source-date.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { CataloguePart } from '../../../contract/schemas/part.ts';
import { type NumberMake, numberMake } from '../../../contract/vehicles/makes.ts';
import { normaliseNumber } from '../merge/number-format.ts';
import type { CatalogueVehicle } from '../parts-catalogue.ts';

/** A line of an estimate that an account keeps. */
export type EstimatedPart = Pick<CataloguePart, 'number' | 'name' | 'group' | 'side' | 'price' | 'dated'> & {
  readonly quantity: number;
  /** Of the whole line, paint apart; what they are for is null where nobody knows. */
  readonly labour_hours: number;
  readonly operation: EstimateLine['operation'] | null;
  readonly vin: string;
  /** Model year of its car; null unknown. */
  readonly year: number | null;
  /** Pasted by its user, not in an estimate. */
  readonly pasted: boolean;
  /** Of a dealer's page that its user opened for this VIN; null: it stands in an estimate. */
  readonly page: {
    readonly store: string;
    readonly url: string | null;
    readonly fits_vin: true | null;
  } | null;
};

/** More than this no line of a report can have. */
const MOST_HOURS = 500;

const SOURCE = 'Your estimate';
const pageSource = (store: string): string => `Dealer’s page you opened, ${store}`;

/** Years a number was seen in; null where none is told. */
type Years = readonly [from: number, to: number];

function yearsOf(rows: readonly EstimatedPart[]): Years | null {
  const years = rows.flatMap(({ year }) => (year === null ? [] : [year]));
  return years.length === 0 ? null : [Math.min(...years), Math.max(...years)];
}

/** Hours of putting one such part in, by the estimate of the very car. */
const replacing = ({ operation, quantity, labour_hours: hours, dated }: EstimatedPart) =>
  operation === 'replace' && quantity === 1 && hours > 0 && hours <= MOST_HOURS && dated !== null
    ? { replace_hours: hours }
    : {};

type OpenedRow = EstimatedPart & { readonly page: NonNullable<EstimatedPart['page']> };
const isOpened = (row: EstimatedPart): row is OpenedRow => row.page !== null;

function part(row: EstimatedPart, car: 'this_car' | 'similar_car', years: Years | null): CataloguePart {
  const { number, name, group, side, price, dated, quantity, page, pasted } = row;
  return {
    number,
    name,
    group,
    side,
    position: null,
    quantity,
    notes: null,
    price,
    currency: price === null ? null : 'USD',
    url: page?.url ?? null,
    superseded_by: null,
    catalogue: `kept-estimates ${car}`,
    source: page ? pageSource(page.store) : pasted ? ADDED_NUMBERS : SOURCE,
    dated,
    fit: car === 'similar_car' ? 'unknown' : pasted ? 'model_year' : 'exact_vin',
    year_from: years?.[0] ?? null,
    year_to: years?.[1] ?? null,
    from_estimate: car,
    ...(car === 'this_car' && replacing(row)),
  };
}

function openedPart({ number, name, group, price, dated, page }: OpenedRow): CataloguePart {
  return {
    number,
    name,
    group,
    side: null,
    position: null,
    quantity: null,
    notes: null,
    price,
    currency: price === null ? null : 'USD',
    url: page.url,
    superseded_by: null,
    catalogue: `dealer-page ${page.store}`,
    source: pageSource(page.store),
    dated,
    fit: page.fits_vin ? 'exact_vin' : 'unknown',
    year_from: null,
    year_to: null,
    opened_page: true,
  };
}

/** Each number once: as the newest estimate that prices it has it, else the newest of all. `rows`: newest first. */
const each = <Row extends EstimatedPart>(rows: readonly Row[], make: NumberMake | null): Row[][] =>
  [...Map.groupBy(rows, ({ number }) => normaliseNumber(number, make)).values()].map((same) =>
    same.toSorted((a, b) => Number(a.price === null) - Number(b.price === null)),
  );

/**
 * What an account's kept estimates, newest first, tell of a car: numbers of estimates of its own VIN, and those of cars of the
 * same model line and of its year, or of an earlier and a later one. The others are another source, the least trusted of all.
 * `opened`: what dealers' pages say that were opened for its VIN; those of other cars come with the similar ones. Numbers
 * pasted for this car are its own as far as its VIN shows, and never said to fit by it.
 */
export function estimatedParts(
  rows: readonly EstimatedPart[],
  vehicle: CatalogueVehicle,
): { own: CataloguePart[]; opened: CataloguePart[]; similar: CataloguePart[] } {
  const { vin, vin_masked, year } = vehicle;
  const make = numberMake(vehicle);
  const isOwn = (row: EstimatedPart): boolean =>
    row.pasted ? row.vin === (vin ?? '') && row.year === year : !vin_masked && row.vin === vin;
  const estimates = rows.filter((row) => !isOpened(row));
  const own = each(estimates.filter(isOwn), make).flatMap(([first]) =>
    first ? [part(first, 'this_car', null)] : [],
  );
  const opened = each(rows.filter(isOpened).filter(isOwn), make).flatMap(([first]) =>
    first ? [openedPart(first)] : [],
  );
  const similar = each(
    rows.filter((row) => !isOwn(row)),
    make,
  ).flatMap((same) => {
    const [first] = same;
    const years = yearsOf(same);
    const inRange = years !== null && year !== null && years[0] <= year && year <= years[1];
    return first && inRange ? [part(first, 'similar_car', years)] : [];
  });
  return { own, opened, similar };
}
