import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { areaGroups, orderLines } from '../../../contract/report-view/line-order.ts';
import { lineName, whyNoNumber } from '../../../contract/report-view/number-side.ts';
import { isPossible, possibleGroups } from '../../../contract/report-view/outcome-rows.ts';
import { statedBySellers } from '../../../contract/report-view/stated-by-sellers.ts';
import { switchedWords } from '../../../contract/report-view/words/choices.ts';
import { addedWords, groundsWords, whyOf } from '../../../contract/report-view/words/line-reason.ts';
import { AREA_TITLES, EARLIER_BLOCKS } from '../../../contract/report-view/words/line-words.ts';
import { narrowedWords } from '../../../contract/report-view/words/option-questions.ts';
import { rateWords } from '../../../contract/report-view/words/price-origin.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dayOf, dollarRange, dollars, hourFigure, joined, percent } from './figures.ts';
import { type Adjustment, adjustmentsOf, exactHours, oursOf } from './print-adjustments.ts';
import { numberNotes, type PrintedNumbers, printNumbers } from './print-numbers.ts';
import { lineLinks, type PrintedLink } from './print-suppliers.ts';
import { BASIS_MARKS, LABOUR_LETTERS, OPERATIONS, PART_TYPES } from './print-words.ts';

export type PrintedLine = {
  number: string;
  /** `*` changed by the user, `#` entered by hand. */
  flag: string;
  operation: string;
  name: string;
  /** 58% likely; empty where the line is certain. */
  chance: string;
  why: string;
  notes: string;
  part_type: string;
  /** What was estimated before the user changed the line. */
  ours: string;
  oem: PrintedNumbers[];
  /** Variants in all, shown or not. */
  oem_count: number;
  oem_missing: string;
  /** What sellers state where there is no number: their claim. */
  stated: { number: string; claim: string }[];
  links: PrintedLink[];
  quantity: string;
  price: string;
  price_note: string;
  hours: string;
  /** Base hours; what is added and taken off stands on lines of its own. */
  refinish: string;
  adjustments: Adjustment[];
  cost: string;
  cost_range: string;
  /** What an uncertain line adds to the total, or a possible one to the average. */
  counts: string;
};
export type PrintedSection = {
  title: string /** Empty in reports of schema_version 1. */;
  subtotal: string;
  lines: PrintedLine[];
};
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

type Numbered = { line: EstimateLine; number: number };

/** Possible lines that one thing would settle. */
export type PrintedGroup = { title: string; adds: string; lines: PrintedLine[] };

const numberThrough = (lines: Estimate['lines']): Numbered[] =>
  orderLines(lines).map((line, i) => ({ line, number: i + 1 }));

/** The lines as printed, numbered through: what is written by area of the car; possible ones stand apart. */
export function printLines(estimate: Estimate): PrintedBlock[] {
  const numbered = numberThrough(estimate.lines).filter(({ line }) => !isPossible(line));
  if (numbered.length === 0) return [];
  return estimate.outcome === undefined ? printBlocks(estimate, numbered) : [printScope(estimate, numbered)];
}

/** What is written, each line in full. */
function printScope(estimate: Estimate, lines: readonly Numbered[]): PrintedBlock {
  const common = commonReason(lines);
  const first = firstWithNumbers(lines);
  return {
    title: 'Scope, before tax',
    note: common === null ? '' : `${sentence(common.words)} A line says so where its reason differs.`,
    subtotal: dollarsAndCents(estimate.subtotal),
    sections: areaGroups(lines.map(({ line }) => line)).map(({ title, sum, lines: of }) => ({
      title,
      subtotal: dollarsAndCents(sum),
      lines: lines.filter(({ line }) => of.includes(line)).map((entry) => printLine(entry, common, first)),
    })),
    unlikely: [],
    rare: [],
  };
}

/** The lines of a report of schema_version 1: blocks in order, sections front to rear. */
function printBlocks(estimate: Estimate, numbered: readonly Numbered[]): PrintedBlock[] {
  const names = [...new Set(numbered.map(({ line }) => line.block))];
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
    const [title, note] = EARLIER_BLOCKS[name];
    const common = commonReason(full);
    const first = firstWithNumbers(full);
    return {
      title,
      note: joined(
        [note, common && `${sentence(common.words)} A line says so where its reason differs.`],
        ' ',
      ),
      subtotal: subtotal === undefined ? '' : dollars(subtotal),
      sections: sections.map((section) => ({
        title: AREA_TITLES[section],
        subtotal: '',
        lines: full
          .filter(({ line }) => line.section === section)
          .map((entry) => printLine(entry, common, first)),
      })),
      unlikely: short.map((entry) => printLine(entry, common, new Map())),
      rare: rareWords(rare),
    };
  });
}

/** Possible lines as printed, by what would settle them; none in reports of schema_version 1. */
export function printPossible(estimate: Estimate): PrintedGroup[] {
  const numbers = new Map(numberThrough(estimate.lines).map(({ line, number }) => [line, number]));
  return possibleGroups([...numbers.keys()]).map(({ title, lines, expected }) => ({
    title,
    adds: dollarsAndCents(expected),
    lines: lines.map((line) => ({
      ...printLine({ line, number: numbers.get(line) ?? 0 }, null, new Map()),
      chance: percent(line.probability),
    })),
  }));
}

/** A reason that most lines of a block give: said once for all of them; empty where there is none. */
function commonReason(lines: readonly Numbered[]): Grounds | null {
  const all = Map.groupBy(
    lines.map(({ line }) => groundsOf(line)),
    ({ key }) => key,
  );
  const most = [...all.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  const [grounds] = most;
  return grounds && grounds.words !== '' && most.length >= 3 && most.length * 2 > lines.length
    ? grounds
    : null;
}

type Grounds = { key: string; words: string };
/** What lines may have in common: reports of schema_version 1 hold nothing but the sentence. */
const groundsOf = ({ because, why = '' }: EstimateLine): Grounds =>
  because
    ? { key: JSON.stringify([because.from, because.looked]), words: groundsWords(because) }
    : { key: why, words: why };

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a reason says beyond the common one. */
function ownReason(line: EstimateLine, common: Grounds | null): string {
  if (groundsOf(line).key !== common?.key) return whyOf(line);
  return line.because ? capitalised(addedWords(line.because)) : '';
}

const numbersKey = (line: EstimateLine): string =>
  line.oem_numbers
    .map(({ number }) => number)
    .sort()
    .join('|');

/** The first line that lists a set of variants; later ones refer to it. */
function firstWithNumbers(lines: readonly Numbered[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { line, number } of lines)
    if (line.oem_numbers.length > 1 && !first.has(numbersKey(line))) first.set(numbersKey(line), number);
  return first;
}

/** `22, 23 Door mirror assembly, left (3%, 1%)`. */
function rareWords(lines: readonly Numbered[]): string[] {
  const names = [...new Set(lines.map(({ line }) => lineName(line)))];
  return names.map((name) => {
    const same = lines.filter(({ line }) => lineName(line) === name);
    const chances = [...new Set(same.map(({ line }) => percent(line.probability)))];
    return `${same.map(({ number }) => number).join(', ')}\u00a0${name} (${chances.join(', ')})`;
  });
}

function printLine(
  { line, number }: Numbered,
  common: Grounds | null,
  first: ReadonlyMap<string, number>,
): PrintedLine {
  const { labour, refinish, part_price: price, sublet } = line;
  const [operation] = OPERATIONS[line.operation];
  const amount = price ?? sublet;
  const listed = first.get(numbersKey(line));
  const again = listed !== undefined && listed !== number;
  return {
    number: String(number),
    flag: line.block === 'user' ? '#' : line.estimated ? '*' : '',
    operation,
    name: lineName(line),
    chance: isCertain(line) ? '' : `${percent(line.probability)} likely`,
    why: ownReason(line, common),
    notes: capitalised(
      joined([
        photosNote(line),
        ...(line.narrowed ?? []).map((entry) => narrowedWords(entry).replace(/\.$/, '')),
        ...(line.switched ?? []),
        line.switched_by && switchedWords(line),
        convertedNote(line),
        ...(again ? [] : numberNotes(line)),
      ]),
    ),
    part_type: price ? PART_TYPES[line.part_type] : '',
    ours: oursOf(line),
    oem: again
      ? [
          {
            numbers: [],
            note: `The same ${line.oem_numbers.length} variants as line ${listed}`,
            replaced: '',
          },
        ]
      : printNumbers(line),
    oem_count: line.oem_numbers.length,
    oem_missing: line.oem_numbers.length === 0 ? (whyNoNumber(line) ?? '') : '',
    stated: statedBySellers(line).map(({ number, claim, asked }) => ({
      number,
      claim: joined([claim, asked], '; '),
    })),
    links: lineLinks(line),
    quantity: price ? String(line.quantity) : '',
    price: amount ? `${dollars(amount.likely)}${BASIS_MARKS[amount.basis]}` : '',
    price_note: sublet && !price ? 'fixed' : '',
    hours: labour
      ? `${joined([hourFigure(labour.hours.likely), LABOUR_LETTERS[labour.type][0]], '\u00a0')}${BASIS_MARKS[labour.basis]}`
      : '',
    refinish: refinish
      ? `${exactHours(refinish.hours - refinish.clear_coat_hours + refinish.overlap_hours)}${BASIS_MARKS[refinish.basis]}`
      : '',
    adjustments: adjustmentsOf(line),
    // What is written adds up by eye, to the cent.
    cost: (line.standing ? dollarsAndCents : dollars)(line.cost.likely),
    cost_range:
      line.standing && dollars(line.cost.low) === dollars(line.cost.high) ? '' : dollarRange(line.cost),
    counts: countsOf(line),
  };
}

function countsOf(line: EstimateLine): string {
  if (isPossible(line)) return dollarsAndCents(line.expected_cost);
  return line.standing || isCertain(line) ? '' : `counts ${dollars(line.expected_cost)}`;
}

const isCertain = ({ probability }: EstimateLine): boolean => probability >= 0.995;

function photosNote(line: EstimateLine): string {
  const photos = [...new Set(line.evidence.map(({ photo }) => photo))].toSorted((a, b) => a - b);
  // Reasons that rest on photos name them; reports of schema_version 1 tell so by the line's basis.
  const named = line.because ? line.because.from.code === 'photos' : line.block === 'seen';
  if (photos.length === 0 || named) return '';
  return `${photos.length > 1 ? 'Photos' : 'Photo'} ${photos.join(', ')}`;
}

function convertedNote({ part_price: price }: EstimateLine): string {
  if (!price?.converted) return '';
  const { amount, currency, rate, rate_date } = price.converted;
  const rated = rateWords(price.converted);
  const whose = rated === '' ? '' : ` (${rated})`;
  return `${amount.toFixed(2)} ${currency} at ${rate} of ${dayOf(rate_date) ?? 'unknown date'}${whose}`;
}
