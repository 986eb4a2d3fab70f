import type { Estimate } from '../../schemas/estimate.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { partsConfirmed } from '../head/confirmed-parts.ts';
import { lineName } from '../number-side.ts';
import { effectWords } from './evidence-rows.ts';

export type RangeEnd = {
  readonly end: 'low' | 'high';
  /** US dollars. */
  readonly amount: number;
  readonly label: string;
  /** What its outcomes have in common: stands between its amount and the names of the lines. */
  readonly lead: string;
  readonly reasons: readonly { readonly line: string; readonly name: string; readonly effect: string }[];
};

const ENDS = {
  low: { label: 'Low', lead: 'mostly without' },
  high: { label: 'High', lead: 'mostly with' },
} as const;

type Examined = Pick<ReportModel['examined'], 'photos_total' | 'photos_examined'> & {
  readonly parts_confirmed: number;
};

/** What makes the range of a lot wider than that of others, by the code of its table. */
const WIDER: Readonly<Record<string, (examined: Examined) => string>> = {
  old_car: () => 'car older than 12 years',
  odometer_unread: () => 'actual miles not known',
  clean_title: () => 'clean title',
  all_over: () => 'damage declared all over',
  rollover: () => 'rollover',
  burn: () => 'burn damage',
  minor: () => 'only minor damage or wear declared',
  not_declared: () => 'damage not declared',
  zone_not_examined: ({ photos_total, photos_examined, parts_confirmed }) => {
    if (photos_examined === 0 && parts_confirmed > 0) return 'damage not all confirmed';
    if (photos_total === 0) return 'no photos';
    return photos_examined === 0 ? 'photos not reviewed' : 'damage not all seen on photos';
  },
};

type Ends = Pick<Estimate['total'], 'low' | 'high'>;

/** How much narrower or wider a range became, `Range 12% narrower`; empty where it did not move. */
export function narrowerWords(before: Ends, now: Ends): string {
  const [was, is] = [before.high - before.low, now.high - now.low];
  if (!(was > 0)) return '';
  const percent = Math.round((1 - is / was) * 100);
  if (percent === 0) return '';
  return `Range ${Math.abs(percent)}% ${percent > 0 ? 'narrower' : 'wider'}`;
}

/** Both ends of the range with the lines that make them; an end that no line explains is left out. */
export function rangeEnds({
  range_reasons,
  lines,
  total,
}: Pick<Estimate, 'range_reasons' | 'lines' | 'total'>): RangeEnd[] {
  const named = new Map(lines.map((line) => [line.id, lineName(line)]));
  return (['low', 'high'] as const)
    .map((end) => ({
      end,
      amount: total[end],
      ...ENDS[end],
      reasons: (range_reasons?.[end] ?? []).flatMap(({ line, amount }) => {
        const name = named.get(line);
        return name === undefined ? [] : [{ line, name, effect: effectWords(amount) }];
      }),
    }))
    .filter(({ reasons }) => reasons.length > 0);
}

/** Why the range is wider than for a lot that is well known, weightiest first: one sentence; empty where nothing widens it. */
export function widerWords({ estimate, examined }: Pick<ReportModel, 'estimate' | 'examined'>): string {
  const of = { ...examined, parts_confirmed: partsConfirmed(estimate) };
  const said = (estimate.range_reasons?.spread ?? []).flatMap(({ code }) => WIDER[code]?.(of) ?? []);
  return said.length === 0 ? '' : `Wider because of: ${said.join(', ')}.`;
}
