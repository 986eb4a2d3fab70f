import type { TotalLossFact } from '../../facts/total-loss-fact.ts';
import type { Verdict } from '../../report-status.ts';
import type { ReportModel } from '../../schemas/report.ts';
import { stateName } from '../../us-states.ts';
import { figure, inLine, percentOf, type Sentence, said } from '../words/sentence.ts';

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
  depends_on_salvage: '',
};
const BY_SALVAGE: Record<Verdict, string> = {
  total_loss: 'so it is likely a total loss',
  repairable: 'so it is likely repairable',
  depends_on_salvage: 'so it depends on the salvage bid',
  sources_disagree: '',
};

function againstThreshold({ follows, sure }: Of<'against_threshold'>): Sentence {
  if (follows === 'total_loss')
    return said`That is at or over the threshold${sure ? ', even at its low end' : ', though its low end is below'}: a total loss by this rule.`;
  if (follows === 'repairable')
    return said`That is below the threshold${sure ? ', even at its high end' : ', though its high end is over it'}: no total loss by this rule.`;
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
  const damage = said`that the damage is ${figure(KEY, '75 %')} of the value or less`;
  if (effect === 'overrules')
    return said`The title says ${damage}, which rules over our figure: no total loss.`;
  return effect === 'agrees' ? said`The title says the same: ${damage}.` : said`The title says ${damage}.`;
}

const WORDS: { [C in Code]: (fact: Of<C>) => Sentence } = {
  threshold: ({ state, percents }) => {
    const listed = figure(KEY, `${percents.join(' or ')} %`);
    return percents.length > 1
      ? said`Sources disagree on the typical threshold in ${stateName(state)}: ${listed} of value.`
      : said`Typical threshold in ${stateName(state)}: ${listed} of value.`;
  },
  formula: ({ state, listed }) =>
    listed
      ? said`${stateName(state)} uses a total-loss formula: ${BY_FORMULA}.`
      : said`${stateName(state)} lists no threshold we know; probably a formula (our judgment): ${BY_FORMULA}.`,
  no_rule: ({ state }) =>
    state === null ? said`The state is not known.` : said`No rule is listed for ${stateName(state)}.`,
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
    said`In practice insurers call a total loss at ${figure(KEY, `${low}–${high} %`)}. Public lists conflict and age; not legal advice.`,
};
const wordsOf = <C extends Code>(fact: Of<C>): Sentence =>
  (WORDS[fact.code] as (of: Of<C>) => Sentence)(fact);

/** What is typical in the state, and where the repair stands against it; stored words in reports of schema_version 1. */
export function totalLossWords({ facts, rule = '', statement = '' }: TotalLoss): Sentence[] {
  return facts ? facts.map(wordsOf).filter((sentence) => sentence.length > 0) : [[rule], [statement]];
}

/** The same as one paragraph. */
export const totalLossInLine = (verdict: TotalLoss): Sentence => inLine(totalLossWords(verdict), ' ');
