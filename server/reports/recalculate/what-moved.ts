import { isDeepStrictEqual } from 'node:util';
import { dollarsFromCents } from '../../../contract/schemas/money.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { EstimateInputs } from '../../estimate/calculation/estimate-inputs.ts';

const money = (cents: number): string =>
  dollarsFromCents(Math.round(cents)).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** Names of a list of versions that stand in one list only: `rates-2 → rates-3`. */
function versionsMoved(before: string, after: string): string[] {
  const [was, is] = [before.split(', '), after.split(', ')];
  const gone = was.filter((name) => !is.includes(name));
  const come = is.filter((name) => !was.includes(name));
  return gone.length + come.length > 0 ? [`${gone.join(', ') || 'none'} → ${come.join(', ') || 'none'}`] : [];
}

function ratesMoved(
  before: EstimateInputs['rates']['asked'],
  after: EstimateInputs['rates']['asked'],
): string[] {
  return Object.entries(after).flatMap(([kind, rate]) => {
    const was = before[kind as keyof typeof before];
    return typeof rate === 'number' && typeof was === 'number' && rate !== was
      ? [`${kind} ${money(was)} → ${money(rate)}`]
      : [];
  });
}

const sentence = (what: string, moved: readonly string[]): string[] =>
  moved.length > 0 ? [`${what}: ${moved.join(', ')}.`] : [];

/**
 * What the estimate is made from that reads otherwise than before, one sentence each. `from` are the inputs it was made from;
 * null where they were not kept.
 */
export function whatMoved(before: ReportModel, from: EstimateInputs | null, to: EstimateInputs): string[] {
  const { tables, prior } = from?.versions ?? before.estimate.versions;
  const versions = [
    ...sentence('Tables of hours, prices, rates and values', versionsMoved(tables, to.versions.tables)),
    ...sentence('Tables of damage', versionsMoved(prior, to.versions.prior)),
  ];
  if (from === null)
    return [
      ...versions,
      'The estimate is made as reports are made today: what would be written now at its full price, and what is possible beside it.',
    ];
  const same = (pick: (inputs: EstimateInputs) => unknown): boolean =>
    isDeepStrictEqual(pick(from), pick(to));
  const told = (what: string, pick: (inputs: EstimateInputs) => unknown): string[] =>
    same(pick) ? [] : [`${what} otherwise than before.`];
  return [
    ...versions,
    ...sentence('Labor rates an hour', ratesMoved(from.rates.asked, to.rates.asked)),
    ...(from.tax.percent === to.tax.percent ? [] : [`Sales tax: ${from.tax.percent}% → ${to.tax.percent}%.`]),
    ...(from.own_value.cents === to.own_value.cents
      ? []
      : [`Our own value of the car: ${money(from.own_value.cents)} → ${money(to.own_value.cents)}.`]),
    ...told('The class of car that sets prices and hours reads', ({ priced, repaired, facts }) => [
      priced,
      repaired,
      facts,
    ]),
    ...told('Exchange rates read', ({ currencies }) => currencies),
    ...told('What the listing and the photos say is read', ({ evidence, findings, body }) => [
      evidence,
      findings,
      body,
    ]),
    ...told('OEM numbers and their questions are matched', ({ numbers, questions }) => [numbers, questions]),
  ];
}
