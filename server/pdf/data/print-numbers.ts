import { numberSide, numberToldWords, oneSidedWords } from '../../../contract/report-view/number-side.ts';
import { numberSource, sourceDate } from '../../../contract/report-view/source-date.ts';
import { supersessionChain } from '../../../contract/report-view/supersession.ts';
import { FITS } from '../../../contract/report-view/words/line-words.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dayOf, dollars, joined } from './figures.ts';

/** Numbers of which the same is said, with what is said; several that share a note stand together. */
export type PrintedNumbers = {
  numbers: { number: string; price: string }[];
  note: string;
  /** Old → new; empty: not replaced. */
  replaced: string;
};

/** Variants beyond these are counted, not listed: the live report has them all. */
const MOST_NUMBERS = 8;

/** Numbers with what decides between them; prices where they differ, the fit once where it is the same for all. */
export function printNumbers(line: EstimateLine): PrintedNumbers[] {
  const { oem_numbers: numbers, side } = line;
  const prices = new Set(numbers.map(({ price, currency }) => `${price} ${currency}`));
  const fits = new Set(numbers.map(({ fit }) => fit));
  const [onlyFit] = fits.size === 1 ? fits : [];
  const shown = listed(line);
  const groups = new Map<string, PrintedNumbers>();
  for (const one of shown) {
    const note = joined(
      [
        side === 'unknown' && numberSide(one),
        numberToldWords(one),
        onlyFit ? null : FITS[one.fit],
        !one.format_ok && 'unusual form for this make',
      ],
      ', ',
    );
    const replaced = supersessionChain(one) ?? '';
    const price = one.price !== null && prices.size > 1 ? amountOf(one.price, one.currency) : '';
    const number = { number: one.number, price };
    const group = groups.get(`${note}|${replaced}`);
    if (group) group.numbers.push(number);
    else groups.set(`${note}|${replaced}`, { numbers: [number], note, replaced });
  }
  const more = numbers.length - shown.length;
  const last = joined(
    [
      more > 0 && `and ${more} more not shown here`,
      onlyFit &&
        (numbers.length > 1 && onlyFit === 'needs_option' ? 'which one depends on an option' : FITS[onlyFit]),
    ],
    '; ',
  );
  return last === '' ? [...groups.values()] : [...groups.values(), { numbers: [], note: last, replaced: '' }];
}

/** The numbers listed: the first ones, of each side as many where the line has both. */
function listed({ oem_numbers: numbers, side }: EstimateLine): EstimateLine['oem_numbers'] {
  const sides = Map.groupBy(numbers, (number) => (side === 'unknown' ? numberSide(number) : null));
  const each = Math.floor(MOST_NUMBERS / Math.max(1, sides.size));
  return numbers.length <= MOST_NUMBERS ? numbers : [...sides.values()].flatMap((all) => all.slice(0, each));
}

const amountOf = (amount: number, currency: string | null): string =>
  currency === 'USD' ? dollars(amount) : `${amount.toFixed(2)}\u00a0${currency ?? ''}`.trim();

/** What stands beside a line's numbers: which are of the user's estimates or of dealers' pages they opened, prices of another source than the number's own, what else is said of them, smaller pieces. */
export function numberNotes(line: EstimateLine): string[] {
  const { oem_numbers: numbers, other_pieces: pieces = [] } = line;
  const inWords = (day: string): string => dayOf(day) ?? day;
  const said = listed(line).flatMap((one) => {
    const { number, price_from: from, from_estimate, opened_page, also = [] } = one;
    const kept = from_estimate || opened_page ? [numberSource(one, inWords)] : [];
    const priced = from ? [`price from ${from.source}, ${sourceDate(from.dated, inWords)}`] : [];
    return [...kept, ...priced, ...also].map((note) => ({ number, note }));
  });
  const notes = [...new Set(said.map(({ note }) => note))].map((note) => {
    const of = said.filter((entry) => entry.note === note).map(({ number }) => number);
    // Said of every number, it needs none named.
    return of.length === numbers.length ? note : `${of.join(', ')}: ${note}`;
  });
  const alone = oneSidedWords(line);
  if (alone !== null) notes.push(alone);
  return pieces.length > 0
    ? [
        ...notes,
        `${numbers.length > 0 ? 'smaller pieces with it' : 'smaller pieces listed'}: ${pieces.map(({ number, name }) => `${number} ${name}`).join(', ')}`,
      ]
    : notes;
}
