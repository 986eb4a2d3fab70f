import type { Cents } from '../../../contract/schemas/money.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import { type LineCost, lineCost } from '../pricing/line-cost.ts';
import { chanceOfCall } from '../pricing/required-by.ts';
import type { Rates } from '../tables/labour-rates.ts';
import { chanceAt, FLAT, LIGHTEST } from '../tables/severity.ts';

export type SettledLine = {
  readonly draft: DraftLine;
  readonly cost: LineCost;
  readonly probability: number;
  /** What the line adds to the likely total, by kind of money; integer cents. */
  readonly expected: Readonly<Record<'parts' | 'labour' | 'refinish' | 'materials' | 'sublet', Cents>>;
};
export type Settled = { readonly lines: SettledLine[]; readonly subtotal: Cents; readonly tax: Cents };
/** Where on the severity scale the lines were settled, and the share of unseen lines kept there. */
export type Settlement = { readonly severity: number; readonly scope: number; readonly rest: Cents };
export type TaxRule = { readonly percent: number; readonly on_labour: boolean };

/** Expected lines and sums at one severity; `scope` scales the chance of every line that no photo shows. */
export function expectAt(
  drafts: readonly DraftLine[],
  rates: Rates,
  tax: TaxRule,
  severity: number,
  scope: number,
): Settled {
  const chances = new Map<string, number>();
  for (const { id, presence } of drafts) {
    if (presence.kind === 'fixed') chances.set(id, presence.p);
    if (presence.kind === 'severity')
      chances.set(
        id,
        Math.max(presence.at_least, Math.min(1, presence.damp * chanceAt(presence.by, severity)) * scope),
      );
  }
  let subtotal = 0;
  let taxable = 0;
  const lines = drafts.map((draft): SettledLine => {
    const { presence } = draft;
    const raw =
      presence.kind === 'any'
        ? presence.damp * chanceOfCall(presence, (id) => chances.get(id) ?? 0)
        : (chances.get(draft.id) ?? 0);
    const probability = Math.round(raw * 10_000) / 10_000;
    const cost = lineCost(draft, rates, severity);
    const share = (cents: Cents): Cents => Math.round(cents * probability);
    const expected = {
      parts: share(cost.parts.likely),
      labour: share(cost.labour.likely),
      refinish: share(cost.refinish),
      materials: share(cost.materials),
      sublet: share(cost.sublet.likely),
    };
    const goods = expected.parts + expected.materials;
    const work = expected.labour + expected.refinish;
    subtotal += goods + work + expected.sublet;
    taxable += goods + (tax.on_labour ? work : 0);
    return { draft, cost, probability, expected };
  });
  return { lines, subtotal, tax: Math.round((taxable * tax.percent) / 100) };
}

/** A line's chance is printed: it never goes beyond what the table says of a severe hit … */
const MOST_SETTLED = 2;
/** … and a list that gives one chance for all severities (hail, minor dents, theft) is printed as it stands. */
const FLAT_SETTLED = 1;

const hasClasses = ({ presence }: DraftLine): boolean =>
  presence.kind === 'severity' && presence.by[2] - presence.by[0] >= FLAT;

const totalOf = (settled: Settled): Cents => settled.subtotal + settled.tax;
const STEPS = 26;

/** The highest x in [from, to] whose total stays at or below the target, and the next above it; totals rise with x. */
function solve(from: number, to: number, target: Cents, at: (x: number) => Settled): [number, number] {
  let [low, high] = [from, to];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (totalOf(at(middle)) <= target) low = middle;
    else high = middle;
  }
  return [low, high];
}

/** Totals nearer than this, cents, are one: every line is rounded to the cent. */
const ONE_TOTAL = 100;

/**
 * The severity at which the expected lines add up to the likely total: so the list and the number say one thing. Where
 * even the lightest hit costs more, every unseen line gets less likely (`scope` below 1); what a severe hit can't explain
 * is `rest` (cents), to be shown as a line of its own: the value of the car speaks for it, no part does.
 */
export function settleLines(
  drafts: readonly DraftLine[],
  rates: Rates,
  tax: TaxRule,
  target: Cents,
): Settlement {
  const bySeverity = (s: number): Settled => expectAt(drafts, rates, tax, s, 1);
  const heaviest = drafts.some(hasClasses) ? MOST_SETTLED : FLAT_SETTLED;
  const most = totalOf(bySeverity(heaviest));
  if (most <= target) return { severity: heaviest, scope: 1, rest: target - most };
  if (totalOf(bySeverity(LIGHTEST)) > target) {
    const [scope] = solve(0, 1, target, (share) => expectAt(drafts, rates, tax, LIGHTEST, share));
    return { severity: LIGHTEST, scope, rest: 0 };
  }
  const [below, above] = solve(LIGHTEST, heaviest, target, bySeverity);
  if (target - totalOf(bySeverity(below)) <= ONE_TOTAL) return { severity: below, scope: 1, rest: 0 };
  // Where a repair becomes a new section the total jumps over the target: held at the upper side, a little less likely.
  const [scope] = solve(0, 1, target, (share) => expectAt(drafts, rates, tax, above, share));
  return { severity: above, scope, rest: 0 };
}
