import type { ReportEdits } from '../../contract/edit-report.ts';
import { type Estimate, type EstimateLine, SECTIONS } from '../../contract/estimate.ts';
import { type Cents, centsFromDollars as cents, dollarsFromCents as dollars } from '../../contract/money.ts';
import { addedLine, changedLine, type RatesOf, ratesIn } from './edited-line.ts';
import { editedTotals } from './edited-totals.ts';
import { fullMoney, paintMoney, recosted, withExpected } from './line-money.ts';
import { type PanelHours, refinishHours } from './refinish.ts';
import { type Rework, reworkFor } from './reworked-line.ts';
import type { ListedVehicle } from './vehicle-facts.ts';

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const round4 = (value: number): number => Math.round(value * 10_000) / 10_000;
const round2 = (value: number): number => Math.round(value * 100) / 100;
const chanceOfAny = (chances: readonly number[]): number =>
  1 - chances.reduce((rest, chance) => rest * (1 - chance), 1);

/** Before and after: an estimated line, and what the edits make of it. */
type Pair = { before: EstimateLine | null; after: EstimateLine };

function changedPairs(base: Estimate, edits: ReportEdits, rates: RatesOf, rework: Rework): Pair[] {
  const excluded = new Set(edits.excluded);
  const kept = base.lines.filter((line) => !excluded.has(line.id));
  const changed = kept.map((before): Pair => {
    const set = edits.changed[before.id];
    if (!set) return { before, after: before };
    const line = changedLine(before, set, rates, rework);
    const money = fullMoney(before);
    const samePaint = line.refinish === before.refinish;
    return { before, after: recosted(line, samePaint ? money.refinish + money.materials : paintMoney(line)) };
  });
  const added = edits.added
    .filter(({ id }) => !excluded.has(id))
    .map((given): Pair => {
      const set = edits.changed[given.id];
      const line = addedLine(
        { ...given, ...set, name: set?.name ?? given.name, operation: set?.operation ?? given.operation },
        rates,
      );
      return { before: null, after: recosted(line, paintMoney(line)) };
    });
  return [...changed, ...added];
}

/** A line that others bring follows their chance: without them it goes, unless the user gave it a chance of its own. */
function withCallers(base: Estimate, pairs: readonly Pair[], edits: ReportEdits): Pair[] {
  const was = new Map(base.lines.map((line) => [line.id, line.probability]));
  const is = new Map(pairs.map(({ after }) => [after.id, after.probability]));
  return pairs.flatMap((pair) => {
    const { before, after } = pair;
    const callers = after.called_by?.filter((id) => was.has(id)) ?? [];
    if (callers.length === 0 || edits.changed[after.id]?.probability !== undefined) return [pair];
    const chance = (of: ReadonlyMap<string, number>): number =>
      chanceOfAny(callers.map((id) => of.get(id) ?? 0));
    const [then, now] = [chance(was), chance(is)];
    if (then === now || then === 0) return [pair];
    const probability = round4(Math.min(1, (after.probability * now) / then));
    return probability === 0 ? [] : [{ before, after: withExpected({ ...after, probability }) }];
  });
}

/** What the job as a whole takes from or adds to each painted line: overlap with its neighbours and clear coat. */
function paintOf(lines: readonly EstimateLine[]): Map<string, ReturnType<typeof refinishHours>[number]> {
  const painted = lines
    .filter((line) => line.refinish)
    .sort((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section));
  const hours = refinishHours(
    painted.map((line) => ({
      category: line.category ?? line.id,
      side: line.side,
      base_hours: line.refinish
        ? line.refinish.hours - line.refinish.clear_coat_hours + line.refinish.overlap_hours
        : 0,
      probability: line.probability,
    })),
  );
  return new Map(
    painted.map((line, at) => [line.id, hours[at] ?? { hours: 0, clear_coat_hours: 0, overlap_hours: 0 }]),
  );
}

const rounded = (paint: PanelHours): PanelHours => ({
  hours: round2(paint.hours),
  clear_coat_hours: round2(paint.clear_coat_hours),
  overlap_hours: round2(paint.overlap_hours),
});

/**
 * Refinish reckoned again where the painted lines changed: by the difference that the same rule gives before and after, so
 * that an estimate nobody touched stays as it is to the cent. Hours the user gave are left alone.
 */
function repainted(base: Estimate, pairs: readonly Pair[]): EstimateLine[] {
  const then = paintOf(base.lines);
  const now = paintOf(pairs.map(({ after }) => after));
  return pairs.map(({ before, after }) => {
    const [was, is, own] = [then.get(after.id), now.get(after.id), after.refinish];
    if (!before || !is || !own || own.basis === 'user') return after;
    if (!was) {
      const fresh = { ...after, refinish: { ...own, ...rounded(is) } };
      return recosted(fresh, paintMoney(fresh));
    }
    const hours = Math.max(0, own.hours + is.hours - was.hours);
    if (Math.abs(hours - own.hours) < 0.005) return after;
    const refinish = {
      ...own,
      hours: round2(hours),
      clear_coat_hours: round2(
        Math.max(0, own.clear_coat_hours + is.clear_coat_hours - was.clear_coat_hours),
      ),
      overlap_hours: round2(Math.max(0, own.overlap_hours + is.overlap_hours - was.overlap_hours)),
    };
    const line = { ...after, refinish };
    return recosted(line, paintMoney(line));
  });
}

/** Lines in the user's order; those it does not name stay behind the line they followed. */
function inOrder(lines: readonly EstimateLine[], order: readonly string[] | null): EstimateLine[] {
  if (order === null) return [...lines];
  const place = new Map(order.map((id, at) => [id, at]));
  let last = -1;
  return lines
    .map((line, at) => {
      last = place.get(line.id) ?? last;
      return { line, key: last, at };
    })
    .sort((a, b) => a.key - b.key || a.at - b.at)
    .map(({ line }) => line);
}

const BLOCKS = ['seen', 'declared', 'likely_hidden', 'standard', 'user'] as const;
const expected = (lines: readonly EstimateLine[]): Cents =>
  sum(lines.map((line) => cents(line.expected_cost)));
/** Nobody guesses at what the user has priced. */
const isFixed = (line: EstimateLine): boolean =>
  line.basis === 'user' || (line.estimated !== undefined && line.cost.low === line.cost.high);

/** The estimate's own spread around the new likely total, as large as the share of it that is still estimated. */
function rangeAround(base: Estimate, lines: readonly EstimateLine[], likely: Cents): Estimate['total'] {
  const { total, subtotal } = base;
  const open = expected(lines.filter((line) => !isFixed(line)));
  const share = subtotal > 0 ? open / cents(subtotal) : 0;
  return {
    low: dollars(Math.max(0, likely - Math.round(share * (cents(total.likely) - cents(total.low))))),
    likely: dollars(likely),
    high: dollars(likely + Math.round(share * (cents(total.high) - cents(total.likely)))),
  };
}

/**
 * The estimate with the user's edits, by the rules it was made by and without asking anybody: excluded lines go and take
 * their overlap and the operations they bring with them, figures given by the user stand as given, lines add up to the
 * subtotal and with tax to the likely total, to the cent. `retailValue` as listed, dollars. Without edits: the same estimate.
 */
export function editEstimate(
  base: Estimate,
  edits: ReportEdits,
  car: { vehicle: ListedVehicle; retailValue: number | null },
): Estimate {
  const { retailValue } = car;
  const rates = ratesIn(base);
  const rework = reworkFor(car.vehicle, base, rates);
  const pairs = withCallers(base, changedPairs(base, edits, rates, rework), edits);
  const lines = inOrder(repainted(base, pairs), edits.order);
  const { totals, subtotal, tax } = editedTotals(base, lines);
  const total = rangeAround(base, lines, cents(subtotal) + cents(tax));
  const gone = new Set(edits.excluded);
  const ofValue = (amount: number): number =>
    retailValue ? Math.round((amount / retailValue) * 1000) / 1000 : 0;
  const added = edits.added.filter(({ id }) => gone.has(id)).map((line) => addedLine(line, rates));
  const block = (name: (typeof BLOCKS)[number]): number =>
    dollars(expected(lines.filter((line) => line.block === name)));
  return {
    ...base,
    lines,
    totals,
    subtotal,
    tax,
    total,
    blocks: {
      seen: block('seen'),
      declared: block('declared'),
      likely_hidden: block('likely_hidden'),
      standard: block('standard'),
      ...(edits.added.length > 0 ? { user: block('user') } : {}),
    },
    excluded: [
      ...base.lines.filter(({ id }) => gone.has(id)),
      ...added.map((line) => recosted(line, paintMoney(line))),
    ],
    repair_to_value: base.repair_to_value && {
      low: ofValue(total.low),
      likely: ofValue(total.likely),
      high: ofValue(total.high),
    },
  };
}
