import type { EstimateFact } from '../../../contract/facts/estimate-fact.ts';
import { ESTIMATE_SETTINGS } from '../../../contract/facts/setting-names.ts';
import type { OperationCheck } from '../../../contract/schemas/estimate.ts';
import { dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import { unratedCurrencies } from '../pricing/catalogue-price.ts';
import { WRITTEN_OPERATIONS } from '../tables/written-operations.ts';
import type { Calculated, Overrides } from './calculate.ts';
import type { EstimateInputs } from './estimate-inputs.ts';

/** Of all outcomes the range is meant to hold: 10th to 90th percentile. */
const RANGE_HOLDS = 0.8;

/** Catalogue prices that no line could use, because their money has no rate; none: nothing to say. */
function unratedPrices({ estimate }: Calculated, { currencies }: EstimateInputs): EstimateFact[] {
  const lines = estimate.lines.filter(({ part_price: price }) => price && price.basis !== 'catalogue');
  const unrated = lines
    .flatMap(({ oem_numbers }) => oem_numbers)
    .filter((number) => unratedCurrencies([number], currencies).length > 0);
  const count = new Set(unrated.map(({ number }) => number)).size;
  return count === 0
    ? []
    : [{ code: 'unrated_prices', count, currencies: unratedCurrencies(unrated, currencies) }];
}

function valueFact({ listing }: Calculated, { facts, own_value }: EstimateInputs): EstimateFact {
  const value = listing.belief.value;
  const from = value?.listed_refused ? 'listed_refused' : (value?.source ?? 'model');
  return { code: 'value', usd: Math.round(dollars((value ?? own_value).cents)), from, known: facts.known };
}

function checksFact(checks: readonly OperationCheck[]): EstimateFact[] {
  const present = checks.filter(({ status }) => status === 'present').length;
  const missing = checks
    .filter(({ status }) => status === 'missing')
    .map(({ id, missing_for }) => ({ operation: id, lines: missing_for }));
  return present + missing.length === 0 ? [] : [{ code: 'operation_checks', present, missing }];
}

/** What no listing and no outer photo tells of an electric car; none in older tables. */
function batteryFact({ repaired }: EstimateInputs): EstimateFact[] {
  const battery = WRITTEN_OPERATIONS?.traction_battery;
  return repaired.electric && battery
    ? [{ code: 'traction_battery', low: battery.low, high: battery.high }]
    : [];
}

/** The user's own choices. */
function choicesMade({ estimate }: Calculated, { edits }: Overrides): EstimateFact[] {
  const set = ESTIMATE_SETTINGS.filter((name) => edits.scenario?.[name] !== undefined);
  const given = (estimate.questions ?? []).flatMap(({ id, answers, answered }) =>
    answered?.by === 'user' && answers.some((answer) => answer.id === answered.answer)
      ? [{ question: id, answer: answered.answer ?? '' }]
      : [],
  );
  const lines = Object.keys(edits.numbers ?? {}).length;
  return [
    ...(set.length > 0 ? [{ code: 'settings' as const, set }] : []),
    ...(given.length > 0 ? [{ code: 'answers' as const, given }] : []),
    ...(lines > 0 ? [{ code: 'chosen_numbers' as const, lines }] : []),
  ];
}

/** What the reader must know of an estimate, in the order it is said. */
export function estimateFacts(
  inputs: EstimateInputs,
  overrides: Overrides,
  calculated: Calculated,
  checks: readonly OperationCheck[],
): EstimateFact[] {
  const { tax, rates, estimate } = calculated;
  const { rates: chosen } = overrides.edits.scenario ?? {};
  const state = (chosen && 'state' in chosen ? chosen.state : undefined) ?? inputs.state;
  const share = estimate.catalogue_share;
  return [
    { code: 'basis', from: inputs.facts_from, photos_examined: inputs.photos_examined },
    { code: 'rates', name: rates.name, state },
    { code: 'range', holds: RANGE_HOLDS },
    valueFact(calculated, inputs),
    { code: 'counting' },
    { code: 'median' },
    {
      code: 'tax',
      percent: tax.percent,
      on_labour: tax.on_labour,
      state: tax.known ? inputs.state : null,
    },
    { code: 'tables' },
    ...(share ? [{ code: 'catalogue_share' as const, ...share }] : []),
    ...unratedPrices(calculated, inputs),
    ...batteryFact(inputs),
    ...checksFact(checks),
    ...choicesMade(calculated, overrides),
  ];
}
