import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import type { ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import {
  type Cents,
  centsFromDollars as cents,
  dollarsFromCents as dollars,
} from '../../../contract/schemas/money.ts';
import { fullMoney, paintMoney, recosted, withExpected } from '../pricing/line-money.ts';
import type { PricedCar } from '../pricing/part-price.ts';
import type { PaintStage } from '../pricing/refinish.ts';
import { calledChance } from '../pricing/required-by.ts';
import { chosenPartPrice } from '../pricing/table-price.ts';
import { type ListedVehicle, vehicleFacts } from '../tables/vehicle-facts.ts';
import { pricedCar } from '../totals/calculate-estimate.ts';
import { applyScenario, ratesOfChoice } from './apply-scenario.ts';
import { type Rework, reworkFor } from './change-operation.ts';
import { narrowedEstimate } from './filter-part-numbers.ts';
import { addedLine, changedLine, type RatesOf, ratesIn } from './override-line.ts';
import { resettled } from './recalculate-estimate.ts';
import { paintOf, paintStageIn, repaintedLine } from './recalculate-refinish.ts';
import { callAfterEdit } from './update-triggers.ts';

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

/**
 * A line that others bring follows their chance and what is done to them: without them it goes, unless the user gave it a
 * chance of its own.
 */
function withCallers(base: Estimate, pairs: readonly Pair[], edits: ReportEdits): Pair[] {
  const was = new Map(base.lines.map((line) => [line.id, line.probability]));
  const is = new Map(pairs.map(({ after }) => [after.id, after.probability]));
  const changes = pairs.flatMap(({ before, after }) =>
    before && edits.changed[after.id] ? [{ before, after }] : [],
  );
  return pairs.flatMap((pair) => {
    const { before, after } = pair;
    if (edits.changed[after.id]?.probability !== undefined) return [pair];
    const call = callAfterEdit(after, changes);
    const probability = calledChance(after, was, is, call);
    if (probability === null) return [pair];
    const called = { ...after, probability, ...(call ? { called_by: [...call.of] } : {}) };
    return probability === 0 ? [] : [{ before, after: withExpected(called) }];
  });
}

/**
 * Refinish reckoned again where the painted lines changed: by the difference that the same rule gives before and after, so
 * that an estimate nobody touched stays as it is to the cent. Hours the user gave are left alone.
 */
function repainted(base: Estimate, pairs: readonly Pair[], stage: PaintStage): EstimateLine[] {
  const then = paintOf(base.lines, stage);
  const now = paintOf(
    pairs.map(({ after }) => after),
    stage,
  );
  return pairs.map(({ before, after }) =>
    before ? repaintedLine(after, then.get(after.id), now.get(after.id)) : after,
  );
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

const expected = (lines: readonly EstimateLine[]): Cents =>
  lines.reduce((all, line) => all + cents(line.expected_cost), 0);
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

/** What the estimate says of the user's own choices, among its assumptions. */
function choicesMade({ questions, scenario }: Estimate, edits: ReportEdits): string[] {
  const answers = (questions ?? []).flatMap(({ text, answers, answered }) => {
    const answer = answers.find(({ id }) => id === answered?.answer);
    return answered?.by === 'user' && answer ? [`${text} ${answer.text}`] : [];
  });
  const switches = scenario?.effects.map(({ text }) => text) ?? [];
  const chosen = Object.keys(edits.numbers ?? {}).length;
  return [
    ...(switches.length > 0 ? [`Chosen by the user: ${switches.join('; ')}`] : []),
    ...(answers.length > 0 ? [`Answered by the user: ${answers.join('; ')}`] : []),
    ...(chosen > 0 ? [`OEM number chosen by the user on ${chosen} ${chosen === 1 ? 'line' : 'lines'}`] : []),
  ];
}

/**
 * The estimate with the user's edits, by the rules it was made by and without asking anybody: answers narrow the numbers and
 * their prices, switches are reckoned anew, excluded lines go and take their overlap and the operations they bring with them,
 * figures given by the user stand as given; lines add up to the subtotal and with tax to the likely total, to the cent.
 * `retailValue` as listed, dollars. Without edits: the same estimate.
 */
export function editEstimate(
  made: Estimate,
  edits: ReportEdits,
  { vehicle, retailValue }: { vehicle: ListedVehicle; retailValue: number | null },
): Estimate {
  const car = pricedCar(vehicleFacts(vehicle), vehicle.year, 'usual');
  const { scenario } = edits;
  const base = applyScenario(narrowedEstimate(made, edits, car, retailValue), scenario, { car, retailValue });
  const rates = scenario?.rates ? ratesOfChoice(scenario.rates, made, car) : ratesIn(base);
  const rework = inScenario(reworkFor(vehicle, base, rates), scenario, car);
  const pairs = withCallers(base, changedPairs(base, edits, rates, rework), edits);
  const lines = inOrder(repainted(base, pairs, scenario?.paint ?? paintStageIn(made)), edits.order);
  const gone = new Set(edits.excluded);
  const added = edits.added.filter(({ id }) => gone.has(id)).map((line) => addedLine(line, rates));
  const blocks = edits.added.length > 0 ? { ...base.blocks, user: 0 } : base.blocks;
  const edited = resettled({ ...base, blocks }, lines, retailValue, (likely) =>
    rangeAround(base, lines, likely),
  );
  return {
    ...edited,
    excluded: [
      ...base.lines.filter(({ id }) => gone.has(id)),
      ...added.map((line) => recosted(line, paintMoney(line))),
    ],
    assumptions: [...edited.assumptions, ...choicesMade(base, edits)],
  };
}

/** A part that is to be replaced after all is bought as the user buys the others. */
const inScenario =
  (rework: Rework, scenario: EstimateSettings | undefined, car: PricedCar): Rework =>
  (line, operation) => {
    const done = rework(line, operation);
    const priced = done && scenario?.parts ? chosenPartPrice(done, scenario.parts, car) : null;
    return done && priced ? { ...done, ...priced } : done;
  };
