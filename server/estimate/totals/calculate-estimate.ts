import type { Finding } from '../../../contract/schemas/damage.ts';
import { SECTIONS } from '../../../contract/schemas/estimate.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import type { PartProbabilities } from '../../damage-detectors/declared/part-probabilities.ts';
import { titleKind } from '../../damage-detectors/declared/severity-vector.ts';
import { seedFrom } from '../../seeded-random.ts';
import { hasSteelFrontBumper } from '../../vehicles/body-class.ts';
import { damageLines } from '../lines/damage-lines.ts';
import type { MappedNumbers } from '../lines/line-numbers.ts';
import { standardOperations } from '../lines/standard-operations.ts';
import type { CurrencyRates } from '../pricing/catalogue-price.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import type { PartScenario, PricedCar } from '../pricing/part-price.ts';
import { isApart, isBare, type PaintStage, paintStageOf, refinishHours } from '../pricing/refinish.ts';
import { hasAluminiumBody } from '../tables/aluminium-body.ts';
import { type Profile, type Rates, ratesFor } from '../tables/labour-rates.ts';
import { salesTax } from '../tables/sales-tax.ts';
import { type DamageKind, damageKind, sellThreshold } from '../tables/selection.ts';
import { type ListedVehicle, type VehicleFacts, vehicleFacts } from '../tables/vehicle-facts.ts';
import {
  ageOf,
  UNKNOWN_VEHICLE,
  VALUATION_YEAR,
  type VehicleValue,
  vehicleValue,
} from '../tables/vehicle-value.ts';
import { expectAt, type SettledLine, settleLines, type TaxRule } from './fit-severity.ts';
import { simulateTotal } from './simulate-total.ts';
import { lowestThreshold } from './total-loss.ts';

export type DamageProbabilities = Pick<
  PartProbabilities,
  'parts' | 'severity' | 'declared_known' | 'special' | 'total_loss'
> & { readonly without_secondary?: DamageProbabilities | null };

/** Facts an estimate rests on. `mileage` whole miles, `title` as listed, `state` two letters; unknown is null. */
export type EstimateFacts = {
  readonly vehicle: ListedVehicle;
  readonly mileage: number | null;
  readonly title: string | null;
  readonly state: string | null;
  readonly findings: readonly Finding[];
  /** How many photos the findings rest on; left out, findings of photos tell that some were examined. */
  readonly photos_examined?: number;
  /** Where the facts come from, inside a sentence; left out, they are listing data. */
  readonly facts_from?: string;
  /** What the declared damage says; null: nothing was declared and only findings count. */
  readonly probabilities: DamageProbabilities | null;
  readonly numbers?: readonly MappedNumbers[];
  readonly currencies?: CurrencyRates;
  readonly profile?: Profile;
  readonly scenario?: PartScenario;
  /** As listed: some colours tell that they are three-stage or two-tone. */
  readonly colour?: string | null;
  /** Same seed, same answer; by default taken from the facts themselves. */
  readonly seed?: number;
};

export type Calculation = {
  readonly lines: readonly SettledLine[];
  /** What no listed line explains, cents: damage not declared, burnt out, or beyond every line. */
  readonly rest: Cents;
  readonly subtotal: Cents;
  readonly tax: Cents;
  readonly total: { readonly low: Cents; readonly likely: Cents; readonly high: Cents };
  readonly rates: Rates;
  readonly tax_rule: TaxRule & { readonly known: boolean };
  readonly facts: VehicleFacts;
  readonly value: VehicleValue;
  readonly car: PricedCar;
};

const INSURER: Profile = { id: 'insurer' };

/** Lines front to rear, refinish reckoned over all of them. */
function withPaint(lines: readonly DraftLine[], stage: PaintStage): DraftLine[] {
  const ordered = [...lines].sort((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section));
  const painted = ordered.filter((line) => line.paint_hours > 0);
  const hours = refinishHours(
    painted.map((line) => ({
      category: line.category ?? line.id,
      side: line.side,
      base_hours: line.paint_hours,
      probability: line.probability,
      apart: isApart(line.id),
      bare: isBare(line.id),
    })),
    stage,
  );
  const byId = new Map(painted.map((line, at) => [line.id, hours[at] ?? null]));
  return ordered.map((line) => ({ ...line, paint: byId.get(line.id) ?? null }));
}

function draftLines(facts: EstimateFacts, car: PricedCar, rates: Rates, known: VehicleFacts): DraftLine[] {
  const lines = damageLines(facts.findings, facts.probabilities?.parts ?? null, {
    car,
    rates,
    numbers: facts.numbers ?? [],
    currencies: facts.currencies ?? {},
  });
  const { electric, hybrid } = known;
  const stage = paintStageOf(facts.colour ?? null);
  const operations = standardOperations(lines, {
    year: car.year,
    body_class: car.body_class,
    electric,
    hybrid,
    stage,
  });
  return withPaint([...lines, ...operations], stage);
}

const kindOf = (
  told: DamageProbabilities | null,
  drafts: readonly DraftLine[],
  title: string | null,
): DamageKind => {
  const kind = damageKind(told ? told.special : null, titleKind(title) === 'clean');
  return drafts.length === 0 ? { ...kind, value_weight: 1 } : kind;
};

/** Whether anybody looked at photos: what they looked at and found whole counts too. */
export const photosExamined = ({ photos_examined, findings }: EstimateFacts): boolean =>
  (photos_examined ?? 0) > 0 || findings.some((finding) => finding.basis !== 'declared');

/** The same spread around another middle. */
function around(range: Calculation['total'], likely: Cents): Calculation['total'] {
  const by = range.likely > 0 ? likely / range.likely : 1;
  return { low: Math.round(range.low * by), likely, high: Math.round(range.high * by) };
}

/** The higher of two ranges, figure by figure. */
const atLeast = (range: Calculation['total'], floor: Calculation['total']): Calculation['total'] => ({
  low: Math.max(range.low, floor.low),
  likely: Math.max(range.likely, floor.likely),
  high: Math.max(range.high, floor.high),
});

function seedOf(facts: EstimateFacts, told: DamageProbabilities | null): number {
  const { year, make, model } = facts.vehicle;
  const parts = told?.parts.map((part) => `${part.prior_id}${part.side}${part.probability}`) ?? [];
  return seedFrom([year, make, model, facts.mileage, facts.title, ...parts].join('|').toLowerCase());
}

/** The car as part prices and hours take it. */
export function pricedCar(facts: VehicleFacts, year: number | null, scenario: PartScenario): PricedCar {
  const age = ageOf(year);
  return {
    price_class: (facts.price_class ?? UNKNOWN_VEHICLE.price_class) + (facts.trim_factor - 1) / 2,
    year: VALUATION_YEAR - age,
    age,
    body_class: facts.body_class,
    scenario,
    aluminium: hasAluminiumBody(facts, year),
    steel_front_bumper: facts.body_class === 'pickup' && hasSteelFrontBumper(facts.make, facts.model),
  };
}

/**
 * The one calculation behind the report and `estimate-lots`: prices every line, simulates what an insurer's first
 * estimate would say, and settles the lines so that they add up to its median. All money in integer cents. Never throws
 * on unknown or missing facts: they widen the range.
 */
export function calculateEstimate(input: EstimateFacts): Calculation {
  const facts = vehicleFacts(input.vehicle);
  const value = vehicleValue(facts, { year: input.vehicle.year, mileage: input.mileage });
  const car = pricedCar(facts, input.vehicle.year, input.scenario ?? 'usual');
  const tax_rule = salesTax(input.state);
  const insurer = ratesFor(INSURER, input.state, car.price_class, car.aluminium);
  const profile = input.profile ?? INSURER;
  const rates =
    profile.id === 'insurer' ? insurer : ratesFor(profile, input.state, car.price_class, car.aluminium);
  const told = input.probabilities;
  const simulated = (
    drafts: readonly DraftLine[],
    told: DamageProbabilities | null = input.probabilities,
  ): Calculation['total'] =>
    simulateTotal({
      lines: drafts,
      rates: insurer,
      tax: tax_rule,
      severity: told?.severity ?? [1, 1, 1],
      kind: kindOf(told, drafts, input.title),
      value: told === null ? null : value,
      threshold: sellThreshold(value.cents, lowestThreshold(input.state), titleKind(input.title) === 'clean'),
      seed: input.seed ?? seedOf(input, told),
    });
  const photos = photosExamined(input);
  const declared = input.findings.filter((finding) => finding.basis === 'declared');
  const unseen = told ? draftLines({ ...input, findings: declared }, car, insurer, facts) : [];
  const alone = told?.without_secondary ?? null;
  const first = alone && draftLines({ ...input, findings: [], probabilities: alone }, car, insurer, facts);
  // A second damage can make the listing's first one look lighter; the car that has both costs no less for that.
  const byDeclared = first ? atLeast(simulated(unseen), simulated(first, alone)) : simulated(unseen);
  // The declared damage and the value settle how heavy the hit was; what photos show then replaces and adds lines.
  const settlement = told
    ? settleLines(unseen, insurer, tax_rule, byDeclared.likely)
    : { severity: 1, scope: 1, rest: 0 };
  const seen = photos || !told;
  const drafts = seen ? draftLines(input, car, insurer, facts) : unseen;
  const settled = expectAt(drafts, insurer, tax_rule, settlement.severity, settlement.scope);
  const rest = seen ? 0 : settlement.rest;
  const quantiles = seen ? around(simulated(drafts), settled.subtotal + settled.tax) : byDeclared;
  const base = settled.subtotal + settled.tax + rest;
  if (profile.id === 'insurer') {
    const total = { low: Math.min(quantiles.low, base), likely: base, high: Math.max(quantiles.high, base) };
    return { ...settled, rest, subtotal: settled.subtotal + rest, total, rates, tax_rule, facts, value, car };
  }
  return inOtherRates(settled.lines, { rest, base, quantiles, rates, tax_rule, facts, value, car });
}

/** The same lines at other rates; the range keeps its proportions. */
function inOtherRates(
  lines: readonly SettledLine[],
  it: Pick<Calculation, 'rest' | 'rates' | 'tax_rule' | 'facts' | 'value' | 'car'> & {
    base: Cents;
    quantiles: Calculation['total'];
  },
): Calculation {
  const priced = lines.map((line) => repriced(line, it.rates));
  const sum = (pick: (line: SettledLine) => Cents): Cents =>
    priced.reduce((all, line) => all + pick(line), 0);
  const goods = sum(({ expected }) => expected.parts + expected.materials);
  const work = sum(({ expected }) => expected.labour + expected.refinish);
  const subtotal = goods + work + sum(({ expected }) => expected.sublet) + it.rest;
  const tax = Math.round(((goods + (it.tax_rule.on_labour ? work : 0)) * it.tax_rule.percent) / 100);
  const likely = subtotal + tax;
  const by = it.base > 0 ? likely / it.base : 1;
  const total = {
    low: Math.min(likely, Math.round(it.quantiles.low * by)),
    likely,
    high: Math.max(likely, Math.round(it.quantiles.high * by)),
  };
  const { base: _, quantiles: __, ...rest } = it;
  return { ...rest, lines: priced, subtotal, tax, total };
}

function repriced(line: SettledLine, rates: Rates): SettledLine {
  const { hours } = line.cost;
  const rate = line.draft.labour ? rates[line.draft.labour.type] : 0;
  const labour = {
    low: Math.round((hours?.low ?? 0) * rate),
    likely: Math.round((hours?.likely ?? 0) * rate),
    high: Math.round((hours?.high ?? 0) * rate),
  };
  const paint = line.draft.paint?.hours ?? 0;
  const refinish = Math.round(paint * rates.refinish);
  const materials = Math.round(paint * rates.materials);
  const { parts, sublet } = line.cost;
  const total = (key: 'low' | 'likely' | 'high'): Cents =>
    parts[key] + labour[key] + refinish + materials + sublet[key];
  const share = (cents: Cents): Cents => Math.round(cents * line.probability);
  return {
    ...line,
    cost: {
      ...line.cost,
      labour,
      refinish,
      materials,
      total: { low: total('low'), likely: total('likely'), high: total('high') },
    },
    expected: {
      ...line.expected,
      labour: share(labour.likely),
      refinish: share(refinish),
      materials: share(materials),
    },
  };
}
