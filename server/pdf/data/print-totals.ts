import { dollarsAndCents } from '../../../contract/report-view/figures.ts';
import { writtenRow } from '../../../contract/report-view/outcome-rows.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';

export type PrintedTotal = { label: string; basis: string; rate: string; amount: string };

/** The rows before tax: category, basis, rate, amount; rows of nothing are left out. */
export const printTotals = ({ totals }: Estimate): PrintedTotal[] =>
  totals.filter(({ likely, key }) => likely !== 0 && key !== 'tax').map(printTotal);

/** The tax, a row of its own even where it is nothing. */
export const printTax = ({ totals }: Estimate): PrintedTotal[] =>
  totals.filter(({ key }) => key === 'tax').map(printTotal);

export type PrintedOutcome = { label: string; note: string; amount: string };

/** What is written, the list's sum; none in reports of schema_version 1. */
export const printOutcome = ({ outcome }: Estimate): PrintedOutcome[] =>
  outcome
    ? [outcome]
        .map(writtenRow)
        .map(({ label, note, amount }) => ({ label, note, amount: dollarsAndCents(amount) }))
    : [];

const printTotal = (row: Estimate['totals'][number]): PrintedTotal => ({
  label: row.label,
  basis:
    row.basis === null
      ? ''
      : row.unit === 'hours'
        ? `${row.basis.toFixed(2)}\u00a0h`
        : row.unit === 'percent' && row.rate === null
          ? `${row.basis}%`
          : dollarsAndCents(row.basis),
  rate:
    row.rate === null
      ? ''
      : row.unit === 'percent'
        ? `${Math.round(row.rate * 1000) / 1000}%`
        : `${dollarsAndCents(row.rate)}/h`,
  amount: dollarsAndCents(row.likely),
});
