import { panelsOf } from '../../contract/car-diagram.ts';
import type { Estimate, EstimateLine, OemNumber } from '../../contract/estimate.ts';
import { orderLines } from '../../contract/line-order.ts';
import { dayOf, dollarRange, dollars, dollarsAndCents, hourFigure, joined, percent } from './figures.ts';
import { httpsLink } from './plain-text.ts';
import { BASIS_MARKS, BLOCKS, FITS, OPERATIONS, PART_TYPES, SECTION_TITLES } from './print-words.ts';

export type PrintedLink = { label: string; url: string };
export type PrintedNumber = { number: string; note: string; replaced_by: string };
export type PrintedLine = {
  number: string;
  operation: string;
  name: string;
  /** 58 % likely; empty where the line is certain. */
  chance: string;
  why: string;
  notes: string;
  part_type: string;
  oem: PrintedNumber[];
  oem_missing: string;
  links: PrintedLink[];
  quantity: string;
  price: string;
  price_note: string;
  hours: string;
  hours_note: string;
  refinish: string;
  cost: string;
  cost_range: string;
};
export type PrintedSection = { title: string; lines: PrintedLine[] };
export type PrintedBlock = {
  title: string;
  note: string;
  subtotal: string;
  sections: PrintedSection[];
  /** Lines under COMPACT_BELOW, one short row each. */
  unlikely: PrintedLine[];
};

/** Lines less likely than this are listed in short. */
export const COMPACT_BELOW = 0.25;
/** Variants beyond these are counted, not listed: the live report has them all. */
const MOST_NUMBERS = 6;
const MOST_LINKS = 4;

/** The lines as printed: blocks in order, sections front to rear, numbered through. */
export function printLines(estimate: Estimate): PrintedBlock[] {
  const numbered = orderLines(estimate.lines).map((line, i) => ({ line, printed: printLine(line, i + 1) }));
  const names = [...new Set(numbered.map(({ line }) => line.block as string))];
  return names.map((name) => {
    const lines = numbered.filter(({ line }) => line.block === name);
    const full = lines.filter(({ line }) => line.probability >= COMPACT_BELOW);
    const sections = [...new Set(full.map(({ line }) => line.section))];
    const subtotal = new Map<string, number>(Object.entries(estimate.blocks)).get(name);
    const [title, note] = BLOCKS[name] ?? [name.replaceAll('_', ' '), ''];
    return {
      title,
      note,
      subtotal: subtotal === undefined ? '' : dollars(subtotal),
      sections: sections.map((section) => ({
        title: SECTION_TITLES[section],
        lines: full.filter(({ line }) => line.section === section).map(({ printed }) => printed),
      })),
      unlikely: lines.filter(({ line }) => line.probability < COMPACT_BELOW).map(({ printed }) => printed),
    };
  });
}

function printLine(line: EstimateLine, number: number): PrintedLine {
  const { labour, refinish, part_price: price, sublet } = line;
  const [operation] = OPERATIONS[line.operation];
  const amount = price ?? sublet;
  return {
    number: String(number),
    operation,
    name: partName(line),
    chance: line.probability < 1 ? `${percent(line.probability)} likely` : '',
    why: line.why,
    notes: joined([photosNote(line), refinishNote(line), convertedNote(line)]),
    part_type: price ? PART_TYPES[line.part_type] : '',
    oem: numbersOf(line.oem_numbers),
    oem_missing: line.oem_numbers.length === 0 ? (line.oem_missing_reason ?? '') : '',
    links: line.supplier_links
      .flatMap((link) => {
        const url = httpsLink(link.url);
        return url === null
          ? []
          : [{ label: `${link.label}${link.by === 'words' ? ' (by words)' : ''}`, url }];
      })
      .slice(0, MOST_LINKS),
    quantity: price ? String(line.quantity) : '',
    price: amount ? `${dollars(amount.likely)}${BASIS_MARKS[amount.basis]}` : '',
    price_note: price && price.basis === 'catalogue' ? 'catalogue' : sublet && !price ? 'fixed' : '',
    hours: labour ? `${hourFigure(labour.hours.likely)}${BASIS_MARKS[labour.basis]}` : '',
    hours_note: labour ? labour.type : '',
    refinish: refinish ? `${hourFigure(refinish.hours)}${BASIS_MARKS[refinish.basis]}` : '',
    cost: dollars(line.cost.likely),
    cost_range: dollarRange(line.cost),
  };
}

/** Name, side and, where the same part is at both ends, position. */
function partName(line: EstimateLine): string {
  const side =
    line.side === 'left' || line.side === 'right'
      ? line.side
      : line.side === 'unknown'
        ? 'side not known'
        : null;
  const bothEnds =
    line.category !== null &&
    line.position !== 'none' &&
    !line.name.toLowerCase().includes(line.position) &&
    panelsOf(line.category, 'left', 'none').length > panelsOf(line.category, 'left', line.position).length;
  return joined([line.name, bothEnds && line.position, side], ', ');
}

function photosNote(line: EstimateLine): string {
  const photos = [...new Set(line.evidence.map(({ photo }) => photo))].toSorted((a, b) => a - b);
  // Most reasons name their photos already.
  if (photos.length === 0 || /\bphotos?\s\d/i.test(line.why)) return '';
  return `${photos.length > 1 ? 'Photos' : 'Photo'} ${photos.join(', ')}`;
}

function refinishNote({ refinish }: EstimateLine): string {
  if (!refinish) return '';
  return joined(
    [
      refinish.clear_coat_hours > 0 && `Clear coat ${hourFigure(refinish.clear_coat_hours)}\u00a0h included`,
      refinish.overlap_hours > 0 && `overlap ${hourFigure(refinish.overlap_hours)}\u00a0h deducted`,
    ],
    ', ',
  );
}

function convertedNote({ part_price: price }: EstimateLine): string {
  if (!price?.converted) return '';
  const { amount, currency, rate, rate_date } = price.converted;
  return `${amount.toFixed(2)} ${currency} at ${rate} of ${dayOf(rate_date) ?? 'unknown date'}`;
}

/** Numbers with what decides between them; prices and fit are said where they tell the variants apart. */
function numbersOf(numbers: readonly OemNumber[]): PrintedNumber[] {
  const prices = new Set(numbers.map(({ price, currency }) => `${price} ${currency}`));
  const shown = numbers.slice(0, MOST_NUMBERS).map((one) => ({
    number: one.number,
    note: joined(
      [
        one.decides,
        numbers.length === 1 || one.fit !== 'model_year' ? FITS[one.fit] : null,
        one.price !== null && prices.size > 1 && amountOf(one.price, one.currency),
        !one.format_ok && 'unusual form for this make',
      ],
      ', ',
    ),
    replaced_by: one.superseded_by ?? '',
  }));
  const more = numbers.length - shown.length;
  return more > 0
    ? [...shown, { number: '', note: `and ${more} more in the live report`, replaced_by: '' }]
    : shown;
}

const amountOf = (amount: number, currency: string | null): string =>
  currency === 'USD' ? dollars(amount) : `${amount.toFixed(2)} ${currency ?? ''}`.trim();

export type PrintedTotal = { label: string; basis: string; rate: string; amount: string };

/** The totals table: category, basis, rate, amount. */
export function printTotals(estimate: Estimate): PrintedTotal[] {
  return estimate.totals.map((row) => ({
    label: row.label,
    basis:
      row.basis === null
        ? ''
        : row.unit === 'hours'
          ? `${row.basis.toFixed(1)} h`
          : row.unit === 'percent' && row.rate === null
            ? `${row.basis} %`
            : dollarsAndCents(row.basis),
    rate:
      row.rate === null
        ? ''
        : row.unit === 'percent'
          ? `${Math.round(row.rate * 1000) / 1000} %`
          : `${dollarsAndCents(row.rate)}/h`,
    amount: dollarsAndCents(row.likely),
  }));
}
