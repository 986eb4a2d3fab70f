import type { LotFacts } from '../auction-site.ts';
import { type LabelValues, readLabels } from '../page/label-value-text.ts';
import { saleDateOf, textOf, vinOf } from '../page/listing-values.ts';
import { isVehicleTitle, readVehicleTitle } from '../page/vehicle-title.ts';
import { BID_CARS_LABELS, BID_CARS_SHAPES, factsFromRows, placeOf } from './facts.ts';
import { ARCHIVED, inEnglish } from './languages.ts';
import type { BidCarsReading } from './page.ts';

/** The copied text of a bid.cars lot page. What follows are other cars' rows, so reading stops before them. */

const OTHER_CARS = /^(compare auctions|similar (archival )?offers|similar vehicles|recommended)$/i;
const PLATFORM = /^data fetched from the platform/i;

/** What the lines say, or null where too few of the page's rows are there. */
export function bidCarsLines(shown: readonly string[]): BidCarsReading | null {
  const all = shown.map(inEnglish);
  // A menu entry has the same words as the heading over the other cars; it stands before the rows.
  const firstRow = all.findIndex((line) => /^(primary damage|odometer)\b/i.test(line));
  const end = firstRow < 0 ? -1 : all.findIndex((line, index) => index > firstRow && OTHER_CARS.test(line));
  const lines = withoutHistory(end < 0 ? all : all.slice(0, end));
  const platform = lines.findIndex((line) => PLATFORM.test(line));
  const rows = readLabels(platform < 0 ? lines : lines.slice(0, platform), BID_CARS_LABELS, BID_CARS_SHAPES);
  const none: LabelValues = () => null;
  const auction = platform < 0 ? none : readLabels(lines.slice(platform, platform + 60), BID_CARS_LABELS);
  if (BID_CARS_LABELS.filter((label) => rows(label) !== null).length < 4) return null;
  const facts = factsFromRows(rows, auction);
  const vin = facts.vin ?? lines.map(vinAlone).find((found) => found !== null) ?? null;
  const ended = lines
    .map((line) => /auction ended on (.{4,60}?)\.?$/i.exec(line)?.[1])
    .find((date) => date !== undefined);
  return {
    lotId: lotIdIn(lines),
    kind:
      lines
        .slice(0, 60)
        .find((line) => /^(motorcycle|atv|boat|trailer|snowmobile|jet ski|watercraft)s?$/i.test(line)) ??
      null,
    facts: {
      ...facts,
      ...listedName(lines, vin, textOf(auction('Model'))),
      vin,
      location: placeOf(rows('Location')),
      sale_date: saleDateOf(ended ?? rows('Auction date')),
      listing_state: listingState(lines),
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
function lotIdIn(lines: readonly string[]): string | null {
  for (const [index, line] of lines.entries()) {
    if (!/^lot\b/i.test(line)) continue;
    const near = lines
      .slice(index, index + 3)
      .join(' ')
      .slice(0, 80);
    const [, prefix, number] = /^lot\s*:?\s*(\d{1,2})\s?-\s?(\d{1,12})\b/i.exec(near) ?? [];
    if (number !== undefined) return `${prefix}-${number}`;
  }
  return null;
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

function listingState(lines: readonly string[]): LotFacts['listing_state'] {
  if (lines.some((line) => /^sold( by buy now)?$/i.test(line))) return 'sold';
  return lines.some((line) => ARCHIVED.test(line)) ? 'ended' : 'active';
}
