import type { ImportedLine, TotalDifference } from '../../contract/estimate-exchange/imported-estimate.ts';
import { sum } from './imported-lines.ts';

/** What a file's own totals say, US dollars before tax or hours; null where the file says nothing. */
export type FileTotals = Readonly<Record<TotalDifference['figure'], number | null>>;

/** Money and hours of files are rounded line by line. Judgement. */
const ROUNDING = { dollars: 1, hours: 0.11, share: 0.005 };
/** Dollars an hour of labor may cost where the file gives no rate. Judgement. */
const RATE = { least: 10, most: 300 };
/** Most dollars of paint materials for a refinish hour. Judgement. */
const MATERIALS = 120;

type Bounds = readonly [least: number, most: number];

function differenceOf(
  figure: TotalDifference['figure'],
  file: number | null,
  lines: number,
  [least, most]: Bounds = [lines, lines],
): TotalDifference[] {
  if (file === null) return [];
  const rounding = figure.endsWith('hours') ? ROUNDING.hours : ROUNDING.dollars;
  const slack = rounding + Math.abs(file) * ROUNDING.share;
  return file < least - slack || file > most + slack ? [{ figure, file, lines }] : [];
}

/**
 * Compares a file's own totals with the lines read from it. The total allows for hours without a rate and for paint materials,
 * which no line has.
 * @param lines All lines; only those that count are added up.
 * @returns What does not add up, in the figure's unit: US dollars before tax, or hours.
 */
export function totalDifferences(lines: readonly ImportedLine[], file: FileTotals): TotalDifference[] {
  const counted = lines.filter(({ counts }) => counts);
  const parts = sum(counted.map(({ part }) => (part?.price ?? 0) * (part?.quantity ?? 0)));
  const other = sum(counted.map((line) => line.other));
  const labourHours = sum(counted.flatMap(({ labour }) => labour.map(({ hours }) => hours)));
  const refinishHours = sum(counted.map(({ refinish_hours }) => refinish_hours));
  const unpriced = sum(
    counted.flatMap(({ labour, refinish_hours, labour_amount }) =>
      labour_amount === null ? [refinish_hours, ...labour.map(({ hours }) => hours)] : [],
    ),
  );
  const known = sum([parts, other, ...counted.map(({ labour_amount }) => labour_amount ?? 0)]);
  return [
    ...differenceOf('parts', file.parts, parts),
    ...differenceOf('labour_hours', file.labour_hours, labourHours),
    ...differenceOf('refinish_hours', file.refinish_hours, refinishHours),
    ...differenceOf('total', file.total, known, [
      known + Math.max(0, unpriced) * RATE.least,
      known + Math.max(0, unpriced) * RATE.most + Math.max(0, refinishHours) * MATERIALS,
    ]),
  ];
}
