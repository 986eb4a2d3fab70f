import type { TitleContent } from '../../../contract/evidence.ts';
import type { TotalLossFact } from '../../../contract/facts/total-loss-fact.ts';
import type { DeclaredDamage } from '../../../contract/schemas/damage.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { declaredCodes } from '../../damage-detectors/declared/declared-codes.ts';
import { readTitle } from '../../damage-detectors/declared/title.ts';
import { isSoldInCanada, jurisdictionOfLot } from '../tables/read-place.ts';
import { byStatute, type LossCase, secondLines } from './by-statute.ts';
import { countedShare, type Hail, hasHeavyDamage, hasStructure } from './counted-cost.ts';
import { type CostShare, type Judged, NOTHING_JUDGED, type SalvageShare } from './judge-loss.ts';
import { PRACTICE_PERCENT, type Statute, statuteOf, TOTAL_LOSS_TABLE } from './statutes.ts';

export { TOTAL_LOSS_TABLE };
export type TotalLoss = NonNullable<ReportModel['total_loss']>;

/** What a verdict needs to know of a lot besides its estimate. */
export type LossLot = {
  /** State or province whose law applies, two letters; null: not known. */
  readonly state: string | null;
  readonly title: string | null;
  /** Model year. */
  readonly year: number | null;
  /** Year that the car's age is counted to. */
  readonly in_year: number;
  readonly hail: Hail;
};

/** Whether the listing declares hail, alone or beside other damage; a text next to it that was not understood may be anything. */
function hailOf(declared: DeclaredDamage): Hail {
  const hail = declaredCodes(declared).codes.filter(({ code }) => code.special === 'hail').length;
  const told = [declared.primary, declared.secondary].filter((text) => text !== null).length;
  return hail === 0 ? 'none' : hail >= told ? 'all' : 'some';
}

/**
 * What a verdict needs to know of a lot.
 * @param lot Its address and place as listed, and what it declares.
 * @param year Model year, or null.
 * @param defaultState For lots that name no place; never for one sold in Canada, where no state's law applies.
 * @param day ISO day that its age is counted to.
 */
export function lossLot(
  lot: { readonly url?: string; readonly location: string | null; readonly declared: DeclaredDamage },
  { year, defaultState, day }: { year: number | null; defaultState: string | null; day: string },
): LossLot {
  const { title } = lot.declared;
  const place = { ...lot, title };
  return {
    state: jurisdictionOfLot(place) ?? (isSoldInCanada(place) ? null : defaultState),
    title,
    year,
    in_year: Number(day.slice(0, 4)),
    hail: hailOf(lot.declared),
  };
}

type Valued = Pick<
  Estimate,
  | 'repair_to_value'
  | 'total'
  | 'vehicle_value'
  | 'cost_to_value'
  | 'scenario'
  | 'lines'
  | 'outcome'
  | 'subtotal'
  | 'tax'
>;
type Held = {
  readonly cost: CostShare;
  readonly of: 'listed' | 'model' | 'user';
  /** US dollars. */
  readonly value: number;
};

/** The repair as the report states it over the value it states: one share wherever it is shown. Null where no value is known. */
function heldBy({ repair_to_value, total, vehicle_value, cost_to_value }: Valued): Held | null {
  if (cost_to_value) {
    const { value, source, quantiles } = cost_to_value;
    return value > 0 ? { cost: { likely: total.likely / value, drawn: quantiles }, of: source, value } : null;
  }
  if (repair_to_value && repair_to_value.likely > 0)
    return {
      cost: { likely: repair_to_value.likely, drawn: null },
      of: 'listed',
      value: total.likely / repair_to_value.likely,
    };
  const value = vehicle_value?.likely ?? 0;
  return value > 0 ? { cost: { likely: total.likely / value, drawn: null }, of: 'model', value } : null;
}

const scaled = ({ likely, drawn, ...rest }: CostShare, share: number): CostShare => ({
  ...rest,
  likely: likely * share,
  drawn: drawn?.map((value) => value * share) ?? null,
});

function lawFact(law: Statute, insurer: LossCase['insurer']): TotalLossFact {
  return {
    code: 'law',
    state: law.code,
    use: law.verdict_use,
    percent: law.percent,
    boundary: law.boundary,
    value_base: law.value_base,
    applies_to: law.applies_to,
    citation: law.citation,
    statement: law.statement,
    confidence: law.confidence,
    source_name: law.source_name,
    source_date: law.source_date,
    effective: law.effective,
    special_outcomes: law.special_outcomes,
    open_points: law.open_points,
    insurer: insurer ?? 'not_stated',
  };
}

/** The rule's verdict and facts after what the title itself says, which rules over both. */
function besideTitle(
  content: TitleContent | null,
  { verdict, facts }: Pick<Judged, 'verdict' | 'facts'>,
): Pick<Judged, 'verdict' | 'facts'> {
  if (content === null || content === 'other' || content === 'hail' || content === 'theft_recovered')
    return { verdict, facts };
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

/** The loss of an estimate as a law compares it, and what of its cost that law leaves out. */
function caseOf(
  law: Statute,
  lot: LossLot,
  held: Held,
  estimate: Valued,
): { of: LossCase; facts: TotalLossFact[] } {
  const kinds = law.reading.not_counted ?? [];
  const weak = law.reading.weak ?? [];
  const part = countedShare(estimate, kinds, lot.hail);
  const sure = countedShare(
    estimate,
    kinds.filter((kind) => !weak.includes(kind)),
    lot.hail,
  );
  const drawn = estimate.cost_to_value ?? null;
  const own = estimate.scenario?.set.loss;
  const salvage: SalvageShare | null =
    own?.salvage !== undefined
      ? { least: own.salvage / held.value, most: own.salvage / held.value, of: 'user' }
      : drawn && { least: drawn.salvage[0], most: drawn.salvage[1], of: 'usual' };
  const of: LossCase = {
    costs: [scaled(held.cost, part), scaled(held.cost, sure)],
    value: held.value,
    age: lot.year === null ? null : Math.max(0, lot.in_year - lot.year),
    salvage,
    insurer: own?.insurer ?? null,
    structure: {
      any: hasStructure(estimate),
      heavy: hasHeavyDamage(estimate),
    },
  };
  const facts: TotalLossFact[] =
    kinds.length > 0 && part < 1
      ? [{ code: 'not_counted', costs: kinds, counted: held.cost.likely * part }]
      : [];
  return { of, facts };
}

/**
 * What the law of a state or province says of a repair, and the verdict that follows, never against what the title (as listed)
 * says. Null where no rule is known, where the car is outside the rule, or where no value is. Never legal advice.
 */
export function totalLoss(lot: LossLot, estimate: Valued): TotalLoss {
  const own = estimate.scenario?.set.loss;
  const state = own?.state ?? lot.state;
  const law = statuteOf(state);
  const held = heldBy(estimate);
  const found = law && held ? caseOf(law, lot, held, estimate) : null;
  const judged = law && found ? byStatute(law, found.of) : NOTHING_JUDGED;
  const read = readTitle(lot.title, state);
  const { verdict, facts } = besideTitle(read?.sure ? read.content : null, judged);
  const decided = facts.some(
    (fact) => fact.code === 'title' && (fact.effect === 'decides' || fact.effect === 'overrules'),
  );
  const [low, high] = PRACTICE_PERCENT;
  const { probability, tips_at, basis } = judged;
  return {
    state,
    facts: [
      law ? lawFact(law, own?.insurer ?? null) : { code: 'no_rule', state },
      held ? { code: 'repair_share', share: held.cost.likely, of: held.of } : { code: 'value_unknown' },
      ...(decided ? [] : (found?.facts ?? [])),
      ...facts,
      ...(law && found && verdict === 'total_loss' && !decided ? secondLines(law, found.of) : []),
      ...(basis === 'practice' && !decided ? [{ code: 'practice', low, high } as const] : []),
    ],
    verdict,
    ...(basis !== null && verdict !== null && !decided ? { basis } : {}),
    ...(probability === undefined ? {} : { probability, salvage_tips_at: tips_at ?? null }),
    dated: TOTAL_LOSS_TABLE.dated,
  };
}
