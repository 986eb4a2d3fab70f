import type { EvidenceItem } from '../../../contract/evidence.ts';
import type { Car } from '../../damage-detectors/declared/equipment-take-rate.ts';
import {
  type PartProbabilities,
  partProbabilities,
} from '../../damage-detectors/declared/part-probabilities.ts';
import type { SeverityVector } from '../../damage-detectors/declared/severity-vector.ts';
import { damageKind } from '../tables/selection.ts';
import { keptBySeverity } from '../tables/severity.ts';
import {
  type BelievedPart,
  type CurveSource,
  chanceBySeverity,
  declaredParts,
  evidenceOf,
  indexEvidence,
  isBeyondDeclaration,
  type PartBelief,
  type PartEvidence,
  partsWith,
  type WeighedPart,
} from './believed-parts.ts';
import { coversOf, hiddenBehindFound, reached } from './hidden-parts.ts';
import { FIRST_RATES, INFERENCE, INFERENCE_TABLE, type SeeingRates } from './inference-table.ts';
import { isLightening, lighterBy } from './lighter-bags.ts';
import {
  type BelievedValue,
  believedValue,
  type ListedFacts,
  listedFacts,
  type UnseenRisk,
  unseenRisks,
  type ValueSpread,
  withCondition,
} from './listed-facts.ts';
import {
  anyOf,
  behindCovers,
  damagedShares,
  type OpenPair,
  oneSideSplit,
  oneSideSteps,
  openPairs,
  type PairBelief,
  type PairChances,
  type PairSplit,
  TOLD_APART,
} from './open-pairs.ts';
import { NO_STEPS, type Steps } from './photo-likelihood.ts';
import { type Reach, reachOf, type Standing } from './reach.ts';
import {
  type ClassShares,
  classShares,
  meanSeverity,
  NONE,
  normalized,
  type PartStates,
  partStates,
  priorSeverity,
  SEVERITIES,
} from './severity-grid.ts';
import { type Spared, sparedOf } from './spared.ts';

/** Severity of the hit as believed. `weights` over SEVERITIES add up to 1. */
export type SeverityBelief = {
  readonly weights: readonly number[];
  readonly mean: number;
  readonly classes: ClassShares;
};

export type Belief = {
  readonly table: typeof INFERENCE_TABLE;
  /** What the listing says, each fact once. */
  readonly facts: ListedFacts;
  readonly severity: SeverityBelief;
  /** Before photos and answers: of a hit, which only evidence of whole parts puts in doubt. */
  readonly prior: SeverityBelief;
  /** In the order of the declared prior, then parts only evidence names, then what hides behind those. */
  readonly parts: readonly PartBelief[];
  /** Declared pairs whose side the declaration leaves open, where both pieces are fitted; their pieces are among the parts. */
  readonly pairs: readonly PairBelief[];
  /** How much of the declared place is seen undamaged. */
  readonly spared: Spared;
  /** Expected number of damaged pieces. */
  readonly expected_parts: number;
  readonly risks: readonly UnseenRisk[];
  readonly value: BelievedValue | null;
  readonly declared: Pick<
    PartProbabilities,
    'declared_known' | 'located' | 'special' | 'total_loss' | 'warnings'
  >;
};

const severityBelief = (weights: number[]): SeverityBelief => ({
  weights,
  mean: meanSeverity(weights),
  classes: classShares(weights),
});

/** What the listing alone says of a lot; photos and answers are weighed against it. */
export type ListedBelief = {
  readonly facts: ListedFacts;
  readonly car: Car;
  readonly told: PartProbabilities;
  readonly parts: readonly BelievedPart[];
  /** Declared class chances with what title and odometer add, before any sale is weighed. */
  readonly severity: SeverityVector;
  /** The parts of which these are the pieces are weighed together. */
  readonly pairs: readonly OpenPair[];
  readonly prior: SeverityBelief;
  readonly value: BelievedValue | null;
  /** Parts and pairs as if the bags had not been listed as intact; null where they are not. */
  readonly bags_open: Pick<ListedBelief, 'told' | 'parts' | 'pairs'> | null;
  /** Chance and states over SEVERITIES, kept: many parts share one curve. */
  readonly curves: Map<string, Curve>;
};
type Curve = { readonly chance: Float64Array; readonly states: PartStates };

const curveFrom = (part: CurveSource, found: boolean): Curve => {
  const chance = chanceBySeverity(part, found, isBeyondDeclaration(part, found));
  return { chance, states: partStates(chance) };
};
/** Of declared parts that nobody found: the same from lot to lot. Some 4 kB each. */
const declaredCurve = keptBySeverity(2_000, (by_severity) =>
  curveFrom({ declared: true, by_severity, floor: 0 }, false),
);

/**
 * Belief before photos and answers, in the reference price world: insurer-paid rates, our own table's prices. What the user pays
 * or a catalogue asks never enters. Pure but for its own cache; takes the listing's evidence and passes over the rest.
 * `own`: value before the damage by our own model; null: unknown.
 */
export function believeListing(
  car: Car,
  evidence: readonly EvidenceItem[],
  own: ValueSpread | null,
): ListedBelief {
  const facts = listedFacts(evidence);
  const told = partProbabilities({ declared: facts.declared, vehicle: car });
  const { lighten } = damageKind(told.special, facts.title_content === 'clean');
  const severity = withCondition(told.severity, facts);
  const open =
    facts.declared.airbags === 'intact'
      ? partProbabilities({ declared: { ...facts.declared, airbags: null }, vehicle: car })
      : null;
  return {
    bags_open: open && { told: open, parts: declaredParts(open.parts), pairs: openPairs(open.parts) },
    severity,
    facts,
    car,
    told,
    parts: declaredParts(told.parts),
    pairs: openPairs(told.parts),
    prior: severityBelief(priorSeverity(severity, lighten, null)),
    value: believedValue(own, facts.retail_usd),
    curves: new Map(),
  };
}

/** The same with how often a car so hit is sold as salvage, over SEVERITIES, from draws of its lines. */
export const withSales = (listed: ListedBelief, sold: readonly number[]): ListedBelief => {
  const { lighten } = damageKind(listed.told.special, listed.facts.title_content === 'clean');
  return { ...listed, prior: severityBelief(priorSeverity(listed.severity, lighten, sold)) };
};

const NO_RATIO: WeighedPart['ratio'] = [1, 1, 1];
const ratiosOf = (steps: Steps): WeighedPart['ratio'] => {
  if (steps === NO_STEPS) return NO_RATIO;
  const [minor, moderate, severe] = steps;
  return [Math.exp(minor), Math.exp(minor + moderate), Math.exp(minor + moderate + severe)];
};

function curveOf(listed: ListedBelief, part: CurveSource, found: boolean): Curve {
  if (part.declared && part.floor === 0 && !found) return declaredCurve(part.by_severity);
  const key = `${part.declared}|${part.by_severity.join('|')}|${part.floor}|${found}`;
  let curve = listed.curves.get(key);
  if (!curve) {
    curve = curveFrom(part, found);
    listed.curves.set(key, curve);
  }
  return curve;
}

function weigh(listed: ListedBelief, part: BelievedPart, evidence: PartEvidence): WeighedPart {
  const beyond = isBeyondDeclaration(part, evidence.damage);
  return {
    part,
    evidence,
    ...curveOf(listed, part, evidence.damage),
    ratio: ratiosOf(evidence.steps),
    beyond,
  };
}

type Likelihood = Pick<WeighedPart, 'states' | 'ratio'>;
/** What bears on the severity: a part, or an open pair; `weight` 0–1 of how much it counts. */
type Witness = Likelihood & { readonly weight: number; readonly speaks: boolean };
type WeighedPair = {
  readonly pair: OpenPair;
  readonly left: WeighedPart;
  readonly right: WeighedPart;
  /** The pair as one, where the hit is on one side. */
  readonly one_side: Likelihood;
  readonly split: PairSplit;
  /** Likelihood (against none) that the pair is damaged, told without its side. */
  readonly of_pair: number;
  readonly witnesses: readonly Witness[];
};

const speaks = (steps: Steps): boolean => steps.some((step) => step !== 0);

/** A pair hit on one side of which nothing is seen. */
const EVEN_SPLIT: PairSplit = { left: 0.5, right: 0.5, both: 0 };
const witness = (states: PartStates, steps: Steps, weight: number): Witness => ({
  states,
  ratio: ratiosOf(steps),
  weight,
  speaks: weight > 0 && speaks(steps),
});

/** An open pair whose pieces are both fitted, and its pieces as they stand in it. */
function weighPair(listed: ListedBelief, pair: OpenPair, left: WeighedPart, right: WeighedPart): WeighedPair {
  const { chance, states } = curveOf(listed, pair, left.evidence.damage || right.evidence.damage);
  const steps = oneSideSteps(left.evidence.steps, right.evidence.steps);
  // An answer of the pair bears on both pieces, and counts once.
  const of_pair = speaks(left.evidence.of_pair) ? left.evidence.of_pair : right.evidence.of_pair;
  const { each_side } = pair;
  const ofPiece = chance.map((any) => (any * (1 + each_side)) / 2);
  const piece = (side: WeighedPart): WeighedPart => ({
    ...side,
    chance: ofPiece,
    states,
    beyond: isBeyondDeclaration(pair, side.evidence.damage),
  });
  return {
    pair,
    left: piece(left),
    right: piece(right),
    one_side: { states, ratio: ratiosOf(steps) },
    split:
      speaks(left.evidence.steps) || speaks(right.evidence.steps)
        ? oneSideSplit(left.ratio, right.ratio, damagedShares(states, listed.prior.weights))
        : EVEN_SPLIT,
    of_pair: Math.exp(of_pair[0]),
    witnesses: [
      witness(states, left.evidence.steps, each_side),
      witness(states, right.evidence.steps, each_side),
      witness(states, steps, 1 - each_side),
      ...(speaks(of_pair) ? [witness(partStates(chance.map((any) => anyOf(any, pair))), of_pair, 1)] : []),
    ],
  };
}

/** P(what was seen of the part | severity), against the same if it were whole. */
function likelihoodAt({ states, ratio }: Likelihood, at: number): number {
  return (
    (states.whole[at] ?? 0) +
    (states.minor[at] ?? 0) * ratio[0] +
    (states.moderate[at] ?? 0) * ratio[1] +
    (states.severe[at] ?? 0) * ratio[2]
  );
}

/** Logarithm of the likelihood of what is seen, over SEVERITIES. */
function logsOf(witnesses: readonly Witness[]): Float64Array {
  const logs = new Float64Array(SEVERITIES.length);
  for (const { speaks, states, ratio, weight } of witnesses)
    if (speaks)
      for (let at = 0; at < logs.length; at++)
        logs[at] = (logs[at] ?? 0) + weight * Math.log(likelihoodAt({ states, ratio }, at));
  return logs;
}

/**
 * What parts that the listing's intact bags settle say of the severity where they are seen undamaged: weighed by what they would be
 * expected to be without the listing, and with the listing's own word no bag counts twice. Null where there is nothing of it.
 */
function bagsLighter(
  { bags_open, ...listed }: ListedBelief,
  fitted: ReadonlyMap<string, WeighedPart>,
): Float64Array | null {
  if (bags_open === null) return null;
  const witnesses: Witness[] = [];
  const whole = new Map(
    bags_open.parts.flatMap((part): [string, WeighedPart][] => {
      const now = fitted.get(part.key);
      return now && isLightening(now.part, part) && now.evidence.steps.every((step) => step <= 0)
        ? [[part.key, weigh({ ...listed, bags_open: null }, part, now.evidence)]]
        : [];
    }),
  );
  for (const pair of bags_open.pairs) {
    const [left, right] = [whole.get(pair.left), whole.get(pair.right)];
    if (!left || !right) continue;
    witnesses.push(...weighPair({ ...listed, bags_open: null }, pair, left, right).witnesses);
    whole.delete(pair.left);
    whole.delete(pair.right);
  }
  for (const part of whole.values()) witnesses.push(witness(part.states, part.evidence.steps, 1));
  return witnesses.some(({ speaks }) => speaks) ? lighterBy(logsOf(witnesses)) : null;
}

/**
 * P(severity | what was seen). The declared forecast is calibrated on cars as they are sold, those that no hit explains among
 * them: `none` therefore counts only as far as evidence speaks for it above what it is in any lot. None without evidence
 * or with evidence of damage; as good as all of its share where the evidence is strong; rising without a jump between.
 */
function posteriorWeights(
  prior: readonly number[],
  witnesses: readonly Witness[],
  spared: Spared,
  lighter: Float64Array | null,
): number[] {
  if (lighter === null && !witnesses.some(({ speaks }) => speaks)) return [...prior];
  const logs = logsOf(witnesses);
  if (lighter) for (let at = 0; at < logs.length; at++) logs[at] = (logs[at] ?? 0) + (lighter[at] ?? 0);
  const most = Math.max(...logs);
  const weights = prior.map((share, at) => share * Math.exp((logs[at] ?? 0) - most));
  const hit = weights.reduce((sum, weight, at) => sum + (at === NONE ? 0 : weight), 0);
  const share = INFERENCE.none_share.value;
  weights[NONE] = (share / (1 - share)) * spared.none * Math.max(0, Math.exp((logs[NONE] ?? 0) - most) - hit);
  return normalized(weights);
}

/** Chance over SEVERITIES that a part, or any piece of a pair, is damaged, given what is seen of it. */
const byHit = (weighed: Likelihood): readonly number[] =>
  weighed.ratio.every((ratio) => ratio === 1)
    ? weighed.states.damaged
    : SEVERITIES.map((_, at) => 1 - (weighed.states.whole[at] ?? 0) / likelihoodAt(weighed, at));

function weighted(weights: readonly number[], by_hit: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++) sum += (weights[at] ?? 0) * (by_hit[at] ?? 0);
  return sum;
}

/** A part's own posterior over the severities believed. */
function partBelief(
  weighed: WeighedPart,
  by_hit: readonly number[],
  weights: readonly number[],
  prior: readonly number[],
): PartBelief {
  const { part, evidence, chance, states, ratio } = weighed;
  const sums = { minor: 0, moderate: 0, severe: 0 };
  for (let at = 0; at < SEVERITIES.length; at++) {
    const minor = (states.minor[at] ?? 0) * ratio[0];
    const moderate = (states.moderate[at] ?? 0) * ratio[1];
    const severe = (states.severe[at] ?? 0) * ratio[2];
    const damaged = minor + moderate + severe;
    if (damaged === 0) continue;
    const share = ((weights[at] ?? 0) * (by_hit[at] ?? 0)) / damaged;
    sums.minor += share * minor;
    sums.moderate += share * moderate;
    sums.severe += share * severe;
  }
  const probability = Math.min(1, sums.minor + sums.moderate + sums.severe);
  const [step] = evidence.steps;
  return {
    ...part,
    probability,
    unexamined: part.declared ? weighted(prior, chance) : 0,
    states: { whole: 1 - probability, ...sums },
    by_hit,
    seen: step > 0 ? 'damaged' : step < 0 ? 'whole' : null,
    answered: evidence.answered,
    evidence: evidence.from,
  };
}

/** The same part at another chance. */
function withChance(part: PartBelief, probability: number): PartBelief {
  if (part.probability === probability || part.probability === 0) return part;
  const by = probability / part.probability;
  const { minor, moderate, severe } = part.states;
  return {
    ...part,
    probability,
    by_hit: part.by_hit.map((chance) => chance * by),
    states: { whole: 1 - probability, minor: minor * by, moderate: moderate * by, severe: severe * by },
  };
}
const atMost = (part: PartBelief, probability: number): PartBelief =>
  withChance(part, Math.min(part.probability, probability));

/** A part with what is believed of it before what hides it is looked at; `pair`: the open pair it is a piece of. */
type OpenPart = {
  readonly weighed: WeighedPart;
  readonly pair: BelievedPair | null;
  readonly open: PartBelief;
};
type BelievedPair = {
  readonly weighed: WeighedPair;
  /** Over SEVERITIES, given what is seen of the pair. */
  readonly by_hit: Record<keyof PairChances, number[]>;
  readonly chances: PairChances;
};

const mapChances = <From, To>(
  { any, left, right, both }: Record<keyof PairChances, From>,
  to: (from: From) => To,
): Record<keyof PairChances, To> => ({ any: to(any), left: to(left), right: to(right), both: to(both) });
const pieceSide = ({ part }: WeighedPart): 'left' | 'right' => (part.side === 'left' ? 'left' : 'right');

function pairBelieved(weighed: WeighedPair, weights: readonly number[]): BelievedPair {
  const { split, of_pair } = weighed;
  const { each_side } = weighed.pair;
  const [left, right, one] = [weighed.left, weighed.right, weighed.one_side].map(byHit);
  const places = (): number[] => new Array<number>(SEVERITIES.length).fill(0);
  const by_hit: BelievedPair['by_hit'] = { any: places(), left: places(), right: places(), both: places() };
  for (let at = 0; at < SEVERITIES.length; at++) {
    const [l, r, o] = [left?.[at] ?? 0, right?.[at] ?? 0, (1 - each_side) * (one?.[at] ?? 0)];
    const any = each_side * (l + r - l * r) + o;
    const known = of_pair / (1 - any + any * of_pair);
    by_hit.any[at] = any * known;
    by_hit.left[at] = (each_side * l + o * split.left) * known;
    by_hit.right[at] = (each_side * r + o * split.right) * known;
    by_hit.both[at] = (each_side * l * r + o * split.both) * known;
  }
  return { weighed, by_hit, chances: mapChances(by_hit, (chances) => weighted(weights, chances)) };
}

/** All pieces with their chance by what is seen of them alone, beside what the listing lets expect. */
function standingParts(
  listed: ListedBelief,
  fitted: ReadonlyMap<string, WeighedPart>,
  pairs: readonly BelievedPair[],
): Standing[] {
  const pieces = new Map(
    pairs.flatMap(({ weighed: { pair, left, right }, by_hit }) => {
      const { states } = curveOf(listed, pair, false);
      const expected = { states, share: (1 + pair.each_side) / 2 };
      return [
        [left.part.key, { weighed: left, by_hit: by_hit.left, expected }] as const,
        [right.part.key, { weighed: right, by_hit: by_hit.right, expected }] as const,
      ];
    }),
  );
  return [...fitted].map(([key, weighed]) => {
    const { states } = weighed.evidence.damage ? curveOf(listed, weighed.part, false) : weighed;
    return pieces.get(key) ?? { weighed, by_hit: byHit(weighed), expected: { states, share: 1 } };
  });
}

function pairReached(pair: BelievedPair, reach: Reach, weights: readonly number[]): BelievedPair {
  const { left, right, pair: open } = pair.weighed;
  const chance = left.chance.map((piece) => anyOf((2 * piece) / (1 + open.each_side), open));
  const factor = reach([left, right], chance, pair.by_hit.any);
  if (factor === null) return pair;
  const by_hit = mapChances(pair.by_hit, (chances) =>
    chances.map((chance, at) => chance * (factor[at] ?? 1)),
  );
  return { ...pair, by_hit, chances: mapChances(by_hit, (chances) => weighted(weights, chances)) };
}

function reachedAlone(part: WeighedPart, by_hit: readonly number[], reach: Reach): readonly number[] {
  const factor = reach([part], part.chance, by_hit);
  return factor ? by_hit.map((chance, at) => chance * (factor[at] ?? 1)) : by_hit;
}

/** A part as what may hide another: an open pair with its twin. */
function coverChances({ pair, open: { side, probability } }: OpenPart): PairChances {
  if (pair) return pair.chances;
  const [left, right] = [side === 'right' ? 0 : probability, side === 'left' ? 0 : probability];
  return { any: probability, left, right, both: Math.min(left, right) };
}

/** An open pair held below what hides it. */
function heldPair(pair: BelievedPair, all: readonly OpenPart[]): BelievedPair {
  const { weighed, chances, by_hit } = pair;
  const covers = [coversOf(weighed.left, all), coversOf(weighed.right, all)];
  if (!covers.every((list) => list !== null) || chances.any === 0) return pair;
  const held = behindCovers(chances, covers.flat().map(coverChances));
  return {
    weighed,
    chances: held,
    by_hit: mapChances(held, (chance) => by_hit.any.map((any) => (any * chance) / chances.any)),
  };
}

/** A part alone held below what hides it. */
function heldPart({ weighed, open }: OpenPart, all: readonly OpenPart[]): PartBelief {
  const covers = coversOf(weighed, all);
  if (!covers) return open;
  const side = open.side === 'left' || open.side === 'right' ? open.side : 'any';
  return atMost(open, Math.max(...covers.map((cover) => coverChances(cover)[side])));
}

/** Each piece has an answer of its own: the two are told apart, however alike they are; never by older tables. */
const isEachAnswered = ({ left, right }: WeighedPair): boolean =>
  INFERENCE.local_damage !== undefined &&
  [left, right].every(({ evidence }) => evidence.answered !== null && evidence.of_pair[0] === 0);

const pairBelief = ({ weighed, by_hit, chances }: BelievedPair): PairBelief => ({
  open: weighed.pair.open,
  left: weighed.pair.left,
  right: weighed.pair.right,
  at_least_one: chances.any,
  both: chances.both,
  at_least_one_by_hit: by_hit.any,
  both_by_hit: by_hit.both,
  side_known: Math.abs(chances.left - chances.right) > TOLD_APART || isEachAnswered(weighed),
});

/**
 * Weighs photos and answers against what the listing says; `rates`: how well the model that looked sees. Order of the evidence
 * does not matter. Never throws.
 */
export function believeEvidence(
  listed: ListedBelief,
  evidence: readonly EvidenceItem[],
  rates: SeeingRates = FIRST_RATES,
): Belief {
  const index = indexEvidence(evidence);
  const prior = listed.prior.weights;
  const fitted = new Map(
    partsWith(listed.parts, evidence, rates)
      .map((part) => weigh(listed, part, evidenceOf(part, index, rates)))
      .filter((part) => part.evidence.answered !== 'not_fitted')
      .map((part) => [part.part.key, part]),
  );
  const joined = listed.pairs.flatMap((pair): WeighedPair[] => {
    const [left, right] = [fitted.get(pair.left), fitted.get(pair.right)];
    return left && right ? [weighPair(listed, pair, left, right)] : [];
  });
  const inPair = new Set(joined.flatMap(({ pair }) => [pair.left, pair.right]));
  const alone = [...fitted.values()].filter(({ part }) => !inPair.has(part.key));
  const spared = sparedOf(listed.parts, fitted);
  const weights = posteriorWeights(
    prior,
    [
      ...alone.map((part) => witness(part.states, part.evidence.steps, 1)),
      ...joined.flatMap(({ witnesses }) => witnesses),
    ],
    spared,
    bagsLighter(listed, fitted),
  );
  const unreached = joined.map((pair) => pairBelieved(pair, weights));
  const standing = standingParts(listed, fitted, unreached);
  const reach = reachOf(standing);
  const pairs = unreached.map((pair) => pairReached(pair, reach, weights));
  const pairOf = new Map(
    pairs.flatMap((pair) => [
      [pair.weighed.pair.left, pair] as const,
      [pair.weighed.pair.right, pair] as const,
    ]),
  );
  const all = standing.map(({ weighed, by_hit: alone }): OpenPart => {
    const pair = pairOf.get(weighed.part.key) ?? null;
    const by_hit = pair ? pair.by_hit[pieceSide(weighed)] : reachedAlone(weighed, alone, reach);
    return { weighed, pair, open: partBelief(weighed, by_hit, weights, prior) };
  });
  const held = new Map(pairs.map((pair) => [pair, heldPair(pair, all)]));
  const believed = all.map((part) => {
    const pair = part.pair && held.get(part.pair);
    return pair && pair !== part.pair
      ? partBelief(part.weighed, pair.by_hit[pieceSide(part.weighed)], weights, prior)
      : pair
        ? part.open
        : heldPart(part, all);
  });
  const weighed = all.map((part) => part.weighed);
  const behind = hiddenBehindFound(weighed, believed, listed.car).flatMap((part) => {
    const { answered, steps } = evidenceOf(part, index, rates);
    if (answered === 'not_fitted') return [];
    const odds = (part.probability / (1 - part.probability)) * Math.exp(Math.min(0, steps[0]));
    return [atMost(part, odds / (1 + odds))];
  });
  const keys = new Map(behind.map((part) => [part.key, part]));
  const kept = believed.map((part) => {
    const raised = keys.get(part.key);
    keys.delete(part.key);
    if (raised && raised.probability > part.probability) return raised;
    return pairOf.has(part.key) ? part : reached(part, believed, listed.car);
  });
  const parts = [...kept, ...keys.values()];
  const severity = severityBelief(weights);
  const { declared_known, located, special, total_loss, warnings } = listed.told;
  return {
    table: INFERENCE_TABLE,
    facts: listed.facts,
    severity,
    prior: listed.prior,
    parts,
    pairs: [...held.values()].map(pairBelief),
    spared,
    expected_parts: parts.reduce((sum, part) => sum + part.probability, 0),
    risks: unseenRisks(
      listed.facts,
      { special, impact: declared_known && special === null },
      severity.classes.none,
    ),
    value: listed.value,
    declared: { declared_known, located, special, total_loss, warnings },
  };
}
