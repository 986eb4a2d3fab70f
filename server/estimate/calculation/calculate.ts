import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import type { EvidenceItem } from '../../../contract/evidence.ts';
import { NO_EDITS, type ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { centsFromDollars as cents, dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import { drawnLines } from '../forecast/drawn-lines.ts';
import { type DrawnLine, drawCosts } from '../forecast/draws.ts';
import type { Quantiles } from '../forecast/final-costs.ts';
import { inDoubt } from '../forecast/in-doubt.ts';
import { type Listing, listingOf } from '../forecast/listing.ts';
import {
  costToValue,
  endReasons,
  forecastingOf,
  isDeclared,
  lookedAround,
  meanOf,
  outcomesOf,
  rangeOf,
  seesDamage,
} from '../forecast/outcomes.ts';
import { profileShares } from '../forecast/profile-shares.ts';
import { type Belief, believeEvidence } from '../inference/believe.ts';
import { ratesOf } from '../inference/inference-table.ts';
import { withSeenBags } from '../inference/seen-bags.ts';
import { answeredQuestions, narrowing } from '../lines/narrowed-numbers.ts';
import { sectionAt } from '../lines/painted-lines.ts';
import { unfittedParts } from '../lines/unfitted-parts.ts';
import { catalogueShare } from '../pricing/catalogue-share.ts';
import { believedLines } from '../scope/believed-lines.ts';
import {
  type Case,
  damageOf,
  type Line,
  operationsOf,
  priced,
  type Setting,
} from '../scope/estimate-lines.ts';
import { outcomeOf, type Sorted } from '../scope/outcome.ts';
import type { Standing, WritingCase } from '../scope/standings.ts';
import { figuresFor, isExcluded } from '../scope/user-changes.ts';
import { hundredths } from '../scope/wire-line.ts';
import { addedLines, excludedLines, inOrder, type WrittenLine, written } from '../scope/written-lines.ts';
import { type Rates, ratesFor } from '../tables/labour-rates.ts';
import { WRITTEN_OPERATIONS } from '../tables/written-operations.ts';
import type { EstimateInputs } from './estimate-inputs.ts';

/** What the user added to the report as made. */
export type Overrides = {
  readonly answers: readonly EvidenceItem[];
  readonly edits: ReportEdits;
};
export const NO_OVERRIDES: Overrides = { answers: [], edits: NO_EDITS };

export type Calculated = {
  readonly estimate: Pick<
    Estimate,
    | 'lines'
    | 'excluded'
    | 'totals'
    | 'subtotal'
    | 'tax'
    | 'total'
    | 'outcome'
    | 'located'
    | 'catalogue_share'
    | 'cost_to_value'
    | 'risks'
    | 'questions'
  >;
  /** What only a whole report shows, calculated once, when it is called for: what a setting or an answer moves needs none of it. */
  readonly shown: () => Pick<Estimate, 'range_reasons' | 'repair_by_profile' | 'in_doubt'>;
  readonly tax: EstimateInputs['tax'];
  readonly stage: EstimateInputs['repaired']['stage'];
  readonly belief: Belief;
  readonly listing: Listing;
  readonly rates: Rates;
};

const listings = new WeakMap<EstimateInputs, Map<string, Listing>>();

/** What the listing says; asked for again with every answer, so kept as long as its inputs are. */
function listingFor(inputs: EstimateInputs, evidence: readonly EvidenceItem[]): Listing {
  const of = evidence.filter(({ kind }) => kind !== 'photo_sighting' && kind !== 'part_answer');
  const key = JSON.stringify(of);
  const kept = listings.get(inputs) ?? new Map<string, Listing>();
  listings.set(inputs, kept);
  const listing = kept.get(key) ?? listingOf(inputs, of);
  kept.set(key, listing);
  return listing;
}

/** The same lot with other evidence: what a listing says stays known. */
export function withEvidence(inputs: EstimateInputs, evidence: EstimateInputs['evidence']): EstimateInputs {
  const other = { ...inputs, evidence };
  const kept = listings.get(inputs) ?? new Map<string, Listing>();
  listings.set(inputs, kept);
  listings.set(other, kept);
  return other;
}

const beliefs = new WeakMap<Listing, { readonly key: string; readonly belief: Belief }>();

/** What is believed of all that evidence says; the last is kept, for what it costs moves with no setting but the air bags. */
function beliefFor(inputs: EstimateInputs, listing: Listing, evidence: readonly EvidenceItem[]): Belief {
  const key = JSON.stringify(evidence);
  const kept = beliefs.get(listing);
  if (kept?.key === key) return kept.belief;
  const belief = believeEvidence(listing.belief, evidence, ratesOf(inputs.detection_rates));
  beliefs.set(listing, { key, belief });
  return belief;
}

/** The evidence as it stands with what is seen of the air bags, or what the user sets of them. */
function evidenceWith(inputs: EstimateInputs, { answers, edits }: Overrides): readonly EvidenceItem[] {
  const said = edits.scenario?.airbags;
  const all = [...inputs.evidence, ...answers];
  if (said === undefined) return withSeenBags(all, ratesOf(inputs.detection_rates));
  const others = all.filter(({ kind }) => kind !== 'airbags');
  return said === 'unknown' ? others : [...others, { id: 'airbags', kind: 'airbags', value: said }];
}

function askedRates(inputs: EstimateInputs, choice: EstimateSettings['rates']): Rates {
  if (!choice) return inputs.rates.asked;
  const { price_class, aluminium } = inputs.priced;
  if (choice.profile === 'own')
    return ratesFor(
      { id: 'own', rates: { ...choice.rates, name: 'Your own rates', by_state: false, basis: 'user' } },
      null,
      price_class,
      aluminium,
    );
  return ratesFor({ id: choice.profile }, choice.state ?? inputs.state, price_class, aluminium);
}

function askedTax(inputs: EstimateInputs, choice: EstimateSettings['tax']): EstimateInputs['tax'] {
  if (!choice) return inputs.tax;
  return { ...inputs.tax, percent: choice.kind === 'off' ? 0 : choice.percent };
}

type Damaged = { readonly share: Case['share']; readonly every: readonly Line[] };
const damageWithout = new WeakMap<Belief, Damaged>();

/** `writing`: with what a written estimate has beside what its forecast counts. */
function caseOf(inputs: EstimateInputs, overrides: Overrides, writing: boolean): Case {
  const { edits } = overrides;
  const evidence = evidenceWith(inputs, overrides);
  const listing = listingFor(inputs, evidence);
  const belief = beliefFor(inputs, listing, evidence);
  const weights = belief.severity.weights;
  const rates = askedRates(inputs, edits.scenario?.rates);
  const tax = askedTax(inputs, edits.scenario?.tax);
  const stage = edits.scenario?.paint ?? inputs.repaired.stage;
  const setting: Setting = { inputs, edits, rates, tax, stage, weights };
  const questions = answeredQuestions(inputs.questions, edits.answers);
  const damaged = (): Damaged => {
    const key = JSON.stringify([edits.answers, edits.numbers]);
    const narrow = { narrow: narrowing(questions, edits.numbers), key };
    const operationOf = (id: string) => figuresFor(edits, id)?.operation ?? null;
    const believed = believedLines(belief, listing, inputs, evidence, narrow, operationOf);
    const share = catalogueShare(believed.map(({ draft }) => draft));
    const every = damageOf(priced(believed, edits.scenario, share, setting), edits, weights, inputs.body);
    return { share, every };
  };
  // Forecast and scope of a lot without overrides are of the same damage.
  const kept = overrides === NO_OVERRIDES ? damageWithout.get(belief) : undefined;
  const { share, every } = kept ?? damaged();
  if (overrides === NO_OVERRIDES) damageWithout.set(belief, { share, every });
  const isOut = ({ draft }: Line): boolean => isExcluded(edits, draft.id);
  const damage = every.filter((line) => !isOut(line));
  const operations = operationsOf(
    damage,
    {
      inputs,
      listing,
      stage,
      byShop: rates.id !== 'insurer',
      written: writing,
      unfitted: unfittedParts(evidence),
    },
    edits,
    weights,
  );
  const lines = [...damage, ...operations.filter((line) => !isOut(line))].sort(
    (a, b) => sectionAt[a.draft.section] - sectionAt[b.draft.section],
  );
  return {
    setting,
    evidence,
    listing,
    belief,
    questions,
    share,
    lines,
    out: [...every, ...operations].filter(isOut),
  };
}

const firstInputs = new WeakMap<EstimateInputs, EstimateInputs>();

/** What a case's lines come to, drawn. */
function forecast(of: Case, lines: readonly DrawnLine[]) {
  const drawn = drawCosts(lines);
  const forecasting = forecastingOf(of);
  const outcomes = outcomesOf(drawn, forecasting);
  return { drawn, forecasting, outcomes, range: rangeOf(outcomes, forecasting) };
}
type Forecast = ReturnType<typeof forecast>;

/** The forecast of the same lot as if its first damage were all; null where one damage counts. `draw` draws a case's lines. */
function firstAlone(
  inputs: EstimateInputs,
  overrides: Overrides,
  { listing }: Case,
  draw: (of: Case) => DrawnLine[],
): Forecast | null {
  if (listing.belief.told.without_secondary === null) return null;
  const first =
    firstInputs.get(inputs) ??
    withEvidence(
      inputs,
      inputs.evidence.filter((item) => item.kind !== 'declared_damage' || item.place === 'primary'),
    );
  firstInputs.set(inputs, first);
  const of = caseOf(first, overrides, false);
  return forecast(of, draw(of));
}

/**
 * The range, and never below what the first damage alone would cost: a second one can make it look lighter, because together
 * they explain the sale, but the car that has both costs no less for that.
 */
const heldRange = ({ range }: Forecast, alone: Forecast | null): Quantiles =>
  alone === null
    ? range
    : {
        low: Math.max(range.low, alone.range.low),
        likely: Math.max(range.likely, alone.range.likely),
        high: Math.max(range.high, alone.range.high),
      };

const isLocated = ({ belief, evidence }: Case): boolean => belief.declared.located || lookedAround(evidence);

/** What is known of a case as its lines are written. */
function writingCase(of: Case, closed: boolean): WritingCase {
  const { evidence } = of;
  return {
    located: isLocated(of),
    seen: seesDamage(evidence),
    bagsGone: evidence.some((item) => item.kind === 'airbags' && BAGS_GONE.has(item.value)),
    closed,
  };
}
const BAGS_GONE: ReadonlySet<string> = new Set(['deployed', 'missing']);

/** A case's lines as they are written. `closed`: past the car's value. */
const writtenOf = (of: Case, closed: boolean): WrittenLine[] =>
  written(
    of.lines,
    of.setting,
    writingCase(of, closed),
    of.evidence.some(({ kind }) => kind === 'airbags'),
  );

const hasFigures = ({ changed }: Overrides['edits']): boolean => Object.keys(changed).length > 0;

/** How a case is drawn, its user's figures and own lines included. */
function drawingOf(of: Case): (one: Case) => DrawnLine[] {
  const { edits } = of.setting;
  const wires = new Map(hasFigures(edits) ? writtenOf(of, false).map((line) => [line.wire.id, line]) : []);
  const added = addedLines(of.setting);
  return ({ lines, setting }) => drawnLines(lines, wires, added, setting);
}

/**
 * The forecast alone, as `calculate` gives it, cents, with the user's figures: for many lots at once, and for what one piece of
 * evidence moves.
 */
export function forecastOf(
  inputs: EstimateInputs,
  overrides: Overrides = NO_OVERRIDES,
): Quantiles & Pick<Calculated, 'belief' | 'listing'> & { costToValue(): Estimate['cost_to_value'] } {
  const of = caseOf(inputs, overrides, hasFigures(overrides.edits));
  const draw = drawingOf(of);
  const all = forecast(of, draw(of));
  return {
    ...heldRange(all, firstAlone(inputs, overrides, of, draw)),
    costToValue: () => costToValue(all.outcomes, all.forecasting, of.setting),
    belief: of.belief,
    listing: of.listing,
  };
}

/** The sums, those of a closed scope as at least so much. */
const outcomeWith = (sums: ReturnType<typeof outcomeOf>, closed: boolean): ReturnType<typeof outcomeOf> =>
  closed ? { ...sums, outcome: { ...sums.outcome, at_least: true } } : sums;

/** Basis: judgement; a setting is weighed against the estimate without it, mostly the one before, and undo leads back to that. */
const MOST_KEPT = 4;
const calculations = new WeakMap<EstimateInputs, Map<string, Calculated>>();

/**
 * The one calculation, for making and for editing: believes what evidence says in the reference price world, writes the
 * scope, prices it as asked, and forecasts the final cost. Pure: same inputs and overrides, same answer; the last few of the
 * same inputs are kept. Never throws on unknown or missing facts: they widen the range.
 */
export function calculate(inputs: EstimateInputs, overrides: Overrides = NO_OVERRIDES): Calculated {
  const { history: _, scenario = {}, ...edits } = overrides.edits;
  const key = JSON.stringify([overrides.answers, scenario, edits]);
  const kept = calculations.get(inputs) ?? new Map<string, Calculated>();
  calculations.set(inputs, kept);
  const calculated = kept.get(key) ?? calculation(inputs, overrides);
  kept.delete(key);
  kept.set(key, calculated);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return calculated;
}

/** What is written of a case and how its lines are drawn, before any draw. */
function scopeOf(of: Case) {
  const { setting, listing } = of;
  const whole = writtenOf(of, false);
  const wires = new Map(whole.map((line) => [line.wire.id, line]));
  const added = addedLines(setting);
  const draw = (one: Case): DrawnLine[] => drawnLines(one.lines, wires, added, one.setting);
  const asDrawn = draw(of);
  const closed = isPastValue(whole, asDrawn, listing);
  const all = closed ? writtenOf(of, true) : whole;
  const sorted: Sorted = {
    scope: [...standing(all, 'scope'), ...added.filter((line) => line.standing === 'scope')],
    possible: [...standing(all, 'possible'), ...added.filter((line) => line.standing === 'possible')],
    slight: standing(all, 'slight'),
  };
  const lines = inOrder([...sorted.scope, ...sorted.possible], setting.edits.order);
  return { draw, asDrawn, closed, sorted, lines };
}

/**
 * Lines and sums as `calculate` gives them, without its forecast where no sum hangs on that: for the law that goes by lines, over
 * many lots.
 */
export function writtenEstimate(
  inputs: EstimateInputs,
): Pick<Estimate, 'lines' | 'totals' | 'subtotal' | 'tax' | 'outcome'> {
  const of = caseOf(inputs, NO_OVERRIDES, true);
  // What nobody locates is the forecast less what is listed.
  if (!isLocated(of)) return calculate(inputs).estimate;
  const { closed, sorted, lines } = scopeOf(of);
  const { rates, tax } = of.setting;
  return { lines, ...outcomeWith(outcomeOf(sorted, rates, tax, 0), closed) };
}

/** Standard deviations that the 10th and the 90th percentile of a normal spread lie apart. */
const TENTHS_APART = 2.563;

const inDoubtOf = ({ outcomes, drawn, forecasting, range }: Forecast): Record<string, number> =>
  inDoubt(outcomes, drawn, forecasting, (range.high - range.low) / TENTHS_APART);

/**
 * What looking at a part takes out of doubt. Where the first damage alone holds the range, its parts move that, and those of the second
 * one only as they turn out damaged: by their chance.
 */
function doubtOf(
  all: Forecast,
  alone: Forecast | null,
  lines: readonly EstimateLine[],
): Record<string, number> {
  const doubts = inDoubtOf(all);
  if (alone === null || alone.range.high <= all.range.high) return doubts;
  const held = inDoubtOf(alone);
  const chances = new Map(lines.map(({ id, probability }) => [id, probability]));
  return Object.fromEntries(
    Object.entries(doubts).map(([id, doubt]) => [id, held[id] ?? Math.round(doubt * (chances.get(id) ?? 0))]),
  );
}

function calculation(inputs: EstimateInputs, overrides: Overrides): Calculated {
  const of = caseOf(inputs, overrides, true);
  const { setting, listing, belief, questions, share, out } = of;
  const { rates, tax, stage } = setting;
  const located = isLocated(of);
  const { draw, asDrawn, closed, sorted, lines } = scopeOf(of);
  const all = forecast(of, asDrawn);
  const { drawn, forecasting, outcomes } = all;
  const alone = firstAlone(inputs, overrides, of, draw);
  const total = heldRange(all, alone);
  const without = outcomeOf(sorted, rates, tax, 0);
  let shown: ReturnType<Calculated['shown']> | undefined;
  const unlocated = located ? 0 : Math.max(0, Math.round(meanOf(outcomes)) - cents(without.outcome.average));
  return {
    estimate: {
      lines,
      excluded: excludedLines(out, setting),
      ...outcomeWith(outcomeOf(sorted, rates, tax, unlocated), closed),
      ...(share ? { catalogue_share: { share: hundredths(share.share), lines: share.lines } } : {}),
      located,
      questions: [...questions],
      risks: belief.risks.map(({ kind, probability, grounds }) => ({
        kind,
        probability: Math.round(probability * 10_000) / 10_000,
        grounds: [...grounds],
        ...(isDeclared(kind, belief.declared) ? { in_forecast: true as const } : {}),
      })),
      cost_to_value: costToValue(outcomes, forecasting, setting),
      total: { low: dollars(total.low), likely: dollars(total.likely), high: dollars(total.high) },
    },
    shown: () => {
      shown ??= {
        range_reasons: {
          ...endReasons(outcomes, asDrawn, drawn),
          spread: forecasting.spread.reasons.map(({ code, share: of }) => ({ code, share: hundredths(of) })),
        },
        repair_by_profile: profileShares(asDrawn, drawn, forecasting, outcomes),
        in_doubt: doubtOf(all, alone, lines),
      };
      return shown;
    },
    belief,
    listing,
    rates,
    tax,
    stage,
  };
}

/**
 * Whether what is written costs more than the car is worth, in the reference price world, so that no price or rate of the user's
 * moves a line: such a scope closes. Never by tables older than that rule.
 */
function isPastValue(all: readonly WrittenLine[], drawn: readonly DrawnLine[], { market }: Listing): boolean {
  if (WRITTEN_OPERATIONS === null || market.value === null) return false;
  const scope = new Set(all.flatMap(({ standing, line }) => (standing === 'scope' ? [line.draft.id] : [])));
  const sum = drawn
    .filter(({ id }) => scope.has(id))
    .reduce((cents, { reference }) => cents + reference.fixed + reference.scaled, 0);
  return sum > market.value.cents;
}

const standing = (lines: readonly WrittenLine[], at: Standing): EstimateLine[] =>
  lines.flatMap((line) => (line.standing === at ? [line.wire] : []));
