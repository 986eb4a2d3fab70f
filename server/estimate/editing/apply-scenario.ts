import {
  ESTIMATE_SETTINGS,
  type EstimateSetting,
  type EstimateSettings,
  type RatesSetting,
} from '../../../contract/estimate-settings.ts';
import type { Estimate, EstimateLine, LabourType } from '../../../contract/schemas/estimate.ts';
import { centsFromDollars as cents, dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import { fullMoney, paintMoney, recosted } from '../pricing/line-money.ts';
import type { PricedCar } from '../pricing/part-price.ts';
import { blendShare } from '../pricing/refinish.ts';
import { chosenPartPrice } from '../pricing/table-price.ts';
import { type Rates, ratesFor } from '../tables/labour-rates.ts';
import { stateName } from '../tables/sales-tax.ts';
import { withAirbags } from './airbag-variants.ts';
import type { RatesOf } from './override-line.ts';
import { inProportion, resettled } from './recalculate-estimate.ts';
import { paintOf, paintStageIn, repaintedLine } from './recalculate-refinish.ts';

export type ScenarioCar = { readonly car: PricedCar; readonly retailValue: number | null };
type Step = { lines: readonly EstimateLine[]; base?: Partial<Estimate>; text: string };
type Steps = {
  [S in EstimateSetting]: (estimate: Estimate, set: NonNullable<EstimateSettings[S]>, car: PricedCar) => Step;
};

/** Hourly rates of a choice for this estimate's car and state. */
function chosenRates(choice: RatesSetting, estimate: Estimate, car: PricedCar): Rates {
  const own = choice.profile === 'own';
  const profile = own
    ? ({
        id: 'own',
        rates: { ...choice.rates, name: 'Your own rates', by_state: false, basis: 'user' },
      } as const)
    : ({ id: choice.profile } as const);
  const state = own ? null : (choice.state ?? estimate.profile.state);
  const rates = ratesFor(profile, state, car.price_class, car.aluminium);
  return own || !choice.state ? rates : { ...rates, name: `${rates.name}, ${stateName(choice.state)}` };
}

/** Dollars an hour of a choice, for lines that are still to come. */
export const ratesOfChoice = (choice: RatesSetting, estimate: Estimate, car: PricedCar): RatesOf => {
  const rates = chosenRates(choice, estimate, car);
  return (type) => dollars(rates[type]);
};

const ROW_TYPES: Partial<Record<Estimate['totals'][number]['key'], readonly (LabourType | 'materials')[]>> = {
  body_labour: ['body'],
  refinish_labour: ['refinish'],
  structural_labour: ['structural', 'frame'],
  mechanical_labour: ['mechanical', 'diagnostic'],
  glass_labour: ['glass'],
  paint_materials: ['materials'],
};

/** The line with a sentence that says what changed it. */
const marked = (line: EstimateLine, text: string): EstimateLine => ({
  ...line,
  switched: [...(line.switched ?? []), text],
});

const otherRates: Steps['rates'] = (estimate, choice, car) => {
  const rates = chosenRates(choice, estimate, car);
  const text = rates.name;
  const rate_basis = choice.profile === 'own' ? ('user' as const) : ('profile' as const);
  const lines = estimate.lines.map((line) => {
    if (!line.labour && !line.refinish) return line;
    const { labour, refinish } = line;
    const at = {
      ...line,
      labour: labour && { ...labour, rate: dollars(rates[labour.type]), rate_basis },
      refinish: refinish && {
        ...refinish,
        rate: dollars(rates.refinish),
        materials_rate: dollars(rates.materials),
        rate_basis,
      },
    };
    return marked(recosted(at, paintMoney(at)), text);
  });
  const totals = estimate.totals.map((row) => {
    const [first, ...others] = (ROW_TYPES[row.key] ?? []).map((type) => rates[type]);
    if (first === undefined) return row;
    return { ...row, rate: others.every((rate) => rate === first) ? dollars(first) : null };
  });
  const profile = { id: rates.id, name: rates.name, state: estimate.profile.state };
  return { lines, base: { totals, profile }, text };
};

const PART_TEXTS: Record<NonNullable<EstimateSettings['parts']>, string> = {
  oem: 'New OEM parts only',
  aftermarket: 'Aftermarket parts where usual',
  used: 'Used parts first',
};
const otherParts: Steps['parts'] = (estimate, choice, car) => {
  const text = PART_TEXTS[choice];
  const lines = estimate.lines.map((line) => {
    const priced = chosenPartPrice(line, choice, car);
    if (!priced) return line;
    const { refinish, materials } = fullMoney(line);
    return marked(recosted({ ...line, ...priced }, refinish + materials), text);
  });
  return { lines, text };
};

const PAINT_TEXTS: Record<NonNullable<EstimateSettings['paint']>, string> = {
  two_stage: 'Two-stage paint',
  three_stage: 'Three-stage paint',
  two_tone: 'Two-tone paint',
};
const otherPaint: Steps['paint'] = (estimate, stage) => {
  const text = PAINT_TEXTS[stage];
  const made = paintStageIn(estimate);
  const blends = blendShare(stage) / blendShare(made);
  const then = paintOf(estimate.lines, made);
  const now = paintOf(estimate.lines, stage, (line) => (line.operation === 'blend' ? blends : 1));
  const lines = estimate.lines.map((line) => {
    const painted = repaintedLine(line, then.get(line.id), now.get(line.id));
    return painted === line ? line : marked(painted, text);
  });
  return { lines, text };
};

const AIRBAG_TEXTS: Record<NonNullable<EstimateSettings['airbags']>, string> = {
  deployed: 'Airbags deployed',
  intact: 'Airbags intact',
  unknown: 'Airbags not known',
};
const otherAirbags: Steps['airbags'] = (estimate, answer) => {
  const text = AIRBAG_TEXTS[answer];
  return { lines: withAirbags(estimate, answer, (line) => marked(line, text)), text };
};

const otherTax: Steps['tax'] = (estimate, choice) => {
  const percent = choice.kind === 'off' ? 0 : choice.percent;
  const totals = estimate.totals.map((row) => (row.key === 'tax' ? { ...row, rate: percent } : row));
  const text = choice.kind === 'off' ? 'Without sales tax' : `Sales tax of ${percent} %`;
  return { lines: estimate.lines, base: { totals }, text };
};

const STEPS: Steps = {
  airbags: otherAirbags,
  rates: otherRates,
  parts: otherParts,
  paint: otherPaint,
  tax: otherTax,
};

function step<S extends EstimateSetting>(
  name: S,
  estimate: Estimate,
  scenario: EstimateSettings,
  { car, retailValue }: ScenarioCar,
): { estimate: Estimate; text: string } | null {
  const set = scenario[name];
  if (set === undefined) return null;
  const { lines, base, text } = STEPS[name](estimate, set as NonNullable<EstimateSettings[S]>, car);
  // Rows are told apart by the lines they were made of, so those stay until the rows are made anew.
  const next = resettled({ ...estimate, ...base }, lines, retailValue, inProportion(estimate));
  return { estimate: next, text };
}

/**
 * The estimate as its user's switches would have it, reckoned anew from its own lines: hours × rates, list prices × part
 * types, refinish by its stage, the lines that hang on the air bags, tax. Each switch says by how much it moves the likely
 * total. Without switches: the same estimate. All sums hold to the cent, low ≤ likely ≤ high.
 */
export function applyScenario(
  estimate: Estimate,
  scenario: EstimateSettings | undefined,
  it: ScenarioCar,
): Estimate {
  if (!scenario || Object.keys(scenario).length === 0) return estimate;
  let standing = estimate;
  const effects: NonNullable<Estimate['scenario']>['effects'] = [];
  for (const name of ESTIMATE_SETTINGS) {
    const done = step(name, standing, scenario, it);
    if (!done) continue;
    const change = cents(done.estimate.total.likely) - cents(standing.total.likely);
    effects.push({ switch: name, text: done.text, change: dollars(change) });
    standing = done.estimate;
  }
  return { ...standing, scenario: { set: scenario, effects } };
}
