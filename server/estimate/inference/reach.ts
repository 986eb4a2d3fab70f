import { isAirbag } from '../../../contract/evidence.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { CONDITION } from '../../damage-detectors/declared/condition.ts';
import type { BySeverity } from '../tables/severity.ts';
import type { BelievedPart, WeighedPart } from './believed-parts.ts';
import { INFERENCE } from './inference-table.ts';
import { type PartStates, SEVERITIES } from './severity-grid.ts';
import { INSIDE, outerParts } from './spared.ts';

/** A part that may stand before others. */
export type Standing = {
  readonly weighed: WeighedPart;
  /** Chance over SEVERITIES given what is seen of it. */
  readonly by_hit: readonly number[];
  /** The states by the listing alone, and how much of them is this piece's where they are a pair's. */
  readonly expected: { readonly states: PartStates; readonly share: number };
};

/** Chances over SEVERITIES of a damage that is minor or more, moderate or more, and severe. */
type Tails = readonly [Float64Array, Float64Array, Float64Array];
type Front = {
  readonly part: BelievedPart;
  /** By the listing alone, and given what is seen of it; made where asked for. */
  expected(): Tails;
  seen(): Tails;
  readonly looked_at: boolean;
  readonly inside: boolean;
};

const LENGTH = SEVERITIES.length;
const noTails = (): Tails => [new Float64Array(LENGTH), new Float64Array(LENGTH), new Float64Array(LENGTH)];

/** Curves of declared parts are the same from lot to lot, and so are their tails. */
const expectedOf = new WeakMap<PartStates, Map<number, Tails>>();

function expectedTails(states: PartStates, share: number): Tails {
  const kept = expectedOf.get(states) ?? new Map<number, Tails>();
  expectedOf.set(states, kept);
  const tails = kept.get(share) ?? tailsOf(states, share);
  kept.set(share, tails);
  return tails;
}

function tailsOf({ minor, moderate, severe }: PartStates, share: number): Tails {
  const tails = noTails();
  for (let at = 0; at < LENGTH; at++) {
    tails[2][at] = share * (severe[at] ?? 0);
    tails[1][at] = (tails[2][at] ?? 0) + share * (moderate[at] ?? 0);
    tails[0][at] = (tails[1][at] ?? 0) + share * (minor[at] ?? 0);
  }
  return tails;
}

/** What is seen of a part splits its chance; where that speaks for damage in every degree, none is ever less than expected. */
function seenTails({ weighed, by_hit }: Standing, expected: Tails): Tails {
  const { states, ratio, evidence } = weighed;
  const isFound = evidence.steps.every((step) => step >= 0);
  const tails = noTails();
  for (let at = 0; at < LENGTH; at++) {
    const severe = (states.severe[at] ?? 0) * ratio[2];
    const moderate = (states.moderate[at] ?? 0) * ratio[1] + severe;
    const all = (states.minor[at] ?? 0) * ratio[0] + moderate;
    if (all === 0) continue;
    const by = (by_hit[at] ?? 0) / all;
    tails[0][at] = all * by;
    tails[1][at] = moderate * by;
    tails[2][at] = severe * by;
  }
  if (isFound)
    for (const [z, tail] of tails.entries()) {
      const least = expected[z];
      if (least) for (let at = 0; at < LENGTH; at++) tail[at] = Math.max(tail[at] ?? 0, least[at] ?? 0);
    }
  return tails;
}

function frontOf(standing: Standing): Front {
  const { part, evidence } = standing.weighed;
  const looked_at = [evidence.steps, evidence.of_pair].some((steps) => steps.some((step) => step !== 0));
  let left: Tails | undefined;
  const expected = (): Tails => expectedTails(standing.expected.states, standing.expected.share);
  const seen = (): Tails => {
    left ??= looked_at ? seenTails(standing, expected()) : expected();
    return left;
  };
  return { part, expected, seen, looked_at, inside: isInside(part) };
}

const isInside = ({ category }: BelievedPart): boolean => INSIDE.has(categoryById(category)?.section ?? '');
const mayBeSame = (a: BelievedPart, b: BelievedPart): boolean =>
  a.side === b.side || ![a.side, b.side].every((side) => side === 'left' || side === 'right');

/** The parts that evidence may be of, and what stands before a part among them. */
type Car = {
  readonly by_prior: ReadonlyMap<string | null, readonly Front[]>;
  readonly outer: readonly Front[];
  readonly outer_keys: ReadonlySet<string>;
  /** Any bag was looked at, and any of the outer parts. */
  readonly bags_seen: boolean;
  readonly outer_seen: boolean;
};

/** What stands before a part or carries it: what the table names, else the outer parts of the declared place; empty: nothing that could spare it. */
function before(part: BelievedPart, { by_prior, outer, outer_keys, outer_seen }: Car): readonly Front[] {
  if (!part.declared || part.floor > 0 || outer_keys.has(part.key)) return [];
  const id = part.prior_id ?? '';
  const names = INFERENCE.hidden_behind[id] ?? INFERENCE.sits_on[id] ?? [];
  const named = isInside(part)
    ? []
    : names.flatMap((id) =>
        (by_prior.get(id) ?? []).filter((front) => !front.inside && mayBeSame(front.part, part)),
      );
  const standing = named.length > 0 ? named : outer;
  if (named.length > 0 ? !named.some(({ looked_at }) => looked_at) : !outer_seen) return [];
  // Where the declaration speaks of it more than of what is before it (water, a fire), no panel tells of it.
  const isReached = ([0, 1, 2] as const).every((at) =>
    standing.some((front) => front.part.by_severity[at] >= part.by_severity[at]),
  );
  return isReached ? standing : [];
}

type Sums = { readonly expected: Tails; readonly seen: Tails };

function sumOf(standing: readonly Front[]): Sums {
  const sums: Sums = { expected: noTails(), seen: noTails() };
  const add = ([first, second, third]: Tails, [a, b, c]: Tails): void => {
    for (let at = 0; at < LENGTH; at++) {
      first[at] = (first[at] ?? 0) + (a[at] ?? 0);
      second[at] = (second[at] ?? 0) + (b[at] ?? 0);
      third[at] = (third[at] ?? 0) + (c[at] ?? 0);
    }
  };
  for (const front of standing) {
    add(sums.expected, front.expected());
    add(sums.seen, front.seen());
  }
  return sums;
}

/** Share 0–1 over SEVERITIES of what was expected of the parts before one that is still believed of them, each state by the part's own chance in such a hit. */
function shareLeft([minor, moderate, severe]: BySeverity, { expected, seen }: Sums): Float64Array {
  const left = new Float64Array(LENGTH).fill(1);
  const [b, c] = [Math.max(0, moderate - minor), Math.max(0, severe - moderate)];
  const [all0, all1, all2] = expected;
  const [seen0, seen1, seen2] = seen;
  for (let k = 0; k < LENGTH; k++) {
    const all = minor * (all0[k] ?? 0) + b * (all1[k] ?? 0) + c * (all2[k] ?? 0);
    const still = minor * (seen0[k] ?? 0) + b * (seen1[k] ?? 0) + c * (seen2[k] ?? 0);
    if (all > 0) left[k] = Math.min(1, still / all);
  }
  return left;
}

/** The bags that take a part with them where they go off; those of all bags are taken by any. */
const BAGS_OF: ReadonlyMap<string, ReadonlySet<string>> = bagsOf();
function bagsOf(): Map<string, Set<string>> {
  const { brought_by, deployed_always } = CONDITION.overrides;
  const bags = new Map(deployed_always.ids.map((id) => [id, new Set(Object.keys(brought_by))]));
  for (const [bag, brought] of Object.entries(brought_by))
    for (const id of Object.keys(brought)) bags.set(id, (bags.get(id) ?? new Set()).add(bag));
  return bags;
}

function bagsBefore(part: BelievedPart, { by_prior, bags_seen }: Car): readonly Front[] {
  if (!bags_seen || !part.declared || isAirbag(part.category)) return [];
  const bags = [...(BAGS_OF.get(part.prior_id ?? '') ?? [])].flatMap((id) =>
    (by_prior.get(id) ?? []).filter((bag) => mayBeSame(bag.part, part)),
  );
  return bags.some(({ looked_at }) => looked_at) ? bags : [];
}

/** What a bag takes with it goes by the likeliest of its bags: as much less as that is seen undamaged, surer as it is seen gone off. */
function heldByBags(left: Float64Array, bags: readonly Front[]): Float64Array {
  return left.map((share, at) => {
    let [expected, seen] = [0, 0];
    for (const bag of bags) {
      expected = Math.max(expected, bag.expected()[0][at] ?? 0);
      seen = Math.max(seen, bag.seen()[0][at] ?? 0);
    }
    if (!(expected > 0) || expected >= 1) return share;
    if (seen <= expected) return Math.min(share, seen / expected);
    return share + ((1 - share) * (seen - expected)) / (1 - expected);
  });
}

/**
 * What becomes of a part's chance by what was seen of the parts before it: a factor over SEVERITIES for one piece or pair of pieces.
 * `chance`: what the listing says of it, `by_hit`: with its own evidence; both over SEVERITIES, never falling.
 */
export type Reach = (
  pieces: readonly WeighedPart[],
  chance: ArrayLike<number>,
  by_hit: readonly number[],
) => Float64Array | null;

/** The same evidence of a part on a chance of which `left` is left, as a factor on what is believed of it; the result never falls. */
function factorOf(left: Float64Array, chance: ArrayLike<number>, by_hit: readonly number[]): Float64Array {
  const factor = new Float64Array(LENGTH).fill(1);
  let least = 0;
  for (let at = 0; at < LENGTH; at++) {
    const [p, seen, share] = [chance[at] ?? 0, by_hit[at] ?? 0, left[at] ?? 1];
    if (!(seen > 0) || !(p > 0) || p >= 1 || seen >= 1) continue;
    const odds = (share * p) / (1 - share * p);
    const likelihood = (seen / (1 - seen)) * ((1 - p) / p);
    least = Math.max(least, (odds * likelihood) / (1 + odds * likelihood));
    factor[at] = Math.min(1, least / seen);
  }
  return factor;
}

const NOTHING: Reach = () => null;

/**
 * Damage is local, in both directions: structure, cooling, suspension and air bags are reached through the outer parts before them, so
 * of what is expected of them at a severity as much is left as of those; what a bag takes with it goes by the bag. Null where no part
 * before them was looked at, and by older tables.
 */
export function reachOf(all: readonly Standing[]): Reach {
  if (!INFERENCE.spared_behind?.value) return NOTHING;
  const declared = all.filter(({ weighed }) => weighed.part.declared);
  if (declared.every(({ weighed: { evidence } }) => evidence.from.length === 0)) return NOTHING;
  const fronts = declared.map(frontOf);
  const outer_keys = new Set(outerParts(declared.map(({ weighed }) => weighed.part)).map(({ key }) => key));
  const outer = fronts.filter(({ part }) => outer_keys.has(part.key));
  const car: Car = {
    by_prior: Map.groupBy(fronts, ({ part }) => part.prior_id),
    outer,
    outer_keys,
    bags_seen: fronts.some(({ part, looked_at }) => looked_at && isAirbag(part.category)),
    outer_seen: outer.some(({ looked_at }) => looked_at),
  };
  const sums = new Map<string, Sums>();
  return (pieces, chance, by_hit) => {
    const [first] = pieces;
    if (!first) return null;
    const standing = together(pieces.map(({ part }) => before(part, car)));
    const bags = together(pieces.map(({ part }) => bagsBefore(part, car)));
    if (standing.length === 0 && bags.length === 0) return null;
    const names = standing.map(({ part }) => part.key).join();
    const sum = sums.get(names) ?? sumOf(standing);
    sums.set(names, sum);
    const left = shareLeft(first.part.by_severity, sum);
    return factorOf(bags.length > 0 ? heldByBags(left, bags) : left, chance, by_hit);
  };
}

/** Lists of one or two pieces as one, the same list where they are one. */
function together(lists: readonly (readonly Front[])[]): readonly Front[] {
  const [first = []] = lists;
  return lists.every((list) => list === first) ? first : [...new Set(lists.flat())];
}
