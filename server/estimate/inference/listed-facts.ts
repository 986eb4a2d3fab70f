import type { EvidenceItem, TitleContent } from '../../../contract/evidence.ts';
import type { DeclaredDamage } from '../../../contract/schemas/damage.ts';
import type { SpecialDamage } from '../../damage-detectors/declared/part-probabilities.ts';
import type { SeverityVector } from '../../damage-detectors/declared/severity-vector.ts';
import { spreadInDollars } from '../tables/vehicle-value.ts';
import { INFERENCE, RISK_KINDS, type RiskKind } from './inference-table.ts';

type Kind = EvidenceItem['kind'];
type Of<K extends Kind> = Extract<EvidenceItem, { kind: K }>;

/** What the listing says, each fact once; null where nothing was listed. */
export type ListedFacts = {
  /** For the declared prior; `title` only where its content bears on the declared severity. */
  readonly declared: DeclaredDamage;
  readonly title_content: TitleContent | null;
  readonly odometer: Of<'odometer'>['status'] | null;
  readonly keys: Of<'keys'>['value'] | null;
  readonly retail_usd: number | null;
};

/** The words by which the declared prior knows the two contents of a title it weighs itself. */
const TITLE_WORDS: Partial<Record<TitleContent, string>> = {
  clean: 'Clean title',
  non_repairable: 'Non-repairable',
};

/** Reads the listing's facts out of the evidence; where a fact is there twice the latest (by id) counts. */
export function listedFacts(evidence: readonly EvidenceItem[]): ListedFacts {
  const sorted = [...evidence].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const last = <K extends Kind>(kind: K): Of<K> | null =>
    sorted.findLast((item): item is Of<K> => item.kind === kind) ?? null;
  const damage = (place: 'primary' | 'secondary'): Of<'declared_damage'> | null =>
    sorted.findLast(
      (item): item is Of<'declared_damage'> => item.kind === 'declared_damage' && item.place === place,
    ) ?? null;
  const [primary, secondary] = [damage('primary'), damage('secondary')];
  const title = last('title')?.content ?? null;
  return {
    declared: {
      site: primary?.site ?? secondary?.site ?? null,
      primary: primary?.words ?? null,
      secondary: secondary?.words ?? null,
      run: last('run_state')?.value ?? null,
      airbags: last('airbags')?.value ?? null,
      title: (title && TITLE_WORDS[title]) ?? null,
      loss_type: null,
      catalytic_converter: last('catalytic_converter')?.value ?? null,
    },
    title_content: title,
    odometer: last('odometer')?.status ?? null,
    keys: last('keys')?.value ?? null,
    retail_usd: last('listed_retail_value')?.usd ?? null,
  };
}

/** The declared severity with what the title's content and a dead dash add to it. Need not add up to 1. */
export function withCondition(
  vector: SeverityVector,
  { title_content, odometer }: ListedFacts,
): SeverityVector {
  const factors = [
    title_content ? INFERENCE.condition.titles[title_content] : undefined,
    odometer === 'unread' ? INFERENCE.condition.odometer_unread : undefined,
  ];
  return factors.reduce<SeverityVector>(
    ([minor, moderate, severe], factor) =>
      factor ? [minor * factor[0], moderate * factor[1], severe * factor[2]] : [minor, moderate, severe],
    vector,
  );
}

/** A value in cents with the standard deviation of its logarithm. */
export type ValueSpread = { readonly cents: number; readonly sd_log: number };
export type BelievedValue = ValueSpread & {
  readonly source: 'listed' | 'model';
  /** A value is listed but lies too far from our own to be used. */
  readonly listed_refused: boolean;
};

/** The listed retail value where it lies within .4–2.5 of our own, else our own; null where there is none. */
export function believedValue(own: ValueSpread | null, retailUsd: number | null): BelievedValue | null {
  const { least, most, sd_log } = INFERENCE.listed_value;
  const listed = retailUsd === null ? null : Math.round(retailUsd * 100);
  if (own === null || !(own.cents > 0))
    return own && { ...own, source: 'model', listed_refused: listed !== null };
  if (listed === null) return { ...own, source: 'model', listed_refused: false };
  const ratio = listed / own.cents;
  if (ratio < least || ratio > most) return { ...own, source: 'model', listed_refused: true };
  const spread = Math.min(Math.hypot(sd_log, spreadInDollars(listed)), own.sd_log);
  return { cents: listed, sd_log: spread, source: 'listed', listed_refused: false };
}

/** Which listed facts speak for a risk, as codes; words are made elsewhere. */
export type RiskGround = 'base' | 'declared' | 'title' | 'run_state' | 'keys' | 'odometer';

/** Damage of a kind that no photo shows: stated beside the estimate, never a part's money. */
export type UnseenRisk = {
  readonly kind: RiskKind;
  /** 0–1, by the listing alone: no photo moves it. */
  readonly listed: number;
  /** 0–1, with what follows when nothing that photos show explains why the car is for sale. Never below `listed`. */
  readonly probability: number;
  /** 0–1, by what the listing names: its title, or a car that does not run though no impact is declared. */
  readonly named: number;
  readonly grounds: readonly RiskGround[];
};

/**
 * The kinds of damage that photos cannot show. `nothingHit`: posterior share of the state `none` (0–1); `impact`: a place of
 * impact is declared.
 */
export function unseenRisks(
  facts: ListedFacts,
  lot: { readonly special: SpecialDamage | null; readonly impact: boolean },
  nothingHit: number,
): UnseenRisk[] {
  const rules = INFERENCE.risks;
  const { run } = facts.declared;
  const sources: [RiskGround, Partial<Record<RiskKind, number>> | undefined][] = [
    ['base', rules.base],
    ['declared', lot.special ? rules.declared[lot.special] : undefined],
    ['title', facts.title_content ? rules.title[facts.title_content] : undefined],
    [
      'run_state',
      run === 'stationary'
        ? lot.impact
          ? rules.stationary
          : rules.stationary_without_impact
        : run === 'starts'
          ? rules.starts
          : undefined,
    ],
    ['keys', facts.keys === 'no' ? rules.no_keys : undefined],
    ['odometer', facts.odometer === 'unread' ? rules.odometer_unread : undefined],
  ];
  return RISK_KINDS.map((kind) => {
    const speaking = sources.flatMap(([ground, shares]) => {
      const share = shares?.[kind] ?? 0;
      return share > 0 ? [{ ground, share }] : [];
    });
    const without = speaking.reduce((rest, { share }) => rest * (1 - share), 1);
    const withoutThese = (grounds: readonly RiskGround[]): number =>
      speaking
        .filter(({ ground }) => grounds.includes(ground))
        .reduce((rest, { share }) => rest * (1 - share), 1);
    const explained = rules.nothing_hit[kind] * Math.min(1, Math.max(0, nothingHit));
    return {
      kind,
      listed: 1 - without,
      probability: 1 - without * (1 - explained),
      named: 1 - withoutThese(run === 'stationary' && !lot.impact ? ['title', 'run_state'] : ['title']),
      grounds: speaking.map(({ ground }) => ground),
    };
  });
}
