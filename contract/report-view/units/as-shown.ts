import type { DealSheet } from '../../deal/deal-sheet.ts';
import type { Estimate } from '../../schemas/estimate.ts';
import { isPossible } from '../outcome-rows.ts';
import { dollarsShownAs, type Exactness, shownCount } from './shown-amounts.ts';
import { apportioned } from './shown-sums.ts';
import { shownUnits } from './shown-units.ts';

/** Totals by category, which with the tax make what is written. */
function totalsAsShown(totals: Estimate['totals'], subtotal: number, tax: number): Estimate['totals'] {
  const amounts = apportioned(
    totals.filter(({ key }) => key !== 'tax').map(({ likely }) => likely),
    subtotal,
  );
  return totals.map((row) => ({ ...row, likely: row.key === 'tax' ? tax : (amounts.shift() ?? row.likely) }));
}

/**
 * An estimate whose written lines, categories and outcome rows add up by eye in other money too: totals are converted, and what
 * makes them up is apportioned to what they show. No amount moves by as much as the smallest that is shown; the forecast (low,
 * likely, high) stays. In US dollars it is the estimate itself.
 */
export function estimateAsShown(estimate: Estimate): Estimate {
  if (shownUnits().money === null) return estimate;
  const { outcome, lines } = estimate;
  const whole = outcome ? outcome.as_written : estimate.total.likely;
  const [subtotal = estimate.subtotal, tax = estimate.tax] = apportioned(
    [estimate.subtotal, estimate.tax],
    whole,
  );
  const totals = totalsAsShown(estimate.totals, subtotal, tax);
  if (!outcome) return { ...estimate, subtotal, tax, totals };
  const written = lines.filter((line) => !isPossible(line));
  const costs = apportioned(
    written.map(({ cost }) => cost.likely),
    subtotal,
  );
  const costOf = new Map(written.map((line, at) => [line, costs[at] ?? line.cost.likely]));
  const average = dollarsShownAs(shownCount(outcome.average, 'cents'), 'cents');
  const as_written = dollarsShownAs(shownCount(outcome.as_written, 'cents'), 'cents');
  const rows = [outcome.possible, outcome.fall_away, outcome.unlocated];
  const [possible = outcome.possible, fall_away = outcome.fall_away, unlocated = outcome.unlocated] =
    apportioned(rows, average - as_written);
  return {
    ...estimate,
    subtotal,
    tax,
    totals,
    lines: lines.map((line) => {
      const likely = costOf.get(line);
      return likely === undefined ? line : { ...line, cost: { ...line.cost, likely } };
    }),
    outcome: { ...outcome, as_written, possible, fall_away, unlocated, average },
  };
}

/** A report with its estimate as it is shown. */
export const reportAsShown = <Report extends { readonly estimate: Estimate }>(report: Report): Report => {
  const estimate = estimateAsShown(report.estimate);
  return estimate === report.estimate ? report : { ...report, estimate };
};

const PAID: ReadonlySet<string> = new Set(['repair', 'auction', 'transport', 'import', 'selling']);

/**
 * A deal whose rows add up by eye in other money too: every row is converted, and what the bid and the rows come to is the sum of
 * what each shows. In US dollars it is the deal itself.
 */
export function dealAsShown(deal: DealSheet, exactness: Exactness): DealSheet {
  if (shownUnits().money === null) return deal;
  const count = (usd: number | null): number => shownCount(usd ?? 0, exactness);
  const shown = (usd: number | null): number | null => usd && dollarsShownAs(count(usd), exactness);
  const rows = deal.rows.map((row) => ({ ...row, usd: shown(row.usd) }));
  const paid = rows.filter(({ group }) => PAID.has(group)).reduce((sum, { usd }) => sum + count(usd), 0);
  const allIn = count(deal.bid) + paid;
  const resale = rows.find(({ id }) => id === 'resale')?.usd ?? null;
  const out = deal.part_out;
  return {
    ...deal,
    rows,
    all_in: dollarsShownAs(allIn, exactness),
    profit:
      deal.profit === null || resale === null
        ? deal.profit
        : dollarsShownAs(count(resale) - allIn, exactness),
    part_out: out && {
      ...out,
      value: dollarsShownAs(
        count(out.parts) + count(out.metal) + count(out.catalyst) - count(out.labor) - count(out.selling),
        exactness,
      ),
    },
  };
}
