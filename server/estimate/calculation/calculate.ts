import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import type { EvidenceItem } from '../../../contract/evidence.ts';
import type { OptionQuestion } from '../../../contract/option-question.ts';
import { NO_EDITS, type ReportEdits } from '../../../contract/schemas/edit-report.ts';
import { type Estimate, type EstimateLine, SECTIONS } from '../../../contract/schemas/estimate.ts';
import {
  type Cents,
  centsFromDollars as cents,
  dollarsFromCents as dollars,
} from '../../../contract/schemas/money.ts';
import { type Belief, believeEvidence } from '../inference/believe.ts';
import type { PartBelief } from '../inference/believed-parts.ts';
import { NONE } from '../inference/severity-grid.ts';
import { answeredQuestions, narrowing } from '../lines/narrowed-numbers.ts';
import { paintHours, withPaint } from '../lines/painted-lines.ts';
import { standardOperations } from '../lines/standard-operations.ts';
import { type CatalogueShare, catalogueShare, inProportion } from '../pricing/catalogue-share.ts';
import { type DraftLine, type DraftPart, ONE_SCALE } from '../pricing/estimate-line.ts';
import { fullMoney, paintMoney, recosted } from '../pricing/line-money.ts';
import { chosenPartPrice } from '../pricing/table-price.ts';
import { type Rates, ratesFor } from '../tables/labour-rates.ts';
import { type RangeSpread, rangeSpread } from '../tables/range-factors.ts';
import { damageKind, NOISES } from '../tables/selection.ts';
import { usualSalvage } from '../totals/total-loss.ts';
import { type BelievedLine, believedLines } from '../scope/believed-lines.ts';
import {
  DRAWN_CELLS,
  DRAWN_SEVERITIES,
  type DrawnCosts,
  type DrawnLine,
  drawCosts,
  drawnChance,
  HIT_DRAWS,
  noiseAt,
  uniformsOf,
} from '../forecast/draws.ts';
import type { EstimateInputs } from './estimate-inputs.ts';
import { finalCosts, type Quantiles, quantiles, valueCosts, worthOf } from '../forecast/final-costs.ts';
import { chanceUnder, constantChance, operationChances, severityOf } from '../scope/line-chances.ts';
import { declaredReasons, type Listing, listingOf, moneyOf } from '../forecast/listing.ts';
import { outcomeOf, type Sorted } from '../scope/outcome.ts';
import { addedLine, changedLine } from '../scope/override-line.ts';
import { type Standing, type StandingLine, standings } from '../scope/standings.ts';
import { asDone, figuresFor, isExcluded, pricesItself } from '../scope/user-changes.ts';
import { hundredths, inCents, inDollars, wireLine } from '../scope/wire-line.ts';

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
    | 'range_reasons'
    | 'risks'
    | 'questions'
  >;
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

/** The evidence as it stands with what the user says of the air bags. */
function evidenceWith(inputs: EstimateInputs, { answers, edits }: Overrides): readonly EvidenceItem[] {
  const said = edits.scenario?.airbags;
  const all = [...inputs.evidence, ...answers];
  if (said === undefined) return all;
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

/** A damage line or operation on its way to the page. */
type Line = StandingLine & {
  readonly believed: BelievedLine | null;
  /** As estimated, before the user's figures. */
  readonly given: DraftLine;
};

/** Damage lines with what the user says of them: done another way, certain or not. */
function damageOf(lines: readonly BelievedLine[], edits: ReportEdits): Line[] {
  return lines.flatMap((believed): Line[] => {
    const { draft: given } = believed;
    const set = figuresFor(edits, given.id);
    const chance = set?.probability === undefined ? believed.chance : constantChance(set.probability);
    const probability = set?.probability ?? given.probability;
    const { part } = believed;
    return [
      {
        draft: { ...asDone(given, set, believed.done ?? given), probability },
        given,
        chance,
        probability,
        believed,
        told: set?.probability !== undefined || part.seen === 'damaged' || part.answered !== null,
      },
    ];
  });
}

/** The operations that the damage lines bring. */
function operationsOf(
  damage: readonly Line[],
  car: EstimateInputs['repaired'],
  edits: ReportEdits,
  weights: readonly number[],
): Line[] {
  const drafts = standardOperations(
    damage.map(({ draft }) => draft),
    car,
  );
  return operationChances(drafts, damage).flatMap(({ draft: given, chance: brought }): Line[] => {
    const set = figuresFor(edits, given.id);
    const probability = set?.probability ?? chanceUnder(weights, brought);
    if (probability === 0 && !set) return [];
    return [
      {
        draft: { ...asDone(given, set), probability },
        given,
        chance: set?.probability === undefined ? brought : constantChance(set.probability),
        probability,
        believed: null,
        told: set?.probability !== undefined,
      },
    ];
  });
}

type Setting = {
  readonly inputs: EstimateInputs;
  readonly edits: ReportEdits;
  readonly rates: Rates;
  readonly tax: EstimateInputs['tax'];
  readonly stage: EstimateInputs['repaired']['stage'];
  readonly weights: readonly number[];
};

const rateBasis = ({ edits }: Setting): { rate_basis?: 'profile' | 'user' } => {
  const choice = edits.scenario?.rates;
  return choice ? { rate_basis: choice.profile === 'own' ? 'user' : 'profile' } : {};
};

/** Part prices as the user buys: new, aftermarket or used, and bands in proportion to the catalogue. */
function priced(
  lines: readonly BelievedLine[],
  scenario: EstimateSettings | undefined,
  share: CatalogueShare | null,
  { inputs }: Setting,
): BelievedLine[] {
  const { parts, bands } = scenario ?? {};
  if (!parts && !(bands && share)) return [...lines];
  const bought = (id: string, category: string | null, part: DraftPart): DraftPart => {
    const one = bands && share ? inProportion(part, share.share) : part;
    const chosen = parts
      ? chosenPartPrice({ id, category, part_price: inDollars(one) }, parts, inputs.priced)
      : null;
    return chosen?.part_price ? { ...one, ...inCents(chosen.part_price), type: chosen.part_type } : one;
  };
  const asBought = (draft: DraftLine): DraftLine => {
    const { id, category, part, sectioning } = draft;
    return {
      ...draft,
      part: part && bought(id, category, part),
      sectioning: sectioning && { ...sectioning, part: bought(id, category, sectioning.part) },
    };
  };
  return lines.map((line) => ({
    ...line,
    reference_part: line.reference_part ?? line.draft.part,
    draft: asBought(line.draft),
    done: line.done && asBought(line.done),
  }));
}

type SettledBy = NonNullable<EstimateLine['settled_by']>;
/** What an operation hangs on is settled as the line that brings it is; the likeliest of them where several do. */
const SETTLED_FIRST: readonly SettledBy[] = ['other_side', 'airbags', 'teardown', 'look'];

/** What would settle each line that is possible only, and whether it is of a second piece, by its id. */
function settlements(
  lines: readonly Line[],
  airbagsTold: boolean,
): ReadonlyMap<string, { by: SettledBy; other_side: boolean }> {
  const settled = new Map<string, { by: SettledBy; other_side: boolean }>();
  for (const { draft, believed } of lines) {
    if (!believed) continue;
    const by = believed.other_side
      ? 'other_side'
      : draft.section === 'restraints' && !airbagsTold
        ? 'airbags'
        : draft.block === 'likely_hidden'
          ? 'teardown'
          : 'look';
    settled.set(draft.id, { by, other_side: believed.other_side });
  }
  const chances = new Map(lines.map(({ draft, probability }) => [draft.id, probability]));
  for (const { draft, believed } of lines) {
    if (believed || draft.presence.kind !== 'any') continue;
    const callers = draft.presence.of.flatMap((id) => {
      const one = settled.get(id);
      return one ? [{ ...one, chance: chances.get(id) ?? 0 }] : [];
    });
    const most = Math.max(0, ...callers.map(({ chance }) => chance));
    const likeliest = callers.filter(({ chance }) => chance === most);
    const by = SETTLED_FIRST.find((kind) => likeliest.some((one) => one.by === kind)) ?? 'look';
    const other_side = callers.length > 0 && callers.every((one) => one.other_side);
    settled.set(draft.id, { by, other_side });
  }
  return settled;
}

type WrittenLine = { readonly line: Line; readonly wire: EstimateLine; readonly standing: Standing };

/** Lines as written, with book hours: each possible one as if it alone were added to the scope. */
function written(
  lines: readonly Line[],
  setting: Setting,
  located: boolean,
  airbagsTold: boolean,
): WrittenLine[] {
  const { edits, stage, rates, weights } = setting;
  const standing = standings(lines, located);
  const settled = settlements(lines, airbagsTold);
  // What the user set figures of stays listed, however unlikely: else it could not be changed back.
  const of = ({ draft }: Line): Standing => {
    const at = standing.get(draft.id) ?? 'slight';
    return at === 'slight' && figuresFor(edits, draft.id) ? 'possible' : at;
  };
  const scope = lines.filter((line) => of(line) === 'scope').map(({ draft }) => draft);
  const booked = paintHours(scope, stage, () => 1);
  const paintOf = (draft: DraftLine) =>
    booked.get(draft.id) ??
    (draft.paint_hours > 0 ? (paintHours([...scope, draft], stage, () => 1).get(draft.id) ?? null) : null);
  return lines.map((line): WrittenLine => {
    const { draft, given, believed, probability, chance } = line;
    const set = figuresFor(edits, draft.id);
    const how = { severity: severityOf(weights, chance), rates, ...rateBasis(setting) };
    const asGiven = wireLine(given, {
      ...how,
      probability: given.presence.kind === 'any' && set === null ? probability : given.probability,
      paint: paintOf(draft) ?? (given.paint_hours > 0 ? paintOf(given) : null),
    });
    const wire = set
      ? changedBy(wireLine(draft, { ...how, probability, paint: paintOf(draft) }), asGiven, set, rates)
      : asGiven;
    const at = of(line);
    return {
      line,
      standing: at,
      wire: {
        ...wire,
        ...(at === 'slight' ? {} : { standing: at }),
        ...(at === 'possible' ? { settled_by: settled.get(draft.id)?.by ?? 'look' } : {}),
        ...(believed?.side_open ? { side_open: true as const } : {}),
        ...(settled.get(draft.id)?.other_side ? { other_side: true as const } : {}),
      },
    };
  });
}

type Figures = NonNullable<ReturnType<typeof figuresFor>>;

/** A line with the user's figures; what was estimated stands beside them. */
function changedBy(done: EstimateLine, given: EstimateLine, set: Figures, rates: Rates): EstimateLine {
  const changed = changedLine(done, set, (type) => dollars(rates[type]), given);
  return recosted(changed, paintMoney(changed));
}

/** What the user took out, as it was estimated: it counts nowhere. */
function excludedLines(out: readonly Line[], setting: Setting): EstimateLine[] {
  const { edits, rates, stage, weights } = setting;
  const ours = out.map(({ given, chance, probability }) =>
    wireLine(given, {
      severity: severityOf(weights, chance),
      rates,
      ...rateBasis(setting),
      probability,
      paint: paintHours([given], stage, () => 1).get(given.id) ?? null,
    }),
  );
  const added = edits.added
    .filter(({ id }) => edits.excluded.includes(id))
    .map((line) => addedLine(line, (type) => dollars(rates[type])))
    .map((line) => recosted(line, paintMoney(line)));
  return [...ours, ...added];
}

/** Lines the user added, certain unless they say otherwise. */
function addedLines({ edits, rates }: Setting): EstimateLine[] {
  return edits.added
    .filter(({ id }) => !edits.excluded.includes(id))
    .map((given) => {
      const set = edits.changed[given.id];
      const line = addedLine(
        { ...given, ...set, name: set?.name ?? given.name, operation: set?.operation ?? given.operation },
        (type) => dollars(rates[type]),
      );
      const standing = line.probability >= 0.5 ? ('scope' as const) : ('possible' as const);
      return recosted({ ...line, standing }, paintMoney(line));
    });
}

/** Full cost of a line as written with tax, cents. */
function withTax(line: EstimateLine, tax: EstimateInputs['tax']): Cents {
  const { parts, materials, labour, refinish, sublet } = fullMoney(line);
  const onParts = 1 + tax.percent / 100;
  const onLabour = tax.on_labour ? onParts : 1;
  return (parts + materials) * onParts + (labour + refinish) * onLabour + sublet;
}

/** The lines as they are drawn: refinish by chances, money both in the reference world and as asked. */
function drawnLines(
  lines: readonly Line[],
  wires: ReadonlyMap<string, EstimateLine>,
  added: readonly EstimateLine[],
  setting: Setting,
): DrawnLine[] {
  const { inputs, edits, rates, tax, stage } = setting;
  const painted = new Map(
    withPaint(
      lines.map(({ draft }) => draft),
      stage,
    ).map((draft) => [draft.id, draft]),
  );
  const ours = lines.map(({ draft, believed, chance }): DrawnLine => {
    const line = painted.get(draft.id) ?? draft;
    const wire = wires.get(draft.id);
    const set = figuresFor(edits, draft.id);
    const price = line.part && (believed?.reference_part ?? line.part);
    return {
      id: line.id,
      presence: line.presence,
      scale: line.scale,
      stream: believed?.stream ?? draft.id,
      chance: draft.presence.kind === 'any' && set?.probability === undefined ? null : drawnChance(chance),
      reference: moneyOf({ ...line, part: price }, inputs.rates.reference, inputs.tax),
      asked:
        set && wire && pricesItself(set)
          ? { fixed: withTax(wire, tax), scaled: 0 }
          : moneyOf(line, rates, tax),
    };
  });
  const own = added.map((wire): DrawnLine => {
    const money = { fixed: withTax(wire, tax), scaled: 0 };
    return {
      id: wire.id,
      presence: { kind: 'fixed', p: wire.probability },
      scale: ONE_SCALE,
      stream: wire.id,
      chance: drawnChance(constantChance(wire.probability)),
      reference: money,
      asked: money,
    };
  });
  return [...ours, ...own];
}

/** Weights of the draws once evidence was weighed: heavier or lighter hits, and that nothing hit the car at all. */
function weightsUnder(listing: Listing, belief: Belief): Float64Array {
  const before = belief.prior.weights;
  const after = belief.severity.weights;
  const [from, to] = [before[NONE] ?? 0, after[NONE] ?? 0];
  // Only evidence raises the chance that nothing was hit; what the listing itself allows for it is in its own forecast.
  const none = to > from ? (to - from) / (1 - from) : 0;
  const ratio = after.map((weight, at) => ((before[at] ?? 0) > 0 ? weight / (before[at] ?? 1) : 0));
  const weights = listing.weights.map(
    (weight, at) => weight * (ratio[DRAWN_CELLS[Math.floor(at / NOISES)] ?? 0] ?? 0),
  );
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const noneDraws = (DRAWN_SEVERITIES.length - HIT_DRAWS) * NOISES;
  for (let at = 0; at < weights.length; at++)
    weights[at] =
      at >= noiseAt(HIT_DRAWS, 0) ? none / noneDraws : sum > 0 ? ((weights[at] ?? 0) / sum) * (1 - none) : 0;
  return weights;
}

const concat = (a: Float64Array, b: Float64Array): Float64Array => {
  const all = new Float64Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
};

/** Final cost of every draw, cents, with what the draw counts and what the car is worth in it. */
type Outcomes = {
  readonly costs: Float64Array;
  readonly weights: Float64Array;
  readonly worth: (at: number) => number;
};

function outcomesOf(drawn: DrawnCosts, { listing, belief, byValue, spread }: Forecasting): Outcomes {
  const { market } = listing;
  const costs = finalCosts(drawn, market, spread.sd_log_extra);
  const weights = weightsUnder(listing, belief);
  const worth = (at: number): number => worthOf(market, at % costs.length);
  if (byValue === 0 || market.value === null) return { costs, weights, worth };
  const share = listing.lines.length === 0 ? 1 : byValue;
  const ofValue = valueCosts(market);
  const each = share / noiseAt(HIT_DRAWS, 0);
  return {
    costs: concat(costs, ofValue),
    weights: concat(
      weights.map((weight) => weight * (1 - share)),
      ofValue.map((_, at) => (at < noiseAt(HIT_DRAWS, 0) ? each : 0)),
    ),
    worth,
  };
}

/** Median, 10th and 90th percentile of the final cost, cents; what no photo shows opens the high end, and nothing else. */
function rangeOf({ costs, weights }: Outcomes, { belief, listing }: Forecasting): Quantiles {
  const [low = 0, likely = 0, high = 0] = quantiles(costs, weights, [0.1, 0.5, 0.9]).map(Math.round);
  const [opened = 0] = quantiles(withUnseen(costs, belief, listing), weights, [0.9]).map(Math.round);
  return { low, likely, high: Math.max(high, opened) };
}

/** The costs with what damage of kinds no photo shows would add, as often as it is likely beyond the declaration. */
function withUnseen(costs: Float64Array, { risks, declared }: Belief, { market }: Listing): Float64Array {
  const worth = market.value?.cents ?? 0;
  const open = risks.filter(({ kind }) => RISK_OF[kind] !== declared.special);
  if (worth === 0 || open.length === 0) return costs;
  const draws = open.map(({ kind, probability }) => ({
    luck: uniformsOf(`risk:${kind}`),
    probability,
    cents: worth * damageKind(RISK_OF[kind]).value_median,
  }));
  return costs.map((cost, at) =>
    draws.reduce((sum, { luck, probability, cents: more }) => {
      // One luck for all noises of a draw would make them all or none: each takes another of the stream.
      const u = luck[(at * 13 + 5) % luck.length] ?? 1;
      return u < probability ? sum + more : sum;
    }, cost),
  );
}
const RISK_OF = { mechanical: 'mechanical', water: 'flood', theft: 'theft' } as const;

function meanOf({ costs, weights }: Outcomes): number {
  let [sum, all] = [0, 0];
  for (let at = 0; at < costs.length; at++) {
    sum += (costs[at] ?? 0) * (weights[at] ?? 0);
    all += weights[at] ?? 0;
  }
  return all > 0 ? sum / all : 0;
}

/** How often each line is there in the draws of some outcomes, by its id. */
function presenceIn(
  { costs, weights }: Outcomes,
  { present }: DrawnCosts,
  from: number,
  to: number,
): ReadonlyMap<string, number> {
  const [least = 0, most = 0] = quantiles(costs, weights, [from, to]);
  const each = new Float64Array(DRAWN_SEVERITIES.length);
  let all = 0;
  for (let at = 0; at < noiseAt(DRAWN_SEVERITIES.length, 0); at++) {
    const cost = costs[at] ?? 0;
    if (cost < least || cost > most) continue;
    const draw = Math.floor(at / NOISES);
    each[draw] = (each[draw] ?? 0) + (weights[at] ?? 0);
    all += weights[at] ?? 0;
  }
  return new Map(
    [...present].map(([id, here]) => {
      let sum = 0;
      for (let draw = 0; draw < each.length; draw++) if (here[draw] === 1) sum += each[draw] ?? 0;
      return [id, all > 0 ? sum / all : 0];
    }),
  );
}

/** The lines that tell the cheapest and the dearest tenth of outcomes from the middle ones, by their money. */
function endReasons(
  outcomes: Outcomes,
  lines: readonly DrawnLine[],
  drawn: DrawnCosts,
): Pick<NonNullable<Estimate['range_reasons']>, 'low' | 'high'> {
  const middle = presenceIn(outcomes, drawn, 0.4, 0.6);
  const at = (share: ReadonlyMap<string, number>, sign: 1 | -1) =>
    lines
      .map(({ id, asked }) => ({
        line: id,
        amount: dollars(
          Math.round(((share.get(id) ?? 0) - (middle.get(id) ?? 0)) * (asked.fixed + asked.scaled)),
        ),
      }))
      .filter(({ amount }) => amount * sign >= 1)
      .sort((a, b) => (b.amount - a.amount) * sign)
      .slice(0, 3);
  return {
    low: at(presenceIn(outcomes, drawn, 0, 0.1), -1),
    high: at(presenceIn(outcomes, drawn, 0.9, 1), 1),
  };
}

const TWENTIETHS = Array.from({ length: 21 }, (_, k) => k / 20);

/** Final cost ÷ value over all draws; the user's own value stands for all of them. */
function costToValue(
  { costs, weights, worth }: Outcomes,
  { listing, belief }: Forecasting,
  { inputs, edits }: Setting,
): Estimate['cost_to_value'] {
  const acv = edits.scenario?.loss?.acv;
  const value = acv === undefined ? listing.market.value : { cents: cents(acv), source: 'user' as const };
  if (!value || !(value.cents > 0)) return null;
  const shares = costs.map((cost, at) => cost / (acv === undefined ? worth(at) : value.cents));
  const dollarsOf = dollars(Math.round(value.cents));
  const { special } = belief.declared;
  return {
    value: dollarsOf,
    source: acv === undefined ? (listing.belief.value?.source ?? 'model') : 'user',
    quantiles: quantiles(shares, weights, TWENTIETHS).map((share) => Math.round(share * 10_000) / 10_000),
    salvage: [...usualSalvage(dollarsOf, { age: inputs.priced.age, special })],
  };
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

/** All that is believed of a lot and asked for it, before anything is written. */
type Case = {
  readonly setting: Setting;
  readonly evidence: readonly EvidenceItem[];
  readonly listing: Listing;
  readonly belief: Belief;
  readonly questions: readonly OptionQuestion[];
  readonly share: CatalogueShare | null;
  readonly lines: readonly Line[];
  /** Lines the user took out. */
  readonly out: readonly Line[];
};

function caseOf(inputs: EstimateInputs, overrides: Overrides): Case {
  const { edits } = overrides;
  const evidence = evidenceWith(inputs, overrides);
  const listing = listingFor(inputs, evidence);
  const belief = believeEvidence(listing.belief, evidence);
  const weights = belief.severity.weights;
  const rates = askedRates(inputs, edits.scenario?.rates);
  const tax = askedTax(inputs, edits.scenario?.tax);
  const stage = edits.scenario?.paint ?? inputs.repaired.stage;
  const setting: Setting = { inputs, edits, rates, tax, stage, weights };
  const questions = answeredQuestions(inputs.questions, edits.answers);
  const narrow = narrowing(questions, edits.numbers);
  const operationOf = (id: string) => figuresFor(edits, id)?.operation ?? null;
  const reasons = declaredReasons(inputs, listing);
  const believed = believedLines(belief, listing, reasons, inputs, narrow, operationOf);
  const share = catalogueShare(believed.map(({ draft }) => draft));
  const every = damageOf(priced(believed, edits.scenario, share, setting), edits);
  const isOut = ({ draft }: Line): boolean => isExcluded(edits, draft.id);
  const damage = every.filter((line) => !isOut(line));
  const operations = operationsOf(damage, { ...inputs.repaired, stage }, edits, weights);
  const lines = [...damage, ...operations.filter((line) => !isOut(line))].sort(
    (a, b) => SECTIONS.indexOf(a.draft.section) - SECTIONS.indexOf(b.draft.section),
  );
  // Photos of a car that nothing is declared of and on which nothing was found locate nothing.
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

/** What a forecast is made of beside its lines. */
type Forecasting = {
  readonly listing: Listing;
  readonly belief: Belief;
  /** Share of the draws that follow the car's value, 0–1. */
  readonly byValue: number;
  readonly spread: RangeSpread;
};

/** Share of the declared damage that can be seen and was looked at, and of that which was seen whole, 0–1. */
function examinedShares({ parts }: Belief): { examined: number; whole: number } {
  const visible = parts.filter(({ hidden, declared }) => !hidden && declared);
  const sum = (some: readonly PartBelief[]): number =>
    some.reduce((all, { unexamined }) => all + unexamined, 0);
  const all = sum(visible);
  if (all > 0)
    return {
      examined: sum(visible.filter(({ seen, answered }) => seen !== null || answered !== null)) / all,
      whole: sum(visible.filter(({ seen, answered }) => seen === 'whole' || answered === 'whole')) / all,
    };
  return { examined: 0, whole: 0 };
}

function forecastingOf({ setting, evidence, listing, belief }: Case): Forecasting {
  const { examined, whole } = examinedShares(belief);
  const wholes = piecesSeen(evidence).whole / OUTER_PIECES;
  const { facts, told } = listing.belief;
  const { kind } = listing.market;
  const zones = 7;
  return {
    listing,
    belief,
    byValue: kind.value_weight * (1 - kind.photos_settle * Math.min(1, Math.max(whole, wholes))),
    spread: rangeSpread({
      age: setting.inputs.body.year === null ? null : setting.inputs.priced.age,
      odometer: facts.odometer,
      title_content: facts.title_content,
      damage_kind: told.special ?? (told.declared_known && !told.located ? 'all_over' : null),
      zones_examined: zones * examined,
      zones_declared: zones,
    }),
  };
}

/** Outer pieces that a walk around a car shows. */
const OUTER_PIECES = 16;

/** Pieces of the car that photos or the user say are whole, and those they say anything of. */
function piecesSeen(evidence: readonly EvidenceItem[]): { whole: number; any: number } {
  const [whole, any] = [new Set<string>(), new Set<string>()];
  for (const item of evidence) {
    if (item.kind !== 'part_answer' && item.kind !== 'photo_sighting') continue;
    const piece = `${item.category}:${item.side}:${item.position}`;
    const said = item.kind === 'part_answer' ? item.answer : item.look.state;
    if (said === 'not_visible' || said === 'not_fitted') continue;
    any.add(piece);
    if (said === 'whole' && (item.kind === 'part_answer' || (item.visible_fraction ?? 1) >= 0.3))
      whole.add(piece);
  }
  return { whole: whole.size, any: any.size };
}

/** Whether enough of the car was looked at to write a scope where the declaration tells no place. */
const lookedAround = (evidence: readonly EvidenceItem[]): boolean =>
  piecesSeen(evidence).any >= OUTER_PIECES / 2;

/** The forecast alone, as `calculate` gives it, cents: for many lots at once, and for what one piece of evidence moves. */
export function forecastOf(
  inputs: EstimateInputs,
  overrides: Overrides = NO_OVERRIDES,
): Quantiles & Pick<Calculated, 'belief' | 'listing'> {
  const of = caseOf(inputs, overrides);
  const drawn = drawCosts(drawnLines(of.lines, new Map(), [], of.setting));
  const forecasting = forecastingOf(of);
  return {
    ...rangeOf(outcomesOf(drawn, forecasting), forecasting),
    belief: of.belief,
    listing: of.listing,
  };
}

/**
 * The one calculation, for making and for editing: believes what evidence says in the reference price world, writes the
 * scope, prices it as asked, and forecasts the final cost. Pure: same inputs and overrides, same answer. Never throws on
 * unknown or missing facts: they widen the range.
 */
export function calculate(inputs: EstimateInputs, overrides: Overrides = NO_OVERRIDES): Calculated {
  const { edits } = overrides;
  const of = caseOf(inputs, overrides);
  const { setting, evidence, listing, belief, questions, share, lines, out } = of;
  const { rates, tax, stage } = setting;
  const located = belief.declared.located || lookedAround(evidence);
  const airbagsTold = evidence.some(({ kind }) => kind === 'airbags');
  const all = written(lines, setting, located, airbagsTold);
  const added = addedLines(setting);
  const sorted: Sorted = {
    scope: [...standing(all, 'scope'), ...added.filter((line) => line.standing === 'scope')],
    possible: [...standing(all, 'possible'), ...added.filter((line) => line.standing === 'possible')],
    slight: standing(all, 'slight'),
  };
  const wires = new Map(all.map(({ wire }) => [wire.id, wire]));
  const forecasting = forecastingOf(of);
  const asDrawn = drawnLines(lines, wires, added, setting);
  const drawn = drawCosts(asDrawn);
  const outcomes = outcomesOf(drawn, forecasting);
  const total = rangeOf(outcomes, forecasting);
  const without = outcomeOf(sorted, rates, tax, 0);
  const unlocated = located ? 0 : Math.max(0, Math.round(meanOf(outcomes)) - cents(without.outcome.average));
  return {
    estimate: {
      lines: inOrder([...sorted.scope, ...sorted.possible], edits.order),
      excluded: excludedLines(out, setting),
      ...outcomeOf(sorted, rates, tax, unlocated),
      ...(share ? { catalogue_share: { share: hundredths(share.share), lines: share.lines } } : {}),
      located,
      questions: [...questions],
      range_reasons: {
        ...endReasons(outcomes, asDrawn, drawn),
        spread: forecasting.spread.reasons.map(({ code, share: of }) => ({ code, share: hundredths(of) })),
      },
      risks: belief.risks.map(({ kind, probability, grounds }) => ({
        kind,
        probability: Math.round(probability * 10_000) / 10_000,
        grounds: [...grounds],
      })),
      cost_to_value: costToValue(outcomes, forecasting, setting),
      total: { low: dollars(total.low), likely: dollars(total.likely), high: dollars(total.high) },
    },
    belief,
    listing,
    rates,
    tax,
    stage,
  };
}

const standing = (lines: readonly WrittenLine[], at: Standing): EstimateLine[] =>
  lines.flatMap((line) => (line.standing === at ? [line.wire] : []));
