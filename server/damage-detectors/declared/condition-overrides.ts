import type { DeclaredReason } from '../../../contract/facts/line-reason.ts';
import type { DeclaredDamage } from '../../../contract/schemas/damage.ts';
import type { WeightedCode } from './combine-codes.ts';
import { CONDITION } from './condition.ts';
import type { PriorZone } from './declared-prior.ts';

/** A listed fact that settles a part whatever the damage code says; on the struck side alone, or on `both_sides`. */
export type Override = {
  readonly floor: number;
  readonly at_most: number;
  readonly because: Extract<DeclaredReason, { code: 'listed' }>['fact'];
  readonly both_sides?: true;
};

/** How much of the declared hit lies in these zones: weights of the code's zones, alternatives and both codes added. */
const zoneWeight = (codes: readonly WeightedCode[], zones: readonly PriorZone[]): number =>
  codes.reduce(
    (sum, { code, weight }) =>
      sum +
      weight *
        code.zones
          .filter((entry) => zones.includes(entry.zone))
          .reduce((all, entry) => all + entry.weight, 0),
    0,
  );

/**
 * Hard overrides by prior id: deployed or intact airbags, a missing catalyst, a
 * vehicle that does not run though no impact is declared. Missing airbags are our addition (judgement).
 */
export function conditionOverrides(
  declared: DeclaredDamage,
  codes: readonly WeightedCode[],
): ReadonlyMap<string, Override> {
  const rules = CONDITION.overrides;
  const found = new Map<string, Override>();
  const least = (ids: readonly string[], floor: number, because: Override['because']): void => {
    for (const id of ids) found.set(id, { floor: floor, at_most: 1, because });
  };

  if (declared.run === 'stationary' && !codes.some(({ code }) => code.impact))
    for (const [id, chance] of Object.entries(rules.stationary_without_impact))
      least([id], chance, 'not_running');

  if (declared.airbags === 'deployed') {
    const why = 'airbags_deployed';
    least(rules.deployed_always.ids, rules.deployed_always.floor, why);
    const struck = [rules.deployed_front, rules.deployed_side].filter(
      (bags) => zoneWeight(codes, bags.zones) >= bags.zone_weight,
    );
    for (const bags of struck.length > 0 ? struck : [rules.deployed_elsewhere]) {
      least(bags.ids, bags.floor, why);
      for (const bag of bags.ids)
        for (const [id, share] of Object.entries(rules.brought_by[bag] ?? {}))
          least([id], Math.max(found.get(id)?.floor ?? 0, bags.floor * share), why);
    }
    const { zones, zone_weight, both_sides } = rules.deployed_front;
    if (zoneWeight(codes, zones) >= zone_weight)
      for (const id of both_sides.ids)
        found.set(id, { floor: both_sides.floor, at_most: 1, because: why, both_sides: true });
  }
  if (declared.airbags === 'missing')
    least(rules.airbags_missing.ids, rules.airbags_missing.floor, 'airbags_missing');
  if (declared.airbags === 'intact')
    for (const id of rules.intact.ids)
      found.set(id, { floor: 0, at_most: rules.intact.at_most, because: 'airbags_intact' });
  if (declared.catalytic_converter === 'missing')
    least(rules.catalyst_missing.ids, rules.catalyst_missing.floor, 'catalytic_converter_missing');
  return found;
}
