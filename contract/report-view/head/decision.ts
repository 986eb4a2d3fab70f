import type { Section } from '../../schemas/estimate.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { wholeDollars } from '../figures.ts';
import { wholeScope } from '../line-order.ts';
import { figure, percentOf, type Sentence, said } from '../words/sentence.ts';
import { confirmedWords, partsConfirmed } from './confirmed-parts.ts';

/** So many cost drivers stand at the head. */
const DRIVERS = 3;

export type CostDriver = {
  readonly key: string;
  readonly name: string;
  /** Whole US dollars before tax, as its area shows them. */
  readonly amount: number;
  /** Key of its provenance. */
  readonly figure: string;
  /** Area of the scope it is; null: an allowance, which no area holds. */
  readonly area: Section | null;
};

/** What costs most: areas of what is written, and the allowance for damage nobody located. None in schema_version 1. */
export function costDrivers({ estimate }: Pick<ReportModel, 'estimate'>): CostDriver[] {
  const { outcome } = estimate;
  if (!outcome) return [];
  const areas = wholeScope(estimate).areas.map(
    ({ area, title, sum }): CostDriver => ({
      key: area,
      name: title,
      amount: sum,
      figure: `area:${area}`,
      area,
    }),
  );
  const allowance: CostDriver = {
    key: 'unlocated',
    name: 'Allowance for unlocated damage',
    amount: outcome.unlocated,
    figure: 'outcome:unlocated',
    area: null,
  };
  return [...areas, allowance]
    .filter(({ amount }) => amount > 0)
    .toSorted((a, b) => b.amount - a.amount)
    .slice(0, DRIVERS);
}

/** What was looked at, as a headline: by a model, by the user, or by nobody. */
export function examinedHead(report: Pick<ReportModel, 'examined' | 'estimate'>): string {
  const { photos_examined: examined, photos_total: all } = report.examined;
  const answers = partsConfirmed(report.estimate);
  const confirmed = confirmedWords(answers);
  if (examined > 0) {
    const photos = `${examined} of ${all} photos examined`;
    return answers > 0 ? `${photos}, ${confirmed}` : photos;
  }
  if (answers > 0) return capitalized(confirmed);
  return all === 0 ? 'No photos held' : 'Photos not reviewed';
}
const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** How far the range reaches: what it holds, in a sentence. */
export function rangeSentence({ estimate }: Pick<ReportModel, 'estimate'>): Sentence {
  const { low, high } = estimate.total;
  const fact = estimate.facts?.find((one) => one.code === 'range');
  const holds = String(Math.round((fact?.code === 'range' ? fact.holds : 0.8) * 10));
  return said`About ${holds} in 10 cost ${figure('total', `${wholeDollars(low)}–${wholeDollars(high)}`)}.`;
}

/** The share of the value that the likely repair takes, 1 = all of it, and whose value that is; null where none is known. */
export function valueShare({
  headline,
  estimate,
}: Pick<ReportModel, 'headline' | 'estimate'>): { share: number; of: 'listed' | 'user' | 'model' } | null {
  const value = estimate.cost_to_value;
  if (headline.repair_to_value && (value == null || value.source === 'listed'))
    return { share: headline.repair_to_value.likely, of: 'listed' };
  if (value == null || value.value <= 0) return null;
  return { share: estimate.total.likely / value.value, of: value.source === 'user' ? 'user' : 'model' };
}

/**
 * The same in words, `105% of the listed value`; where the law leaves costs out, also what it counts: `102% of the listed value, 87%
 * as the law counts`.
 */
export function shareOfValue(
  report: Pick<ReportModel, 'headline' | 'estimate'> & Partial<Pick<ReportModel, 'total_loss'>>,
): Sentence | null {
  const found = valueShare(report);
  if (found === null) return null;
  const { share, of } = found;
  const percent = figure(of === 'listed' ? 'repair-to-value' : 'total-loss', percentOf(share));
  return said`${percent} of ${VALUE_WORDS[of]}${countedWords(report.total_loss, share)}`;
}

const VALUE_WORDS = {
  listed: 'the listed value',
  user: 'the value entered',
  model: 'the value by our valuation',
} as const;

/** What the law counts of the share, where that is another figure; without it 102% reads as more than a line of 100%. */
function countedWords(loss: ReportModel['total_loss'] | undefined, share: number): Sentence {
  const fact = loss?.facts?.find((one) => one.code === 'not_counted');
  if (fact?.code !== 'not_counted' || percentOf(fact.counted) === percentOf(share)) return [];
  return said`, ${figure('total-loss', percentOf(fact.counted))} as the law counts`;
}
