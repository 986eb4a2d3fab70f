import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { dollars, percent } from '../../ui/money.ts';

const NUMBER = /(\$\d[\d,]*(?:\.\d+)?|\d+(?:\.\d+)?(?:–\d+(?:\.\d+)?)? ?%|\d+(?:\.\d+)? h\b)/;

/** A sentence cut at its dollars, percents and hours; `at` is where a piece begins. */
export function cutAtNumbers(text: string): { text: string; is_number: boolean; at: number }[] {
  let at = 0;
  return text.split(NUMBER).map((piece, nth) => {
    const start = at;
    at += piece.length;
    return { text: piece, is_number: nth % 2 === 1, at: start };
  });
}

/**
 * The key of the report's figure that a number in a sentence repeats; null where it repeats none. Figures of the whole come
 * before those of lines, dear lines before cheap ones, as sentences speak of them.
 */
export function figureOfWords({ estimate, lot }: ReportModel, words: string): string | null {
  const {
    total,
    outcome,
    repair_to_value: share,
    vehicle_value: value,
    blocks,
    subtotal,
    totals,
    lines,
  } = estimate;
  const whole: [string | null, string][] = [
    ...[total.likely, total.low, total.high].map((amount): [string, string] => [dollars(amount), 'total']),
    ...(outcome
      ? (['as_written', 'possible', 'average'] as const).map((row): [string, string] => [
          dollars(outcome[row]),
          `outcome:${row}`,
        ])
      : []),
    ...(share
      ? [share.likely, share.low, share.high].map((part): [string, string] => [
          percent(part),
          'repair-to-value',
        ])
      : []),
    ...(value
      ? [value.likely, value.low, value.high].map((amount): [string, string] => [
          dollars(amount),
          'our-value',
        ])
      : []),
    [lot.seller_repair_cost && dollars(lot.seller_repair_cost), 'seller:repair_cost'] as [string, string],
    [lot.retail_value && dollars(lot.retail_value), 'seller:retail_value'] as [string, string],
    ...Object.entries(blocks).flatMap(([name, amount = 0]): [string, string][] =>
      amount > 0
        ? [
            [dollars(amount), `block:${name}`],
            [percent(subtotal > 0 ? amount / subtotal : 0), `block:${name}`],
          ]
        : [],
    ),
    ...totals.flatMap(({ key, rate, likely }): [string, string][] => [
      ...(key === 'tax' && rate !== null ? [[`${rate} %`, 'row:tax'] as [string, string]] : []),
      ...(likely > 0 ? [[dollars(likely), `row:${key}`] as [string, string]] : []),
    ]),
  ];
  const own = whole.find(([shown]) => shown === words)?.[1];
  if (own) return own;
  const dear = lines
    .filter(({ block }) => block !== 'standard')
    .toSorted((a, b) => b.expected_cost - a.expected_cost);
  return lineFigure(dear, words);
}

function lineFigure(dear: readonly EstimateLine[], words: string): string | null {
  const costs = dear.find(({ cost }) => dollars(cost.likely) === words);
  if (costs) return `cost:${costs.id}`;
  // Only the dearest line's chance is said in a sentence.
  const [first] = dear;
  return first && percent(first.probability) === words ? `chance:${first.id}` : null;
}
