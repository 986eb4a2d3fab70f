import { type LotFacts, NO_FACTS } from '../auction-site.ts';
import { type LabelValues, readLabels } from '../page/label-value-text.ts';
import { type CarMarks, carsInLines, onlyCar } from '../page/listed-cars.ts';
import { saleDateOf, textOf, vinOf, zonedTime } from '../page/listing-values.ts';
import { isVehicleTitle, readVehicleTitle } from '../page/vehicle-title.ts';
import { BID_CARS_LABELS, BID_CARS_SHAPES, factsFromRows, placeOf } from './facts.ts';
import { inEnglish } from './languages.ts';
import type { BidCarsReading } from './page.ts';
import { textMarket } from './text-market.ts';

/** The copied text of a bid.cars lot page, or of its lists. */

const PLATFORM = /^data fetched from the platform/i;

/** What tells one car of a search page or watch list from the next. */
const CARS: CarMarks = {
  labels: BID_CARS_LABELS,
  shapes: BID_CARS_SHAPES,
  once: ['Odometer', 'Primary damage'],
  numberAt: lotIdAt,
};

/** One reading a car; none where too few of the page's rows are there. */
export function bidCarsLines(shown: readonly string[]): BidCarsReading[] {
  const [car, ...more] = carsInLines(withoutHistory(shown.map(inEnglish)), CARS);
  if (car !== undefined && more.length > 0)
    return [car, ...more].map((one) => {
      const read = one.mixed ? null : readingOf(one.lines, 2);
      const { name, vin } = one;
      const facts = read?.facts ?? NO_FACTS;
      return {
        lotId: one.lotNumber,
        kind: read?.kind ?? null,
        facts: one.mixed ? NO_FACTS : { ...facts, name: facts.name ?? name, vin: facts.vin ?? vin },
      };
    });
  const read = car === undefined || car.mixed ? null : readingOf(car.lines, 4, shown.map(inEnglish));
  return read ? [read] : [];
}

/** Whether the lines show one car in brief. */
export const isBidCarsRow = (shown: readonly string[]): boolean =>
  onlyCar(shown.map(inEnglish), CARS) !== null;

/**
 * What one car's lines say, or null where they have fewer than `rowsAtLeast` of the page's rows. `page`: all lines of the car's own
 * page; a row of a list has prices that may be of its neighbor, so none is read there.
 */
function readingOf(
  lines: readonly string[],
  rowsAtLeast: number,
  page: readonly string[] | null = null,
): BidCarsReading | null {
  const platform = lines.findIndex((line) => PLATFORM.test(line));
  const rows = readLabels(platform < 0 ? lines : lines.slice(0, platform), BID_CARS_LABELS, BID_CARS_SHAPES);
  const none: LabelValues = () => null;
  const auction = platform < 0 ? none : readLabels(lines.slice(platform, platform + 60), BID_CARS_LABELS);
  if (BID_CARS_LABELS.filter((label) => rows(label) !== null).length < rowsAtLeast) return null;
  const facts = factsFromRows(rows, auction);
  const vin = facts.vin ?? lines.map(vinAlone).find((found) => found !== null) ?? null;
  const ended = lines
    .map((line) => /auction ended on (.{4,60}?)\.?$/i.exec(line)?.[1])
    .find((date) => date !== undefined);
  const lotId = lines.map((_, index) => lotIdAt(lines, index)).find((id) => id !== null) ?? null;
  const names = listedName(lines, vin, textOf(auction('Model')));
  const saleText = ended ?? rows('Auction date');
  const saleStatus = auction('Sale Status') ?? rows('Sale Status');
  const own = { vin, year: names.year ?? null, lotId, sale_date: null, saleStatus, saleText };
  const market = page === null ? {} : textMarket(page, own);
  return {
    lotId,
    kind:
      lines
        .slice(0, 60)
        .find((line) => /^(motorcycle|atv|boat|trailer|snowmobile|jet ski|watercraft)s?$/i.test(line)) ??
      null,
    facts: {
      ...facts,
      ...names,
      vin,
      location: placeOf(rows('Location')),
      sale_date: zonedTime(rows('Auction date')) ?? saleDateOf(ended ?? rows('Auction date')),
      ...market,
    },
  };
}

const HISTORY = ['auction', 'date', 'lot #', 'final bid', 'odometer', 'status', 'seller'];

/** The history table's heading has the words of the rows; it stands before them. */
function withoutHistory(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((_, index) =>
    HISTORY.every((word, i) => lines[index + i]?.toLowerCase() === word),
  );
  return start < 0 ? lines : [...lines.slice(0, start), ...lines.slice(start + HISTORY.length)];
}

/** `Lot` and its number, on one to three lines. */
function lotIdAt(lines: readonly string[], index: number): string | null {
  if (!/^lot\b/i.test(lines[index] ?? '')) return null;
  const near = lines
    .slice(index, index + 3)
    .join(' ')
    .slice(0, 80);
  const [, prefix, number] = /^lot\s*(?:#|number)?\s*:?\s*(\d{1,2})\s?-\s?(\d{1,12})\b/i.exec(near) ?? [];
  return number === undefined ? null : `${prefix}-${number}`;
}

function vinAlone(line: string): string | null {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(line) ? vinOf(line) : null;
}

/**
 * The heading has the trim after a comma, in capitals; the line with the VIN has the name as people write it. Both
 * are brought together.
 */
function listedName(lines: readonly string[], vin: string | null, model: string | null): Partial<LotFacts> {
  const cars = lines.filter((line) => line.length < 120 && isVehicleTitle(line)).slice(0, 6);
  const heading = cars.find((line) => line.includes(',')) ?? cars[0] ?? null;
  const withVin = vin === null ? undefined : cars.find((line) => line.endsWith(vin));
  const written = withVin ? withVin.slice(0, -17).trim() : null;
  const [car = '', ...trims] = (heading ?? '').split(/\s*,\s*/);
  const same = written !== null && written.toUpperCase() === car.toUpperCase();
  return readVehicleTitle(same ? [written, ...trims].join(', ') : heading, model);
}
