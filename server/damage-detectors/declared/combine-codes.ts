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
export type SideProbabilities = { readonly left: number; readonly right: number; readonly some: number };

const NONE: SideProbabilities = { left: 0, right: 0, some: 0 };

/** Chance that at least one of independent things happens. */
export const noisyOr = (probabilities: readonly number[]): number =>
  1 - probabilities.reduce((rest, probability) => rest * (1 - probability), 1);

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
function zoneProbability(part: PriorPart, entry: ZoneEntry, severity: SeverityVector): number {
  const probabilities = part.zones[entry.zone];
  if (!probabilities || (entry.only && !entry.only.includes(part.id))) return 0;
  const [minor, moderate, severe] = entry.severity === 'minor' ? [1, 0, 0] : severity;
  return (minor * probabilities[0] + moderate * probabilities[1] + severe * probabilities[2]) / 100;
}

const on = (side: 'left' | 'right') => (entry: ZoneEntry) => entry.side === side || entry.side === 'each';

/** A code's zones, and those of them that each side has. */
type CodeZones = Readonly<Record<'all' | 'left' | 'right', readonly ZoneEntry[]>>;
const zonesOfCodes = new WeakMap<DamageCode, CodeZones>();
function zonesOf(code: DamageCode): CodeZones {
  const kept = zonesOfCodes.get(code);
  if (kept) return kept;
  const all = code.zones.flatMap(expand);
  const made = { all, left: all.filter(on('left')), right: all.filter(on('right')) };
  zonesOfCodes.set(code, made);
  return made;
}

function fromZones(part: PriorPart, { code, severity }: WeightedCode): SideProbabilities {
  const zones = zonesOf(code);
  const combine = (some: readonly ZoneEntry[]): number => {
    const probabilities = some.map((entry) => entry.weight * zoneProbability(part, entry, severity));
    return code.combine === 'or'
      ? probabilities.reduce((sum, probability) => sum + probability, 0)
      : noisyOr(probabilities);
  };
  const all = combine(zones.all);
  if (!part.sided) return { left: all, right: all, some: all };
  const left = combine(zones.left);
  const right = combine(zones.right);
  return { left, right, some: code.combine === 'or' ? all : Math.max(left, right) };
}

function fromEntry(part: PriorPart, entry: PartEntry, stationary: boolean): SideProbabilities {
  const some = stationary ? (entry.p_stationary ?? entry.p) : entry.p;
  const each = part.sided && !entry.each_side ? some / 2 : some;
  return { left: each, right: each, some };
}

/** `noisyOr` of each side. */
function combineSides(probabilities: readonly SideProbabilities[]): SideProbabilities {
  let [left, right, some] = [1, 1, 1];
  for (const probability of probabilities) {
    left *= 1 - probability.left;
    right *= 1 - probability.right;
    some *= 1 - probability.some;
  }
  return { left: 1 - left, right: 1 - right, some: 1 - some };
}

const scale = (probability: SideProbabilities, by: number): SideProbabilities => ({
  left: probability.left * by,
  right: probability.right * by,
  some: probability.some * by,
});

const CURTAIN = 'airbag_curtain';

/** By the parts asked and the code; within these by all else that a chance follows. */
type KeptChances = WeakMap<
  readonly PriorPart[],
  WeakMap<DamageCode, Map<string, readonly SideProbabilities[]>>
>;
let keptChances: KeptChances = new WeakMap();
let chancesKept = 0;
/** Some 120 parts each: the codes of the table at the severities that lots have, on the bodies there are. */
const MOST_CHANCES = 1_000;

/** What one code says of each of the parts; many lots declare the same. */
function codeProbabilities(
  weighted: WeightedCode,
  parts: readonly PriorPart[],
): readonly SideProbabilities[] {
  const { code, weight, severity, stationary } = weighted;
  if (chancesKept >= MOST_CHANCES) {
    keptChances = new WeakMap();
    chancesKept = 0;
  }
  const ofParts =
    keptChances.get(parts) ?? new WeakMap<DamageCode, Map<string, readonly SideProbabilities[]>>();
  const ofCode = ofParts.get(code) ?? new Map<string, readonly SideProbabilities[]>();
  const key = `${weight}|${severity.join()}|${stationary}`;
  const kept = ofCode.get(key);
  if (kept) return kept;
  const made = parts.map((part) => {
    const probability = codeProbability(part, weighted);
    return probability.some > 0 ? probability : NONE;
  });
  keptChances.set(parts, ofParts.set(code, ofCode.set(key, made)));
  chancesKept++;
  return made;
}

/** What one code says of one part, its weight counted in. */
export function codeProbability(part: PriorPart, weighted: WeightedCode): SideProbabilities {
  const { code, weight, stationary } = weighted;
  const entries = code.parts.filter((entry) => entry.id === part.id);
  let probability = combineSides([
    fromZones(part, weighted),
    ...entries.map((entry) => fromEntry(part, entry, stationary)),
  ]);
  if (part.id === CURTAIN && code.curtains_floor > 0) {
    const least = (value: number): number => Math.max(value, code.curtains_floor);
    probability = {
      left: least(probability.left),
      right: least(probability.right),
      some: least(probability.some),
    };
  }
  return scale(probability, weight);
}

/** The code's words name the side it hits this part on; a left rear hit still says nothing of a belt's side. */
const namesSideOf = (part: PriorPart, { code }: WeightedCode): boolean =>
  part.sided &&
  code.names_sides &&
  code.zones.some(({ zone, side }) => side !== 'each' && part.zones[zone] !== undefined);

export type CombinedProbability = SideProbabilities & {
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
export function combineCodes(
  codes: readonly WeightedCode[],
  parts: readonly PriorPart[],
): CombinedProbability[] {
  const chances = codes.map((weighted) => ({ weighted, ofParts: codeProbabilities(weighted, parts) }));
  return parts.map((part, row) => {
    const each = chances
      .map(({ weighted, ofParts }) => ({ weighted, probability: ofParts[row] ?? NONE }))
      .filter(({ probability }) => probability.some > 0);
    if (each.length === 0) return { ...NONE, part, named: false, from: [] };
    each.sort((a, b) => b.probability.some - a.probability.some);
    const saying = (named: boolean): number => {
      let rest = 1;
      for (const { weighted, probability } of each)
        if (namesSideOf(part, weighted) === named) rest *= 1 - probability.some;
      return 1 - rest;
    };
    return {
      ...combineSides(each.map((entry) => entry.probability)),
      part,
      named: part.sided && saying(true) > 0 && saying(true) >= saying(false),
      from: each.map((entry) => entry.weighted),
    };
  });
}
