import type { TotalLossFact } from '../../facts/total-loss-fact.ts';
import type { ReportModel } from '../../schemas/report.ts';
import type { Verdict } from '../../schemas/verdict.ts';
import { stateName } from '../../us-states.ts';
import { dayInUtc, MONTHS } from '../figures.ts';
import { inSentence } from '../words/in-sentence.ts';
import { figure, inLine, listedWords, percentOf, type Sentence, said } from '../words/sentence.ts';
import { VERDICT_WORDS } from './verdict-words.ts';

type TotalLoss = NonNullable<ReportModel['total_loss']>;
type Code = TotalLossFact['code'];
type Of<C extends Code> = Extract<TotalLossFact, { code: C }>;

const KEY = 'total-loss';
const percent = (share: number) => figure(KEY, percentOf(share));
const BY_FORMULA = 'repair plus salvage value against the value before the damage';

const VALUES: Record<Of<'repair_share'>['of'], string> = {
  listed: 'the listed value',
  model: 'the value by our valuation (none is listed)',
  user: 'the value entered',
};
const BY_THRESHOLD: Record<Verdict, string> = {
  total_loss: 'More likely than not a total loss by this rule.',
  repairable: 'More likely than not no total loss by this rule.',
  sources_disagree: 'More likely than not over one source’s threshold, not over the other’s.',
  too_close: '',
  depends_on_salvage: '',
  depends_on_insurer: '',
};
const BY_SALVAGE: Record<Verdict, string> = {
  total_loss: 'so it is likely a total loss',
  repairable: 'so it is likely repairable',
  depends_on_salvage: 'so it depends on the salvage bid',
  too_close: 'so it is too close to call',
  depends_on_insurer: '',
  sources_disagree: '',
};

const ends = (sure: boolean | undefined, yes: string, no: string): string =>
  sure === undefined ? '' : sure ? yes : no;

function againstThreshold({ follows, sure }: Of<'against_threshold'>): Sentence {
  if (follows === 'total_loss')
    return said`That is at or over the threshold${ends(sure, ', even at its low end', ', though its low end is below')}: a total loss by this rule.`;
  if (follows === 'repairable')
    return said`That is below the threshold${ends(sure, ', even at its high end', ', though its high end is over it')}: no total loss by this rule.`;
  return said`That is over one source’s threshold and below the other’s.`;
}

/** Titles whose words do not hang on the rule's verdict. */
const TITLES: Partial<Record<Of<'title'>['content'], string>> = {
  parts_only: 'The title says it is sold for parts only: a total loss, whatever the repair costs.',
  non_repairable: 'The title says it is not to be repaired: a total loss, whatever the repair costs.',
  export_only: 'The title is for export only: the car has to leave the country and no state’s rule decides.',
  clean: 'The title carries no brand so far: nobody has declared a total loss yet.',
  salvage: 'The title is salvage: the car was already written off once, whatever this repair comes to.',
  rebuildable: 'The title says that the car may be rebuilt.',
  rebuilt:
    'The title is rebuilt: the car was a total loss before and is back on the road; this is about the damage since.',
  bill_of_sale: 'It is sold on a bill of sale, which is no title: ask the state whether it gives one.',
  flood: 'The title is branded for flood: what water did, a share of the value does not show.',
  fire: 'The title is branded for fire: what heat did, a share of the value does not show.',
};

function title({ content, effect }: Of<'title'>): Sentence {
  if (content !== 'salvage_light') return said`${TITLES[content] ?? ''}`;
  const damage = said`that the damage is ${figure(KEY, '75%')} of the value or less`;
  if (effect === 'overrules')
    return said`The title says ${damage}, which rules over our figure: no total loss.`;
  return effect === 'agrees' ? said`The title says the same: ${damage}.` : said`The title says ${damage}.`;
}

const SAYS_NOTHING: ReadonlySet<string> = new Set(['-', 'none', 'none seen', 'not seen', 'unknown']);
const labeled = (label: string, text: string): string =>
  SAYS_NOTHING.has(text) ? '' : ` ${label}: ${text}.`;

const OVER: Record<Of<'law'>['boundary'], string> = {
  '>=': 'at or above',
  '>': 'above',
  '<': 'below',
  unknown: 'from about',
  '-': 'from',
};

/** What the law makes a total loss, in a clause. */
function ruleWords({ state, use, percent: line, boundary, value_base }: Of<'law'>): Sentence {
  const name = stateName(state);
  const at = figure(KEY, `${line}%`);
  switch (use) {
    case 'percent':
      return said`${name}: total loss ${OVER[boundary]} ${at} of value (${value_base})`;
    case 'percent_no_insurer':
      return said`${name}: total loss ${OVER[boundary]} ${at} of value (${value_base}) where no insurer settles; with an insurer, its settlement decides`;
    case 'formula':
      return said`${name}: total loss by formula, ${BY_FORMULA}`;
    case 'floor':
      return said`${name}: below ${at} of value an insurer may not call a total loss unless the owner agrees`;
    case 'practice':
      return said`${name} law names no percentage: by insurers’ practice, not the law`;
    case 'none':
      return said`${name}: no rule to go by`;
  }
}

/** The latest day, month or year that a table's text of dates names; `undated` where it names none. */
function sourceDay(text: string): string {
  const found = [...text.matchAll(/\b\d{4}(-(0[1-9]|1[0-2])(-\d{2})?)?(?!\d)/g)].map(([date]) => date);
  const latest = found.toSorted().at(-1);
  if (latest === undefined) return 'undated';
  if (latest.length === 10) return dayInUtc(Date.parse(latest));
  return latest.length === 7 ? `${MONTHS[Number(latest.slice(5)) - 1]} ${latest.slice(0, 4)}` : latest;
}

/** Citation of a law, with the date of the copy that was read. */
const citationWords = ({ citation, source_date }: Of<'law'>): string =>
  `${citation}; source ${sourceDay(source_date)}`;

const INSURER: Record<Of<'law'>['insurer'], string> = {
  settles: 'An insurer settles, as entered.',
  none: 'No insurer settles, as entered.',
  not_stated: 'Whether an insurer settles is not stated.',
};

function lawWords(fact: Of<'law'>): Sentence {
  const { statement, confidence, effective, special_outcomes, open_points } = fact;
  return said`${ruleWords(fact)} (${citationWords(fact)}). ${statement}${labeled('In force', effective)}${labeled('Also', special_outcomes)}${labeled('Open', open_points)} Ground: ${confidence}. ${INSURER[fact.insurer]}`;
}

const COSTS: Record<Of<'not_counted'>['costs'][number], string> = {
  airbags: 'airbags',
  tires: 'tires',
  sound: 'sound systems',
  hail: 'hail damage',
  sales_tax: 'sales tax',
  paint: 'painting',
  glass: 'glass',
  electronics: 'electronics',
  all_but_structure_and_drive: 'all but structure and drive parts',
};

const TOO_CLOSE: Record<Of<'too_close'>['by'], string> = {
  chance: 'The chance is between 40 and 60%: too close to call.',
  line: 'The likely cost is within 3 points of the line: too close to call.',
  open_text: 'The text of the law can be read both ways here: too close to call.',
};

const inClause = (verdict: Verdict | null): string =>
  inSentence(verdict === null ? 'No verdict' : VERDICT_WORDS[verdict]);

function limitWords({ outside, age, value }: Of<'limit'>): Sentence {
  const texts = [age, value].filter((text) => !SAYS_NOTHING.has(text)).join('; ');
  return said`${outside === 'yes' ? 'This car is outside the rule by its age or value' : 'The age of the car is not known, and the rule depends on it'} (${texts}): no verdict.`;
}

const WORDS: { [C in Code]: (fact: Of<C>) => Sentence } = {
  law: lawWords,
  limit: limitWords,
  not_counted: ({ costs, counted }) =>
    said`Not counted there: ${listedWords(costs.map((cost) => COSTS[cost]))}. What counts is about ${percent(counted)} of the value.`,
  too_close: ({ by }) => said`${TOO_CLOSE[by]}`,
  by_insurer: ({ settles, none }) =>
    said`Where an insurer settles: ${inClause(settles)}. Where none does: ${inClause(none)}.`,
  insurers_only: () => said`The rule binds insurers alone, and none settles: no verdict.`,
  owner_consent: ({ percent: line }) =>
    said`Below ${figure(KEY, `${line}%`)} a total loss needs the owner’s consent; above it the insurer chooses.`,
  no_structure: () =>
    said`The law asks for damage to structure, suspension or electronics, and none is on the estimate: no total loss.`,
  second_line: ({ outcome, percent: line }) =>
    said`From ${figure(KEY, `${line}%`)} on: ${outcome === 'scrap_title' ? 'scrap title' : 'certificate of destruction'}.`,
  lawful_salvage: ({ share, follows }) =>
    said`Without an insurer the salvage counts as ${percent(share)} by law${follows === null ? '' : `, ${BY_SALVAGE[follows]}`}.`,
  threshold: ({ state, percents }) => {
    const listed = figure(KEY, `${percents.join(' or ')}%`);
    return percents.length > 1
      ? said`Sources disagree on the typical threshold in ${stateName(state)}: ${listed} of value.`
      : said`Typical threshold in ${stateName(state)}: ${listed} of value.`;
  },
  formula: ({ state, listed }) =>
    listed
      ? said`${stateName(state)} uses a total-loss formula: ${BY_FORMULA}.`
      : said`${stateName(state)} lists no threshold we know; probably a formula (our judgment): ${BY_FORMULA}.`,
  no_rule: ({ state }) =>
    state === null
      ? said`The state is not known: no verdict.`
      : said`No rule is known for ${stateName(state)}: no verdict.`,
  repair_share: ({ share, of }) => said`This repair is about ${percent(share)} of ${VALUES[of]}.`,
  value_unknown: () => said`The value is not known, so the share can’t be told.`,
  chance: ({ least, most, follows }) => {
    const chance = least === most ? said`${percent(least)}` : said`${percent(least)} to ${percent(most)}`;
    return said`The chance that the final cost reaches it is ${chance}. ${BY_THRESHOLD[follows]}`;
  },
  against_threshold: againstThreshold,
  tips_at: ({ share }) => said`The formula says total from a salvage of ${percent(share)} of the value on.`,
  own_salvage: ({ share, chance }) =>
    said`The salvage bid entered is ${percent(share)}: a total loss with a chance of ${percent(chance)}.`,
  usual_salvage: ({ least, most, follows }) =>
    said`Usual for such a car is ${percent(least)} to ${percent(most)} (judgment), ${BY_SALVAGE[follows]}.`,
  repair_alone: () => said`The repair alone reaches the value: a total loss by the formula.`,
  title,
  practice: ({ low, high }) =>
    said`In practice insurers call a total loss at ${figure(KEY, `${low}–${high}%`)}. That is no law.`,
};
const wordsOf = <C extends Code>(fact: Of<C>): Sentence =>
  (WORDS[fact.code] as (of: Of<C>) => Sentence)(fact);

const ADVICE: Sentence = ['Laws change; not legal advice.'];

/** What is typical in the state, and where the repair stands against it; stored words in reports of schema_version 1. */
export function totalLossWords({ facts, rule = '', statement = '' }: TotalLoss): Sentence[] {
  return facts
    ? [...facts.map(wordsOf).filter((sentence) => sentence.length > 0), ADVICE]
    : [[rule], [statement]];
}

/** Rule, citation and date of a verdict, in a line; null where no law is known. */
export function lawLine({ facts = [] }: TotalLoss): Sentence | null {
  const fact = facts.find((one): one is Of<'law'> => one.code === 'law');
  return fact ? said`${ruleWords(fact)} (${citationWords(fact)}).` : null;
}

/** The same as one paragraph. */
export const totalLossInLine = (verdict: TotalLoss): Sentence => inLine(totalLossWords(verdict), ' ');
