import { z } from 'zod';
import type { TitleContent } from '../../../contract/evidence.ts';
import type { TotalLossFact } from '../../../contract/facts/total-loss-fact.ts';
import type { Verdict } from '../../../contract/report-status.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
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

export type TotalLoss = NonNullable<ReportModel['total_loss']>;
type Facts = readonly TotalLossFact[];
type Valued = Pick<Estimate, 'repair_to_value' | 'total' | 'vehicle_value' | 'cost_to_value' | 'scenario'>;
/** Repair ÷ value before the damage, 1 = all of it. */
type Share = Estimate['total'];
type Held = { readonly share: Share; readonly of: 'listed' | 'model' | 'user' };
type Drawn = NonNullable<Estimate['cost_to_value']>;

const over = ({ low, likely, high }: Share, value: number): Share => ({
  low: low / value,
  likely: likely / value,
  high: high / value,
});

/** The repair as the report states it over the value it states: one share wherever it is said. Null where no value is known. */
function heldBy({ repair_to_value, total, vehicle_value, cost_to_value }: Valued): Held | null {
  if (cost_to_value)
    return cost_to_value.value > 0
      ? { share: over(total, cost_to_value.value), of: cost_to_value.source }
      : null;
  if (repair_to_value) return { share: repair_to_value, of: 'listed' };
  const value = vehicle_value?.likely ?? 0;
  return value > 0 ? { share: over(total, value), of: 'model' } : null;
}

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

/**
 * A verdict with what it follows from; `probability`: by draws, `tips_at`: the salvage, as a share of the value, from which the
 * formula says total. Null where there is none.
 */
type Judged = {
  readonly verdict: Verdict | null;
  readonly facts: Facts;
  readonly probability?: number;
  readonly tips_at?: number | null;
};

function byThreshold(listed: readonly number[], { share }: Held, drawn: Drawn | null): Judged {
  const [least, most] = [Math.min(...listed) / 100, Math.max(...listed) / 100];
  if (drawn) {
    const [by_least, by_most] = [chanceAtLeast(drawn, least), chanceAtLeast(drawn, most)];
    const verdict = by_most >= 0.5 ? 'total_loss' : by_least < 0.5 ? 'repairable' : 'sources_disagree';
    return {
      verdict,
      facts: [{ code: 'chance', least: by_most, most: by_least, follows: verdict }],
      probability: (by_least + by_most) / 2,
      tips_at: null,
    };
  }
  const verdict =
    share.likely >= most ? 'total_loss' : share.likely < least ? 'repairable' : 'sources_disagree';
  const sure = verdict === 'total_loss' ? share.low >= most : share.high < least;
  return { verdict, facts: [{ code: 'against_threshold', follows: verdict, sure }] };
}

/** What the salvage would have to be worth; what it is worth its user may know. */
function byFormula({ share }: Held, drawn: Drawn | null, salvage: number | null): Judged {
  const tips_at = Math.max(0, 1 - share.likely);
  const tips: TotalLossFact = { code: 'tips_at', share: tips_at };
  if (!drawn)
    return tips_at <= 0
      ? { verdict: 'total_loss', facts: [{ code: 'repair_alone' }] }
      : { verdict: 'depends_on_salvage', facts: [tips] };
  if (salvage !== null) {
    const own = drawn.value > 0 ? salvage / drawn.value : 0;
    const probability = chanceAtLeast(drawn, 1 - own);
    const facts: Facts = [tips, { code: 'own_salvage', share: own, chance: probability }];
    return { verdict: probability >= 0.5 ? 'total_loss' : 'repairable', facts, probability, tips_at };
  }
  const [least, most] = drawn.salvage;
  const probability = chanceAtLeast(drawn, 1 - (least + most) / 2);
  if (tips_at <= 0) return { verdict: 'total_loss', facts: [{ code: 'repair_alone' }], probability, tips_at };
  const verdict = tips_at <= least ? 'total_loss' : tips_at > most ? 'repairable' : 'depends_on_salvage';
  const facts: Facts = [tips, { code: 'usual_salvage', least, most, follows: verdict }];
  return { verdict, facts, probability, tips_at };
}

type Rule = {
  readonly fact: TotalLossFact;
  /** `salvage`: the user's own, US dollars. */
  readonly judge: ((held: Held, drawn: Drawn | null, salvage: number | null) => Judged) | null;
};

function ruleOf(state: string | null): Rule {
  const percents = state === null ? undefined : table.threshold_percent[state];
  if (state === null) return { fact: { code: 'no_rule', state }, judge: null };
  if (percents)
    return {
      fact: { code: 'threshold', state, percents },
      judge: (held, drawn) => byThreshold(percents, held, drawn),
    };
  const listed = table.formula_sourced.includes(state);
  if (listed || table.formula_judgement.includes(state))
    return { fact: { code: 'formula', state, listed }, judge: byFormula };
  return { fact: { code: 'no_rule', state }, judge: null };
}

const NONE: Judged = { verdict: null, facts: [] };

/** The rule's verdict and facts after what the title itself says, which rules over both. */
function besideTitle(content: TitleContent | null, judged: Judged): Pick<Judged, 'verdict' | 'facts'> {
  if (content === null || content === 'other' || content === 'hail' || content === 'theft_recovered')
    return judged;
  const { verdict, facts } = judged;
  const title = (effect: Extract<TotalLossFact, { code: 'title' }>['effect']): TotalLossFact => ({
    code: 'title',
    content,
    effect,
  });
  switch (content) {
    case 'parts_only':
    case 'non_repairable':
      return { verdict: 'total_loss', facts: [title('decides')] };
    case 'salvage_light':
      return verdict === 'total_loss'
        ? { verdict: 'repairable', facts: [title('overrules')] }
        : { verdict, facts: [...facts, title(verdict === 'repairable' ? 'agrees' : 'stands_beside')] };
    case 'export_only':
      return verdict === 'total_loss'
        ? { verdict, facts: [...facts, title('stands_beside')] }
        : { verdict: null, facts: [title('decides')] };
    default:
      return { verdict, facts: [...facts, title('stands_beside')] };
  }
}

/**
 * What is typical for a total loss in the state, where the repair stands against it, and the verdict that follows, never
 * against what the title (as listed) says; null where none does. Never legal advice.
 */
export function totalLoss(state: string | null, title: string | null, estimate: Valued): TotalLoss {
  const own = estimate.scenario?.set.loss;
  const { fact, judge } = ruleOf(own?.state ?? state);
  const drawn = estimate.cost_to_value ?? null;
  const held = heldBy(estimate);
  const judged = (held && judge?.(held, drawn, own?.salvage ?? null)) ?? NONE;
  const read = readTitle(title, own?.state ?? state);
  const { verdict, facts } = besideTitle(read?.sure ? read.content : null, judged);
  const [low, high] = table.practice_percent;
  const { probability, tips_at } = judged;
  return {
    state: own?.state ?? state,
    facts: [
      fact,
      held ? { code: 'repair_share', share: held.share.likely, of: held.of } : { code: 'value_unknown' },
      ...facts,
      { code: 'practice', low, high },
    ],
    verdict,
    ...(probability === undefined ? {} : { probability, salvage_tips_at: tips_at ?? null }),
    dated: table.dated,
  };
}
