import type { ReportModel } from '../../schemas/report.ts';
import { type RangeBarLayout, type RangeMark, rangeBar } from './range-bar.ts';

/** The range of a report's repair, with the car's value and the seller's figure on it. */
export function reportRange({ estimate, seller }: Pick<ReportModel, 'estimate' | 'seller'>): RangeBarLayout {
  const { low, likely, high } = estimate.total;
  const drawn = estimate.cost_to_value;
  const value = drawn?.value ?? seller.retail_value;
  const marks: (RangeMark | null)[] = [
    value === null || value <= 0 ? null : { kind: 'value', name: 'Value', usd: value },
    seller.repair_cost === null ? null : { kind: 'seller', name: 'Seller says', usd: seller.repair_cost },
  ];
  // A quarter and three quarters of the draws, where they were stored: every twentieth of them.
  const [quarter, most] = [drawn?.quantiles[5], drawn?.quantiles[15]];
  const half =
    drawn && drawn.value > 0 && quarter !== undefined && most !== undefined
      ? ([quarter * drawn.value, most * drawn.value] as const)
      : null;
  return rangeBar(
    { low, likely, high, half: half && half[0] < half[1] ? half : null },
    marks.filter((mark) => mark !== null),
  );
}
