import type { SpecialDamage } from '../../damage-detectors/declared/part-probabilities.ts';
import { INFERENCE, RISK_KINDS, type RiskKind } from './inference-table.ts';
import type { ListedFacts } from './listed-facts.ts';

/** Which listed facts speak for a risk, as codes; words are made elsewhere. */
export type RiskGround = 'base' | 'declared' | 'title' | 'run_state' | 'keys' | 'odometer';

/** Damage of a kind that no photo shows: stated beside the estimate, never a part's money. */
export type UnseenRisk = {
  readonly kind: RiskKind;
  /** 0–1, by the listing alone: no photo moves it. */
  readonly listed: number;
  /** 0–1, with what follows when nothing that photos show explains why the car is for sale. Never below `listed`. */
  readonly probability: number;
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
    const explained = rules.nothing_hit[kind] * Math.min(1, Math.max(0, nothingHit));
    return {
      kind,
      listed: 1 - without,
      probability: 1 - without * (1 - explained),
      grounds: speaking.map(({ ground }) => ground),
    };
  });
}
