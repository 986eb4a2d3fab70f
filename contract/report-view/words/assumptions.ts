import type { EstimateFact } from '../../facts/estimate-fact.ts';
import type { Estimate } from '../../schemas/estimate.ts';
import { stateName } from '../../us-states.ts';
import { wholeDollars } from '../figures.ts';
import { confirmedWords, partsConfirmed } from '../head/confirmed-parts.ts';
import { settingWords } from './choices.ts';
import { answerText, questionText } from './option-questions.ts';
import { counted, figure, inLine, listedWords, percentOf, type Sentence, said } from './sentence.ts';

type Of<C extends EstimateFact['code']> = Extract<EstimateFact, { code: C }>;

const FROM: Record<Of<'basis'>['from'], string> = {
  listing: 'listing data',
  user: 'data entered by hand',
};
const KNOWN: Record<Of<'value'>['known'], string> = {
  model: 'our valuation',
  make: 'our valuation by make, the model is not in our tables',
  none: 'our valuation, wide: the make is not in our tables',
};

/** What an estimate rests on and what it is not; `photos`: how many were examined, `parts`: how many its user confirmed. */
export function natureWords(from: Of<'basis'>['from'], photos: number, parts: number): string {
  const looks = [...(photos > 0 ? ['photos'] : []), ...(parts > 0 ? [confirmedWords(parts)] : [])];
  return looks.length > 0
    ? `Estimate from ${listedWords([...looks, FROM[from]])}, not a repair quote. Hidden damage is likely.`
    : `Estimate from ${FROM[from]}, not a repair quote. Photos not reviewed; hidden damage is likely.`;
}

function value({ usd, from, known }: Of<'value'>): Sentence {
  const whose = {
    listed: 'as listed',
    model: KNOWN[known],
    listed_refused: `${KNOWN[known]}; the listed value is too far from it to be used`,
  }[from];
  return said`Cars reach salvage auctions when repair takes a large share of their value: how heavy the hit was is weighed against a value of about ${figure('our-value', wholeDollars(usd))} (${whose}).`;
}

function tax({ percent, on_labour, state }: Of<'tax'>): Sentence {
  const on = on_labour ? 'parts, materials and labor' : 'parts and materials';
  const where = state === null ? ', state not known' : ` in ${stateName(state)}`;
  return said`Sales tax ${figure('row:tax', `${percent}%`)} on ${on}${where}.`;
}

function unratedPrices({ count, currencies }: Of<'unrated_prices'>): Sentence {
  const money = listedWords(currencies);
  return count === 1
    ? [`One catalog price is in ${money}, not converted: shown, but its line uses our price table.`]
    : [`${count} catalog prices are in ${money}, not converted: shown, but their lines use our price table.`];
}

function operationChecks({ present, missing }: Of<'operation_checks'>, estimate: Estimate): Sentence {
  const operations = new Map((estimate.checks ?? []).map(({ id, name }) => [id, name]));
  const lines = new Map(estimate.lines.map(({ id, name }) => [id, name]));
  const lacking = missing.map(({ operation, lines: of }) => {
    const [first, ...more] = of.flatMap((id) => lines.get(id) ?? []);
    const callers = first && ` (for ${first}${more.length > 0 ? ` and ${more.length} more` : ''})`;
    return `${operations.get(operation) ?? operation}${callers ?? ''}`;
  });
  const there = `${counted(present, 'required operation is', 'required operations are')} on the estimate`;
  return [
    `Operations check: ${there}; ${lacking.length > 0 ? `missing: ${lacking.join('; ')}` : 'none is missing'}.`,
  ];
}

const settings = ({ set }: Of<'settings'>, estimate: Estimate): Sentence =>
  said`Chosen by the user: ${inLine(
    set.map((name) => [figure(`switch:${name}`, settingWords(name, estimate))]),
    '; ',
  )}.`;

function answers({ given }: Of<'answers'>, { questions = [] }: Estimate): Sentence {
  const told = given.flatMap(({ question, answer }) => {
    const asked = questions.find(({ id }) => id === question);
    const chosen = asked ? answerText(asked, answer) : '';
    return asked && chosen !== '' ? [`${questionText(asked)} ${chosen}`] : [];
  });
  return [`Answered by the user: ${told.join('; ')}.`];
}

const WORDS: { [C in EstimateFact['code']]: (fact: Of<C>, estimate: Estimate) => Sentence } = {
  basis: ({ from, photos_examined }, estimate) => [
    natureWords(from, photos_examined, partsConfirmed(estimate)),
  ],
  rates: ({ name, state }) => [
    `Labor rates: ${name}, ${state === null ? 'state not known' : stateName(state)}.`,
  ],
  range: ({ holds }) => [
    `Likely is a first estimate, before supplements. Low to high is meant to hold ${percentOf(holds)} of outcomes; not yet validated.`,
  ],
  value,
  counting: () => [
    'As written counts every line in full; the likely figure and its range count written and possible items by chance.',
  ],
  median: () => [
    'Likely is a median: few cars are repaired past their value, so it can be well below as written.',
  ],
  tax,
  tables: () => [
    'Hours, price bands and rates are our own tables: public anchors where we have them, otherwise judgment. No proprietary estimating database is used.',
  ],
  catalogue_share: ({ share, lines }) =>
    said`This car’s catalog asks ${figure('catalogue-share', percentOf(share))} of our price bands, over ${counted(lines, 'line', 'lines')}.`,
  unrated_prices: unratedPrices,
  traction_battery: ({ low, high }) => [
    `Possible and in no figure: the traction battery. A new one lists at ${low.toLocaleString('en-US')}–${high.toLocaleString('en-US')} US dollars; trouble codes and a look from below settle it.`,
  ],
  operation_checks: operationChecks,
  settings,
  answers,
  chosen_numbers: ({ lines }) => [`OEM number chosen by the user on ${counted(lines, 'line', 'lines')}.`],
};

/** What a fact of an estimate says, one sentence. */
export const factWords = <C extends EstimateFact['code']>(fact: Of<C>, estimate: Estimate): Sentence =>
  (WORDS[fact.code] as (fact: Of<C>, estimate: Estimate) => Sentence)(fact, estimate);

/** What a fact of this code says; null where the estimate holds none. */
export function factOf(code: EstimateFact['code'], estimate: Estimate): Sentence | null {
  const fact = estimate.facts?.find((one) => one.code === code);
  return fact ? factWords(fact, estimate) : null;
}

/** What a reader must know of an estimate, a sentence each; reports of schema_version 1 stored the sentences. */
export const assumptionsOf = (estimate: Estimate): readonly Sentence[] =>
  estimate.facts?.map((fact) => factWords(fact, estimate)) ??
  (estimate.assumptions ?? []).map((sentence) => [sentence]);
