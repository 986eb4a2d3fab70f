import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import {
  type Cents,
  centsFromDollars as cents,
  dollarsFromCents as dollars,
} from '../../../contract/schemas/money.ts';
import { notFittedIn, operationChecks, withChecks } from '../lines/missed-operations.ts';
import { editedTotals } from './recalculate-totals.ts';

const BLOCKS = ['seen', 'declared', 'likely_hidden', 'standard'] as const;
const expected = (lines: readonly EstimateLine[]): Cents =>
  lines.reduce((all, line) => all + cents(line.expected_cost), 0);

/**
 * An estimate with other lines: rows, subtotal, tax, blocks and range made anew, to the cent. `base.totals` gives the rows with
 * their rates; `rangeOf` the range around the new likely total (cents).
 */
export function resettled(
  base: Estimate,
  lines: readonly EstimateLine[],
  retailValue: number | null,
  rangeOf: (likely: Cents) => Estimate['total'],
): Estimate {
  const { totals, subtotal, tax } = editedTotals(base, lines);
  const total = rangeOf(cents(subtotal) + cents(tax));
  const block = (name: EstimateLine['block']): number =>
    dollars(expected(lines.filter((line) => line.block === name)));
  const ofValue = (amount: number): number =>
    retailValue ? Math.round((amount / retailValue) * 1000) / 1000 : 0;
  const [seen, declared, likely_hidden, standard] = BLOCKS.map(block);
  // An estimate made before there was a check has none now.
  const checks = base.checks && operationChecks(lines, notFittedIn(base));
  return {
    ...base,
    ...(checks ? { checks, assumptions: withChecks(base.assumptions, checks, lines) } : {}),
    lines: [...lines],
    totals,
    subtotal,
    tax,
    total,
    blocks: {
      seen: seen ?? 0,
      declared: declared ?? 0,
      likely_hidden: likely_hidden ?? 0,
      standard: standard ?? 0,
      ...(lines.some((line) => line.block === 'user') || base.blocks.user !== undefined
        ? { user: block('user') }
        : {}),
    },
    repair_to_value: base.repair_to_value && {
      low: ofValue(total.low),
      likely: ofValue(total.likely),
      high: ofValue(total.high),
    },
  };
}

/** The base's range in the same proportions around another likely total (cents). */
export const inProportion =
  (base: Estimate) =>
  (likely: Cents): Estimate['total'] => {
    const was = cents(base.total.likely);
    const by = was > 0 ? likely / was : 1;
    return {
      low: dollars(Math.min(likely, Math.round(cents(base.total.low) * by))),
      likely: dollars(likely),
      high: dollars(Math.max(likely, Math.round(cents(base.total.high) * by))),
    };
  };
