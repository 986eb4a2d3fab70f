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
  /** Variants in all, shown or not. */
  oem_count: number;
  oem_missing: string;
  /** `By words:` where the links search by words, since no number is known. */
  links_by: string;
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
  /** Lines under RARE_BELOW, a few words each. */
  rare: string[];
};

/** Lines less likely than this are listed in short. */
export const COMPACT_BELOW = 0.25;
/** And those less likely than this in a sentence. */
export const RARE_BELOW = 0.05;
/** Variants beyond these are counted, not listed: the live report has them all. */
const MOST_NUMBERS = 6;
const MOST_LINKS = 4;

type Numbered = { line: EstimateLine; number: number };

/** The lines as printed: blocks in order, sections front to rear, numbered through. */
export function printLines(estimate: Estimate): PrintedBlock[] {
  const numbered = orderLines(estimate.lines).map((line, i) => ({ line, number: i + 1 }));
  const names = [...new Set(numbered.map(({ line }) => line.block as string))];
  const subtotals = new Map<string, number | undefined>(Object.entries(estimate.blocks));
  return names.map((name) => {
    const lines = numbered.filter(({ line }) => line.block === name);
    const full = lines.filter(({ line }) => line.probability >= COMPACT_BELOW);
    const short = lines.filter(
      ({ line }) => line.probability < COMPACT_BELOW && line.probability >= RARE_BELOW,
    );
    const rare = lines.filter(({ line }) => line.probability < RARE_BELOW);
    const sections = [...new Set(full.map(({ line }) => line.section))];
    const subtotal = subtotals.get(name);
    const [title, note] = BLOCKS[name] ?? [name.replaceAll('_', ' '), ''];
    const common = commonReason(full);
    const first = firstWithNumbers(full);
    return {
      title,
      note: joined([note, common && `${sentence(common)} A line says so where its reason differs.`], ' '),
      subtotal: subtotal === undefined ? '' : dollars(subtotal),
      sections: sections.map((section) => ({
        title: SECTION_TITLES[section],
        lines: full
          .filter(({ line }) => line.section === section)
          .map((one) => printLine(one, common, first)),
      })),
      unlikely: short.map((one) => printLine(one, common, new Map())),
      rare: rareWords(rare),
    };
  });
}

/** A reason that most lines of a block give: said once for all of them; empty where there is none. */
function commonReason(lines: readonly Numbered[]): string {
  const counts = new Map<string, number>();
  for (const { line } of lines) counts.set(line.why, (counts.get(line.why) ?? 0) + 1);
  const [why, count] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return count >= 3 && count * 2 > lines.length ? why : '';
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a reason says beyond the common one. */
function ownReason(why: string, common: string): string {
  if (common === '' || why === '') return why;
  const base = common.replace(/\.$/, '');
  if (!why.startsWith(base)) return why;
  return capitalised(why.slice(base.length).replace(/^[\s.;,:]+/, ''));
}

const numbersKey = (line: EstimateLine): string => line.oem_numbers.map(({ number }) => number).join('|');

/** The first line that lists a set of variants; later ones refer to it. */
function firstWithNumbers(lines: readonly Numbered[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { line, number } of lines)
    if (line.oem_numbers.length > 1 && !first.has(numbersKey(line))) first.set(numbersKey(line), number);
  return first;
}

/** `22, 23 Door mirror assembly, left (3 %, 1 %)`. */
function rareWords(lines: readonly Numbered[]): string[] {
  const names = [...new Set(lines.map(({ line }) => partName(line)))];
  return names.map((name) => {
    const same = lines.filter(({ line }) => partName(line) === name);
    const chances = [...new Set(same.map(({ line }) => percent(line.probability)))];
    return `${same.map(({ number }) => number).join(', ')}\u00a0${name} (${chances.join(', ')})`;
  });
}

function printLine(
  { line, number }: Numbered,
  common: string,
  first: ReadonlyMap<string, number>,
): PrintedLine {
  const { labour, refinish, part_price: price, sublet } = line;
  const [operation] = OPERATIONS[line.operation];
  const amount = price ?? sublet;
  const listed = first.get(numbersKey(line));
  const again = listed !== undefined && listed !== number;
  return {
    number: String(number),
    operation,
    name: partName(line),
    chance: line.probability < 0.995 ? `${percent(line.probability)} likely` : '',
    why: ownReason(line.why, common),
    notes: capitalised(joined([photosNote(line), refinishNote(line), convertedNote(line)])),
    part_type: price ? PART_TYPES[line.part_type] : '',
    oem: again
      ? [
          {
            number: '',
            note: `The same ${line.oem_numbers.length} variants as line ${listed}`,
            replaced_by: '',
          },
        ]
      : numbersOf(line.oem_numbers),
    oem_count: line.oem_numbers.length,
    oem_missing: line.oem_numbers.length === 0 ? (line.oem_missing_reason ?? '') : '',
    links_by: line.supplier_links.every(({ by }) => by === 'words') ? 'By words:' : '',
    links: line.supplier_links
      .flatMap((link) => {
        const url = httpsLink(link.url);
        return url === null ? [] : [{ label: link.label, url }];
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
      refinish.clear_coat_hours >= 0.05 &&
        `Clear coat ${hourFigure(refinish.clear_coat_hours)}\u00a0h included`,
      refinish.overlap_hours >= 0.05 && `overlap ${hourFigure(refinish.overlap_hours)}\u00a0h deducted`,
    ],
    ', ',
  );
}

function convertedNote({ part_price: price }: EstimateLine): string {
  if (!price?.converted) return '';
  const { amount, currency, rate, rate_date } = price.converted;
  return `${amount.toFixed(2)} ${currency} at ${rate} of ${dayOf(rate_date) ?? 'unknown date'}`;
}

/** Numbers with what decides between them; prices where they differ, the fit once where it is the same for all. */
function numbersOf(numbers: readonly OemNumber[]): PrintedNumber[] {
  const prices = new Set(numbers.map(({ price, currency }) => `${price} ${currency}`));
  const fits = new Set(numbers.map(({ fit }) => fit));
  const [onlyFit] = fits.size === 1 ? fits : [];
  const shown = numbers.slice(0, MOST_NUMBERS).map((one) => ({
    number: one.number,
    note: joined(
      [
        one.decides,
        onlyFit ? null : FITS[one.fit],
        one.price !== null && prices.size > 1 && amountOf(one.price, one.currency),
        !one.format_ok && 'unusual form for this make',
      ],
      ', ',
    ),
    replaced_by: one.superseded_by ?? '',
  }));
  const more = numbers.length - shown.length;
  const last = joined(
    [
      more > 0 && `and ${more} more not shown here`,
      onlyFit &&
        (numbers.length > 1 && onlyFit === 'needs_option' ? 'which one depends on an option' : FITS[onlyFit]),
    ],
    '; ',
  );
  return last === '' ? shown : [...shown, { number: '', note: last, replaced_by: '' }];
}

const amountOf = (amount: number, currency: string | null): string =>
  currency === 'USD' ? dollars(amount) : `${amount.toFixed(2)}\u00a0${currency ?? ''}`.trim();

export type PrintedTotal = { label: string; basis: string; rate: string; amount: string };

/** The totals table: category, basis, rate, amount; rows of nothing are left out. */
export function printTotals(estimate: Estimate): PrintedTotal[] {
  const shown = estimate.totals.filter(({ likely, key }) => likely !== 0 || key === 'tax');
  return shown.map((row) => ({
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
