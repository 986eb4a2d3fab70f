import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dollars, joined, percent } from './figures.ts';
import { OPERATIONS, PART_TYPES } from './print-words.ts';

export type Adjustment = { label: string; hours: string };

/** What clear coat adds to the painted hours of a line and overlap with its neighbours takes off. */
export function adjustmentsOf({ refinish }: EstimateLine): Adjustment[] {
  if (!refinish) return [];
  return [
    { label: 'Overlap', hours: -refinish.overlap_hours },
    { label: 'Clear coat', hours: refinish.clear_coat_hours },
  ]
    .filter(({ hours }) => Math.abs(hours) >= 0.005)
    .map(({ label, hours }) => ({
      label,
      hours: `${hours < 0 ? '\u2212' : '+'}${exactHours(Math.abs(hours))}`,
    }));
}

/** Tenths where they are exact, else hundredths: base and adjustments must add up. */
export const exactHours = (hours: number): string => hours.toFixed(2).replace(/(\.\d)0$/, '$1');

/** `OEM, 1 × $435, 2.8 h, refinish 3.6 h, 88% likely, cost $1,011`: our figures of a line the user changed. */
export function oursOf({ estimated, operation, name }: EstimateLine): string {
  if (!estimated) return '';
  const hours = (figure: number | null, words: string) =>
    figure === null ? null : `${words}${exactHours(figure)}\u00a0h`;
  return joined(
    [
      estimated.name !== name && estimated.name,
      estimated.operation !== operation && OPERATIONS[estimated.operation][1],
      estimated.part_price === null
        ? null
        : joined(
            [PART_TYPES[estimated.part_type], `${estimated.quantity} × ${dollars(estimated.part_price)}`],
            ', ',
          ),
      hours(estimated.labour_hours, 'labor '),
      hours(estimated.refinish_hours, 'refinish '),
      estimated.sublet === null ? null : dollars(estimated.sublet),
      estimated.probability < 0.995 && `${percent(estimated.probability)} likely`,
      `cost ${dollars(estimated.cost.likely)}`,
    ],
    ', ',
  );
}
