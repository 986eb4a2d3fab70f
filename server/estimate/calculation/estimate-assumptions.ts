import { dollarsFromCents } from '../../../contract/schemas/money.ts';
import { unratedCurrencies } from '../pricing/catalogue-price.ts';
import { stateName } from '../tables/sales-tax.ts';
import type { Calculated } from './calculate.ts';
import type { EstimateInputs } from './estimate-inputs.ts';

const money = (cents: number): string => `$${Math.round(dollarsFromCents(cents)).toLocaleString('en-US')}`;

/** Catalogue prices that no line could use, because their money has no rate; none: nothing to say. */
function unratedPrices({ estimate }: Calculated, { currencies }: EstimateInputs): string[] {
  const lines = estimate.lines.filter(({ part_price: price }) => price && price.basis !== 'catalogue');
  const unrated = lines
    .flatMap(({ oem_numbers }) => oem_numbers)
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

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** What the reader must know of an estimate, one sentence each. */
export function estimateAssumptions(inputs: EstimateInputs, calculated: Calculated): string[] {
  const { facts, facts_from: from, photos_examined: photos, own_value } = inputs;
  const { tax, rates, listing, estimate } = calculated;
  const state = inputs.state ? stateName(inputs.state) : null;
  const value = listing.belief.value ?? own_value;
  const known = {
    model: 'by make and model',
    make: 'by make only, the model is not in our tables',
    none: 'of an unknown make: wide',
  }[facts.known];
  const listed = listing.belief.value?.source === 'listed';
  const share = estimate.catalogue_share;
  return [
    photos > 0
      ? `Estimate from photos and ${from}, not a repair quote; hidden damage is likely.`
      : `Estimate from ${from}, not a repair quote; photos were not examined and hidden damage is likely.`,
    `The likely figure is that of a first estimate at ${rates.name.toLowerCase()}, before supplements; low to high is meant to hold in 80 of 100 cases, which nobody has measured yet.`,
    `Cars reach salvage auctions when repair takes a large share of their value: how heavy the hit was is weighed against a value of about ${money(value.cents)} (${listed ? 'as listed' : known}).`,
    'Lines as written count in full; possible items count by their chance, in the average outcome only.',
    'The likely figure is a median, and nobody writes every line of a car whose repair nears its value: it can be well below the average outcome.',
    `Sales tax ${tax.percent} % on ${tax.on_labour ? 'parts, materials and labor' : 'parts and materials'}${state && tax.known ? ` in ${state}` : ', state not known'}.`,
    'Hours, price bands and rates are our own tables: isolated public anchors, otherwise judgment; no proprietary estimating database is used.',
    ...(share
      ? [`This car's catalog asks ${percent(share.share)} of our price bands, over ${share.lines} lines.`]
      : []),
    ...unratedPrices(calculated, inputs),
  ];
}
