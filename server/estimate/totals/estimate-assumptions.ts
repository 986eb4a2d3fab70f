import { dollarsFromCents } from '../../../contract/schemas/money.ts';
import { type CurrencyRates, unratedCurrencies } from '../pricing/catalogue-price.ts';
import { stateName } from '../tables/sales-tax.ts';
import { type Calculation, type EstimateFacts, photosExamined } from './calculate-estimate.ts';

const money = (cents: number): string => `$${Math.round(dollarsFromCents(cents)).toLocaleString('en-US')}`;

/** Catalogue prices that no line could use, because their money has no rate; none: nothing to say. */
function unratedPrices(reckoned: Calculation, currencies: CurrencyRates): string[] {
  const lines = reckoned.lines.filter(({ draft }) => draft.part && draft.part.basis !== 'catalogue');
  const unrated = lines
    .flatMap(({ draft }) => draft.oem_numbers)
    .filter((number) => unratedCurrencies([number], currencies).length > 0);
  const count = new Set(unrated.map(({ number }) => number)).size;
  if (count === 0) return [];
  const money = unratedCurrencies(unrated, currencies).join(' and ');
  return [
    count === 1
      ? `One catalog price is in ${money} and no exchange rate is configured: it is shown, and its line uses our price table.`
      : `${count} catalog prices are in ${money} and no exchange rate is configured: they are shown, and their lines use our price table.`,
  ];
}

/** What the reader must know of an estimate, one sentence each. */
export function estimateAssumptions(reckoned: Calculation, input: EstimateFacts): string[] {
  const { facts, value, tax_rule, rates } = reckoned;
  const state = input.state ? stateName(input.state) : null;
  const photos = photosExamined(input);
  const from = input.facts_from ?? 'listing data';
  const known = {
    model: 'by make and model',
    make: 'by make only, the model is not in our tables',
    none: 'of an unknown make: wide',
  }[facts.known];
  return [
    photos
      ? `Estimate from photos and ${from}, not a repair quote; hidden damage is likely.`
      : `Estimate from ${from}, not a repair quote; photos were not examined and hidden damage is likely.`,
    `Figures are those of a first estimate at ${rates.name.toLowerCase()}, before supplements; low to high is meant to hold in 80 of 100 cases, which nobody has measured yet.`,
    `Cars reach salvage auctions when repair takes a large share of their value: how heavy the hit was is weighed against a value of about ${money(value.cents)} (${known}).`,
    'Each line counts by its chance; the lines add up to the likely total.',
    `Sales tax ${tax_rule.percent} % on ${tax_rule.on_labour ? 'parts, materials and labor' : 'parts and materials'}${state && tax_rule.known ? ` in ${state}` : ', state not known'}.`,
    'Hours, price bands and rates are our own tables: isolated public anchors, otherwise judgment; no proprietary estimating database is used.',
    ...unratedPrices(reckoned, input.currencies ?? {}),
  ];
}
