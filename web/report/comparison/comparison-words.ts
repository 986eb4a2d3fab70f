import type {
  ComparedRow,
  ComparedShare,
  EstimateComparison,
  MarkedLine,
  MissedOperation,
} from '../../../contract/estimate-exchange/estimate-comparison.ts';
import type { TotalDifference } from '../../../contract/estimate-exchange/imported-estimate.ts';
import type { KeptEstimate } from '../../../contract/estimate-exchange/kept-estimate.ts';
import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import {
  OPERATION_REASONS,
  OPERATION_REASONS_OF_PART,
} from '../../../contract/report-view/words/operation-reasons.ts';
import { counted } from '../../../contract/report-view/words/sentence.ts';
import { exactHours, shortDay } from '../../ui/money.ts';

const SYSTEMS = {
  ccc: 'CCC',
  mitchell: 'Mitchell',
  audatex: 'Audatex',
  lotlens: 'LotLens',
} as const satisfies Record<NonNullable<EstimateComparison['theirs']['system']>, string>;

/** What the other estimate is: who wrote it, when, how long it is and what it comes to. */
export function theirsWords({ system, dated, lines, hours, totals }: EstimateComparison['theirs']): string {
  const who = system === null ? 'The other estimate' : `The ${SYSTEMS[system]} estimate`;
  const when = dated === null ? '' : ` of ${shortDay(dated)}`;
  const sum = totals.gross === null ? '' : `, ${dollarsAndCents(totals.gross)} with tax`;
  return `${who}${when}: ${counted(lines, 'line', 'lines')}, ${exactHours(hours)}${sum}.`;
}

/** So many of the lines that call for an operation are named. */
const MOST_CALLERS = 3;

/** Why an operation is called for, and which lines call for it. */
export function missedWords({ id, called_by: callers }: MissedOperation): string {
  const [first = ''] = callers;
  const why = OPERATION_REASONS[id] ?? OPERATION_REASONS_OF_PART[id]?.(first);
  const more = callers.length - MOST_CALLERS;
  const named = callers.slice(0, MOST_CALLERS).join(', ');
  return `${why ? `${why}: ` : ''}${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** In whose money its amounts are, where that may not be US dollars; empty: nothing to say. */
export const moneyWords = ({ country }: Pick<EstimateComparison['theirs'], 'country'>): string =>
  country === null || /^usa?$/i.test(country)
    ? ''
    : `It was written in another country (${country}): its amounts are in that country’s money, and its prices are not kept.`;

/** What was kept of an estimate. */
export function keptWords({ numbers, prices }: Pick<KeptEstimate, 'numbers' | 'prices'>): string {
  const [told, priced] = [counted(numbers, 'OEM number', 'OEM numbers'), counted(prices, 'price', 'prices')];
  return `Kept: ${told} and ${priced}. This report has them once it is recalculated.`;
}

/** Whether it is of the report's car; empty where it is. */
export const carWords = ({ same_car }: Pick<EstimateComparison, 'same_car'>): string =>
  ({
    yes: '',
    no: 'This estimate is for another car. The make or the VIN differs.',
    unknown: 'We can’t tell if this estimate is for this car. One of the two has no full VIN.',
  })[same_car];

const FIGURES = [
  ['parts', '', dollarsAndCents],
  ['labour_hours', '', exactHours],
  ['refinish_hours', 'paint ', exactHours],
  ['other', 'other ', dollarsAndCents],
] as const;

/** One after the other, each in one piece where a line breaks. */
const inOneLine = (figures: readonly string[]): string =>
  figures.map((figure) => figure.replaceAll(' ', '\u00a0')).join(' · ');

/** What one of the two has for a part: price, labor, paint, sublet. */
export function shareWords(share: ComparedShare): string {
  const words = FIGURES.flatMap(([key, of, figure]) =>
    share[key] === 0 ? [] : [`${of}${figure(share[key])}`],
  );
  return words.length === 0 ? 'included' : inOneLine(words);
}

/** By how much theirs differs from ours; empty where it does not. */
export function differenceWords(ours: ComparedShare, theirs: ComparedShare): string {
  return inOneLine(
    FIGURES.flatMap(([key, of, figure]) => {
      const apart = Math.round((theirs[key] - ours[key]) * 100) / 100;
      return apart === 0 ? [] : [`${of}${apart < 0 ? '−' : '+'}${figure(Math.abs(apart))}`];
    }),
  );
}

/** The part as the report names it, else as the other estimate does. */
export const rowName = ({ ours, theirs }: ComparedRow): string => (ours ?? theirs)?.names.join(', ') ?? '';

const MARKS: Readonly<Record<MarkedLine['state'], string>> = {
  original: '',
  added: 'added by a supplement',
  changed: 'changed by a supplement',
  deleted: 'deleted',
  replaced: 'replaced by a later version',
};
const DAMAGE: Readonly<Record<MarkedLine['damage'], string>> = {
  this_loss: '',
  prior: 'prior damage',
  unrelated: 'unrelated damage',
};

/** What the file says of a line, and whether the line counts. */
export const markWords = ({ state, damage, counts }: MarkedLine): string =>
  [DAMAGE[damage], MARKS[state], counts ? '' : 'not counted'].filter((words) => words !== '').join(', ');

const TOTALS = {
  parts: ['Parts', dollarsAndCents],
  labour_hours: ['Labor', exactHours],
  refinish_hours: ['Refinish', exactHours],
  total: ['Total before tax', dollarsAndCents],
} as const satisfies Record<TotalDifference['figure'], unknown>;

/** One of the file's own totals that its lines do not add up to. */
export function totalWords({ figure, file, lines }: TotalDifference): string {
  const [name, words] = TOTALS[figure];
  const priced = figure === 'total' ? 'priced lines' : 'lines';
  return `${name}: the file says ${words(file)}, its ${priced} add up to ${words(lines)}.`;
}
