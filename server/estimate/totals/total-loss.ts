import { z } from 'zod';
import type { TitleContent } from '../../../contract/evidence.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { readTitle } from '../../damage-detectors/declared/title.ts';
import { readJson } from '../tables/read-table.ts';
import { stateName } from '../tables/sales-tax.ts';

const states = z.array(z.string().length(2));
const table = readJson(
  'total-loss.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    threshold_percent: z.record(z.string().length(2), z.array(z.number().positive()).min(1)),
    formula_sourced: states,
    formula_judgement: states,
    practice_percent: z.tuple([z.number(), z.number()]),
  }),
);

/** Which table the rules are of. */
export const TOTAL_LOSS_TABLE = { version: table.version, dated: table.dated };

/** Lowest listed total-loss threshold of a state as a share of value; null where a formula or nothing is listed. */
export function lowestThreshold(state: string | null): number | null {
  const listed = state ? table.threshold_percent[state] : undefined;
  return listed ? Math.min(...listed) / 100 : null;
}

/** `rule` is what is typical in the state, `statement` where the repair stands against it; neither holds the other. */
export type TotalLoss = NonNullable<ReportModel['total_loss']>;
type Verdict = NonNullable<TotalLoss['verdict']>;
/** A verdict and its sentence; none where no rule or value is known. */
type Judged = [Verdict | null, string];
type Valued = Pick<Estimate, 'repair_to_value' | 'total' | 'vehicle_value'>;
/** Repair ÷ value before the damage, 1 = all of it. */
type Share = Estimate['total'];

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const joined = (...sentences: string[]): string => sentences.filter(Boolean).join(' ');
const BY_FORMULA = 'repair plus salvage value against the value before the damage';

/** Repair to value: of the listed value, else of our own. */
function shareOf({ repair_to_value, total, vehicle_value }: Valued): { share: Share; of: string } | null {
  if (repair_to_value) return { share: repair_to_value, of: 'the listed value' };
  const value = vehicle_value?.likely ?? 0;
  if (value <= 0) return null;
  const share = { low: total.low / value, likely: total.likely / value, high: total.high / value };
  return { share, of: 'the value as we reckon it (none is listed)' };
}

/** Where the range stands against the thresholds (percent of value, one or several that sources name). */
function againstThresholds(share: Share, listed: readonly number[]): [Verdict, string] {
  const [least, most] = [Math.min(...listed) / 100, Math.max(...listed) / 100];
  if (share.likely >= most) {
    const sure = share.low >= most ? ', even at its low end' : ', though its low end is below';
    return ['total_loss', `That is at or over the threshold${sure}: a total loss by this rule.`];
  }
  if (share.likely < least) {
    const sure = share.high < least ? ', even at its high end' : ', though its high end is over it';
    return ['repairable', `That is below the threshold${sure}: no total loss by this rule.`];
  }
  return ['sources_disagree', 'That is over one source’s threshold and below the other’s.'];
}

/** What the salvage would have to be worth; what it is worth nobody here knows. */
function byFormula({ likely }: Share): [Verdict, string] {
  return likely >= 1
    ? ['total_loss', 'The repair alone reaches the value: a total loss by the formula.']
    : [
        'depends_on_salvage',
        `By the formula it is a total loss if the salvage is worth ${percent(1 - likely)} of the value or more.`,
      ];
}

function ruleOf(state: string | null): { rule: string; judge: ((share: Share) => [Verdict, string]) | null } {
  if (state === null) return { rule: 'The state is not known.', judge: null };
  const name = stateName(state);
  const listed = table.threshold_percent[state];
  if (listed) {
    const rule =
      listed.length > 1
        ? `Sources disagree on the typical threshold in ${name}: ${listed.join(' or ')} % of value.`
        : `Typical threshold in ${name}: ${listed[0]} % of value.`;
    return { rule, judge: (share) => againstThresholds(share, listed) };
  }
  if (table.formula_sourced.includes(state))
    return { rule: `${name} uses a total-loss formula: ${BY_FORMULA}.`, judge: byFormula };
  if (table.formula_judgement.includes(state)) {
    const rule = `${name} lists no threshold we know; probably a formula (our judgment): ${BY_FORMULA}.`;
    return { rule, judge: byFormula };
  }
  return { rule: `No rule is listed for ${name}.`, judge: null };
}

/** What a title adds to the rule's verdict, whatever that is. */
const TITLE_WORDS: Partial<Record<TitleContent, string>> = {
  clean: 'The title carries no brand so far: nobody has declared a total loss yet.',
  salvage: 'The title is salvage: the car was already written off once, whatever this repair comes to.',
  rebuildable: 'The title says that the car may be rebuilt.',
  rebuilt:
    'The title is rebuilt: the car was a total loss before and is back on the road; this is about the damage since.',
  bill_of_sale: 'It is sold on a bill of sale, which is no title: ask the state whether it gives one.',
  flood: 'The title is branded for flood: what water did, a share of the value does not show.',
  fire: 'The title is branded for fire: what heat did, a share of the value does not show.',
};
const NOT_FOR_THE_ROAD = {
  parts_only: 'The title says it is sold for parts only',
  non_repairable: 'The title says it is not to be repaired',
} as const;

/** The rule's verdict and words after what the title itself says, which rules over both. */
function besideTitle(content: TitleContent | null, [verdict, words]: Judged): Judged {
  switch (content) {
    case 'parts_only':
    case 'non_repairable':
      return ['total_loss', `${NOT_FOR_THE_ROAD[content]}: a total loss, whatever the repair costs.`];
    case 'salvage_light': {
      const says = 'that the damage is 75 % of the value or less';
      return verdict === 'total_loss'
        ? ['repairable', `The title says ${says}, which rules over our figure: no total loss.`]
        : [verdict, joined(words, `The title says ${verdict === 'repairable' ? 'the same: ' : ''}${says}.`)];
    }
    case 'export_only': {
      const says =
        'The title is for export only: the car has to leave the country and no state’s rule decides.';
      return verdict === 'total_loss' ? [verdict, joined(words, says)] : [null, says];
    }
    default:
      return [verdict, joined(words, (content && TITLE_WORDS[content]) ?? '')];
  }
}

/**
 * What is typical for a total loss in the state, where the repair stands against it, and the verdict that follows, never
 * against what the title (as listed) says; null where none does. Never legal advice.
 */
export function totalLoss(state: string | null, title: string | null, estimate: Valued): TotalLoss {
  const { rule, judge } = ruleOf(state);
  const held = shareOf(estimate);
  const judged: Judged = (held && judge?.(held.share)) ?? [null, ''];
  const [verdict, words] = besideTitle(readTitle(title)?.content ?? null, judged);
  const [low, high] = table.practice_percent;
  const statement = joined(
    held
      ? `This repair is about ${percent(held.share.likely)} of ${held.of}.`
      : 'The value is not known, so the share can’t be told.',
    words,
    `In practice insurers call a total loss at ${low}–${high} %. Public lists conflict and age; not legal advice.`,
  );
  return { state, rule, statement, verdict, dated: table.dated };
}
