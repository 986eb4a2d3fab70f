import { z } from 'zod';
import type { TitleContent } from '../../../contract/evidence.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { stateName } from '../../../contract/us-states.ts';
import type { SpecialDamage } from '../../damage-detectors/declared/damage-codes.ts';
import { readTitle } from '../../damage-detectors/declared/title.ts';
import { readJson } from '../tables/read-table.ts';

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
    salvage_share: z.object({
      basis: z.literal('judgement'),
      note: z.string(),
      by_value: z.array(
        z.object({ below: z.number().positive().nullable(), share: z.tuple([z.number(), z.number()]) }),
      ),
      old_from_age: z.number(),
      old_less: z.number(),
      water_or_fire_less: z.number(),
    }),
  }),
);

/** Which table the rules are of. */
export const TOTAL_LOSS_TABLE = { version: table.version, dated: table.dated };

/** Lowest listed total-loss threshold of a state as a share of value; null where a formula or nothing is listed. */
export function lowestThreshold(state: string | null): number | null {
  const listed = state ? table.threshold_percent[state] : undefined;
  return listed ? Math.min(...listed) / 100 : null;
}

/**
 * What a wreck usually brings as a share of the car's value before the damage (US dollars), least and most. Judgement.
 */
export function usualSalvage(
  value: number,
  { age, special }: { age: number; special: SpecialDamage | null },
): readonly [number, number] {
  const rule = table.salvage_share;
  const [least, most] = rule.by_value.find(({ below }) => below === null || value < below)?.share ?? [0, 0];
  const less =
    (age >= rule.old_from_age ? rule.old_less : 0) +
    (special === 'flood' || special === 'burn' ? rule.water_or_fire_less : 0);
  return [Math.max(0, least - less), Math.max(0, most - less)];
}

/** `rule` is what is typical in the state, `statement` where the repair stands against it; neither holds the other. */
export type TotalLoss = NonNullable<ReportModel['total_loss']>;
type Verdict = NonNullable<TotalLoss['verdict']>;
/** A verdict and its sentence; none where no rule or value is known. */
type Judged = [Verdict | null, string];
type Valued = Pick<Estimate, 'repair_to_value' | 'total' | 'vehicle_value' | 'cost_to_value' | 'scenario'>;
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

type Drawn = NonNullable<Estimate['cost_to_value']>;
const VALUE_WORDS: Record<Drawn['source'], string> = {
  listed: 'the listed value',
  model: 'the value as we reckon it (none is listed)',
  user: 'the value you entered',
};

/** Chance that the final cost is at least `share` of the value, 0–1, straight between the drawn quantiles. */
export function chanceAtLeast({ quantiles }: Pick<Drawn, 'quantiles'>, share: number): number {
  const last = quantiles.length - 1;
  const above = quantiles.findIndex((value) => value >= share);
  if (above === -1) return 0;
  if (above === 0) return 1;
  const [from, to] = [quantiles[above - 1] ?? 0, quantiles[above] ?? 0];
  const within = to > from ? (share - from) / (to - from) : 0;
  return 1 - (above - 1 + within) / last;
}

/** The verdict by draws, with its chance; `tips_at`: the salvage, as a share of the value, from which the formula says total. */
type Drew = { judged: Judged; probability: number | null; tips_at: number | null };

function drawnAgainst(drawn: Drawn, listed: readonly number[]): Drew {
  const [least, most] = [Math.min(...listed) / 100, Math.max(...listed) / 100];
  const [by_least, by_most] = [chanceAtLeast(drawn, least), chanceAtLeast(drawn, most)];
  const chance = least === most ? percent(by_most) : `${percent(by_most)} to ${percent(by_least)}`;
  const words = `The chance that the final cost reaches it is ${chance}.`;
  const verdict: Verdict = by_most >= 0.5 ? 'total_loss' : by_least < 0.5 ? 'repairable' : 'sources_disagree';
  const follows = {
    total_loss: 'More likely than not a total loss by this rule.',
    repairable: 'More likely than not no total loss by this rule.',
    sources_disagree: 'More likely than not over one source’s threshold, not over the other’s.',
  }[verdict as 'total_loss' | 'repairable' | 'sources_disagree'];
  return { judged: [verdict, joined(words, follows)], probability: (by_least + by_most) / 2, tips_at: null };
}

function drawnByFormula(drawn: Drawn, salvage: number | null, { likely }: Share): Drew {
  const tips_at = Math.max(0, 1 - likely);
  const at = `The formula says total from a salvage of ${percent(tips_at)} of the value on`;
  if (salvage !== null) {
    const share = drawn.value > 0 ? salvage / drawn.value : 0;
    const probability = chanceAtLeast(drawn, 1 - share);
    const words = `${at}; yours is ${percent(share)}: a total loss with a chance of ${percent(probability)}.`;
    return { judged: [probability >= 0.5 ? 'total_loss' : 'repairable', words], probability, tips_at };
  }
  const [least, most] = drawn.salvage;
  const probability = chanceAtLeast(drawn, 1 - (least + most) / 2);
  if (tips_at <= 0)
    return {
      judged: ['total_loss', 'The repair alone reaches the value: a total loss by the formula.'],
      probability,
      tips_at,
    };
  const usual = `usual for such a car is ${percent(least)} to ${percent(most)} (judgment)`;
  const verdict: Verdict =
    tips_at <= least ? 'total_loss' : tips_at > most ? 'repairable' : 'depends_on_salvage';
  const follows = {
    total_loss: 'so it is likely a total loss',
    repairable: 'so it is likely repairable',
    depends_on_salvage: 'so it depends on the salvage bid',
  }[verdict as 'total_loss' | 'repairable' | 'depends_on_salvage'];
  return { judged: [verdict, `${at}; ${usual}, ${follows}.`], probability, tips_at };
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

type Rule = {
  rule: string;
  judge: ((share: Share) => [Verdict, string]) | null;
  /** `salvage`: the user's own, US dollars; `share`: repair ÷ value as the report states it. */
  drawn?: (drawn: Drawn, salvage: number | null, share: Share) => Drew;
};

function ruleOf(state: string | null): Rule {
  if (state === null) return { rule: 'The state is not known.', judge: null };
  const name = stateName(state);
  const listed = table.threshold_percent[state];
  if (listed) {
    const rule =
      listed.length > 1
        ? `Sources disagree on the typical threshold in ${name}: ${listed.join(' or ')} % of value.`
        : `Typical threshold in ${name}: ${listed[0]} % of value.`;
    return {
      rule,
      judge: (share) => againstThresholds(share, listed),
      drawn: (drawn) => drawnAgainst(drawn, listed),
    };
  }
  if (table.formula_sourced.includes(state))
    return {
      rule: `${name} uses a total-loss formula: ${BY_FORMULA}.`,
      judge: byFormula,
      drawn: drawnByFormula,
    };
  if (table.formula_judgement.includes(state)) {
    const rule = `${name} lists no threshold we know; probably a formula (our judgment): ${BY_FORMULA}.`;
    return { rule, judge: byFormula, drawn: drawnByFormula };
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
  const own = estimate.scenario?.set.loss;
  const { rule, judge, drawn: judgeDrawn } = ruleOf(own?.state ?? state);
  const drawn = estimate.cost_to_value ?? null;
  const held = drawn ? heldBy(drawn, estimate.total) : shareOf(estimate);
  const drew = drawn && held && judgeDrawn ? judgeDrawn(drawn, own?.salvage ?? null, held.share) : null;
  const judged: Judged = drew?.judged ?? (held && judge?.(held.share)) ?? [null, ''];
  const [verdict, words] = besideTitle(readTitle(title)?.content ?? null, judged);
  const [low, high] = table.practice_percent;
  const statement = joined(
    held
      ? `This repair is about ${percent(held.share.likely)} of ${held.of}.`
      : 'The value is not known, so the share can’t be told.',
    words,
    `In practice insurers call a total loss at ${low}–${high} %. Public lists conflict and age; not legal advice.`,
  );
  return {
    state: own?.state ?? state,
    rule,
    statement,
    verdict,
    ...(drew ? { probability: drew.probability, salvage_tips_at: drew.tips_at } : {}),
    dated: table.dated,
  };
}

/** The repair as the report states it, over the value it states: one share wherever it is said. */
function heldBy({ value, source }: Drawn, total: Share): { share: Share; of: string } | null {
  if (!(value > 0)) return null;
  const { low, likely, high } = total;
  return { share: { low: low / value, likely: likely / value, high: high / value }, of: VALUE_WORDS[source] };
}
