import type { DamageCode, PartEntry, ZoneEntry } from './damage-codes.ts';
import type { PriorPart } from './declared-prior.ts';
import type { SeverityVector } from './severity-vector.ts';

/** One declared code with the weight and severity it counts with. */
export type WeightedCode = {
  readonly code: DamageCode;
  readonly listed: string;
  /** 1 for the primary, the convention's 0.8 for the secondary. */
  readonly weight: number;
  readonly severity: SeverityVector;
  readonly stationary: boolean;
};

/**
 * Chances (0–1) of one part. `some`: that it is damaged, side left open;
 * `left` and `right`: of each side alone. Where a row is not split by side the three are equal.
 */
export type Chance = { readonly left: number; readonly right: number; readonly some: number };

const NONE: Chance = { left: 0, right: 0, some: 0 };

/** Chance that at least one of independent things happens. */
export const noisyOr = (chances: readonly number[]): number =>
  1 - chances.reduce((rest, chance) => rest * (1 - chance), 1);

const oneSided = new Set(['FC', 'S', 'RC']);

/** A corner or side zone on each side is two zones: one left, one right. */
const expand = (entry: ZoneEntry): ZoneEntry[] =>
  entry.side === 'each' && oneSided.has(entry.zone)
    ? [
        { ...entry, side: 'left' },
        { ...entry, side: 'right' },
      ]
    : [entry];

/** q(part, zone) of 4.2: the table's chance averaged over the severity classes. */
function zoneChance(part: PriorPart, entry: ZoneEntry, severity: SeverityVector): number {
  const chances = part.zones[entry.zone];
  if (!chances || (entry.only && !entry.only.includes(part.id))) return 0;
  const [minor, moderate, severe] = entry.severity === 'minor' ? [1, 0, 0] : severity;
  return (minor * chances[0] + moderate * chances[1] + severe * chances[2]) / 100;
}

const on = (side: 'left' | 'right') => (entry: ZoneEntry) => entry.side === side || entry.side === 'each';

function fromZones(part: PriorPart, { code, severity }: WeightedCode): Chance {
  const entries = code.zones.flatMap(expand);
  const combine = (some: readonly ZoneEntry[]): number => {
    const chances = some.map((entry) => entry.weight * zoneChance(part, entry, severity));
    return code.combine === 'or' ? chances.reduce((sum, chance) => sum + chance, 0) : noisyOr(chances);
  };
  const all = combine(entries);
  if (!part.sided) return { left: all, right: all, some: all };
  const left = combine(entries.filter(on('left')));
  const right = combine(entries.filter(on('right')));
  return { left, right, some: code.combine === 'or' ? all : Math.max(left, right) };
}

function fromEntry(part: PriorPart, entry: PartEntry, stationary: boolean): Chance {
  const some = stationary ? (entry.p_stationary ?? entry.p) : entry.p;
  const each = part.sided && !entry.each_side ? some / 2 : some;
  return { left: each, right: each, some };
}

const combineSides = (chances: readonly Chance[]): Chance => ({
  left: noisyOr(chances.map((chance) => chance.left)),
  right: noisyOr(chances.map((chance) => chance.right)),
  some: noisyOr(chances.map((chance) => chance.some)),
});

const scale = (chance: Chance, by: number): Chance => ({
  left: chance.left * by,
  right: chance.right * by,
  some: chance.some * by,
});

const CURTAIN = 'airbag_curtain';

/** What one code says of one part, its weight counted in. */
export function codeChance(part: PriorPart, weighted: WeightedCode): Chance {
  const { code, weight, stationary } = weighted;
  const entries = code.parts.filter((entry) => entry.id === part.id);
  let chance = combineSides([
    fromZones(part, weighted),
    ...entries.map((entry) => fromEntry(part, entry, stationary)),
  ]);
  if (part.id === CURTAIN && code.curtains_at_least > 0) {
    const least = (value: number): number => Math.max(value, code.curtains_at_least);
    chance = { left: least(chance.left), right: least(chance.right), some: least(chance.some) };
  }
  return scale(chance, weight);
}

/** The code's words name the side it hits this part on; a left rear hit still says nothing of a belt's side. */
const namesSideOf = (part: PriorPart, { code }: WeightedCode): boolean =>
  part.sided &&
  code.names_sides &&
  code.zones.some(({ zone, side }) => side !== 'each' && part.zones[zone] !== undefined);

export type CombinedChance = Chance & {
  readonly part: PriorPart;
  /** The codes that say most about the part name its side. */
  readonly named: boolean;
  /** The codes that speak of the part, most telling first. */
  readonly from: readonly WeightedCode[];
};

/**
 * Primary and secondary together, by noisy-OR. A side is named only where the codes whose words name sides say at least
 * as much about the part as those that don't.
 */
export function combineCodes(codes: readonly WeightedCode[], parts: readonly PriorPart[]): CombinedChance[] {
  return parts.map((part) => {
    const each = codes
      .map((weighted) => ({ weighted, chance: codeChance(part, weighted) }))
      .filter(({ chance }) => chance.some > 0)
      .sort((a, b) => b.chance.some - a.chance.some);
    const said = (named: boolean): number =>
      noisyOr(
        each.filter(({ weighted }) => namesSideOf(part, weighted) === named).map((it) => it.chance.some),
      );
    return {
      ...(each.length === 0 ? NONE : combineSides(each.map((it) => it.chance))),
      part,
      named: said(true) > 0 && said(true) >= said(false),
      from: each.map((it) => it.weighted),
    };
  });
}
