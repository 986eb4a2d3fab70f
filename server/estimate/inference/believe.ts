import type { EvidenceItem } from '../../../contract/evidence.ts';
import type { Car } from '../../damage-detectors/declared/equipment-take-rate.ts';
import {
  type PartProbabilities,
  partProbabilities,
} from '../../damage-detectors/declared/part-probabilities.ts';
import type { SeverityVector } from '../../damage-detectors/declared/severity-vector.ts';
import { damageKind, sellThreshold } from '../tables/selection.ts';
import { lowestThreshold } from '../totals/total-loss.ts';
import {
  type BelievedPart,
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
import { hiddenBehindFound, hiddenCap } from './hidden-parts.ts';
import { INFERENCE_TABLE } from './inference-table.ts';
import {
  type BelievedValue,
  believedValue,
  type ListedFacts,
  listedFacts,
  type ValueSpread,
  withCondition,
} from './listed-facts.ts';
import { type PartStates, partStates } from './part-states.ts';
import type { Steps } from './photo-likelihood.ts';
import { type ReferenceCost, salvageSelection } from './salvage-selection.ts';
import {
  type ClassShares,
  classShares,
  meanSeverity,
  normalized,
  priorSeverity,
  SEVERITIES,
} from './severity-grid.ts';
import { type UnseenRisk, unseenRisks } from './unseen-risks.ts';

/**
 * The price world that belief is formed in: insurer-paid rates of the lot's state, our own table's prices. What the user
 * pays or a catalogue asks never enters.
 */
export type ReferenceWorld = {
  /** Value before the damage by our own model; null: nothing is weighed by value. */
  readonly own_value: ValueSpread | null;
  /** Two letters; null unknown. */
  readonly state: string | null;
  /** Repair over SEVERITIES (reference-cost.ts); null: nothing is weighed by value. */
  readonly costs: readonly ReferenceCost[] | null;
};
export const NO_REFERENCE: ReferenceWorld = { own_value: null, state: null, costs: null };

/** Severity of the hit as believed. `weights` over SEVERITIES add up to 1. */
export type SeverityBelief = {
  readonly weights: readonly number[];
  readonly mean: number;
  readonly classes: ClassShares;
};

export type Belief = {
  readonly table: typeof INFERENCE_TABLE;
  readonly severity: SeverityBelief;
  /** Before photos and answers. */
  readonly prior: SeverityBelief;
  /** In the order of the declared prior, then parts only evidence names, then what hides behind those. */
  readonly parts: readonly PartBelief[];
  /** Expected number of damaged pieces. */
  readonly expected_parts: number;
  readonly risks: readonly UnseenRisk[];
  readonly value: BelievedValue | null;
  readonly declared: Pick<
    PartProbabilities,
    'statement' | 'declared_known' | 'located' | 'special' | 'total_loss' | 'warnings'
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
  readonly prior: SeverityBelief;
  readonly value: BelievedValue | null;
  /** Chance and states over SEVERITIES, kept: many parts share one curve. */
  readonly curves: Map<string, { readonly chance: Float64Array; readonly states: PartStates }>;
};

/** Belief before photos and answers. Pure but for its own cache; takes the listing's evidence and passes over the rest. */
export function believeListing(
  car: Car,
  evidence: readonly EvidenceItem[],
  reference: ReferenceWorld,
): ListedBelief {
  const facts = listedFacts(evidence);
  const told = partProbabilities({ declared: facts.declared, vehicle: car });
  const clean = facts.title_content === 'clean';
  const kind = damageKind(told.special, clean);
  const value = believedValue(reference.own_value, facts.retail_usd);
  const selection =
    value && reference.costs
      ? salvageSelection(
          reference.costs,
          value,
          sellThreshold(value.cents, lowestThreshold(reference.state), clean),
          kind,
        )
      : null;
  const severity = withCondition(told.severity, facts);
  const weights = priorSeverity(severity, kind.lighten, selection);
  return {
    severity,
    facts,
    car,
    told,
    parts: declaredParts(told.parts),
    prior: severityBelief(weights),
    value,
    curves: new Map(),
  };
}

/** The same with how often a car so hit is sold as salvage, over SEVERITIES, from draws of its lines. */
export const withSales = (listed: ListedBelief, sold: readonly number[]): ListedBelief => {
  const clean = listed.facts.title_content === 'clean';
  const { lighten } = damageKind(listed.told.special, clean);
  return { ...listed, prior: severityBelief(priorSeverity(listed.severity, lighten, sold)) };
};

const ratiosOf = ([minor, moderate, severe]: Steps): WeighedPart['ratio'] => [
  Math.exp(minor),
  Math.exp(minor + moderate),
  Math.exp(minor + moderate + severe),
];

function weigh(listed: ListedBelief, part: BelievedPart, evidence: PartEvidence): WeighedPart {
  const beyond = isBeyondDeclaration(part, evidence.damage);
  const key = `${part.declared}|${part.by_severity.join('|')}|${part.floor}|${beyond}`;
  let curve = listed.curves.get(key);
  if (!curve) {
    const chance = chanceBySeverity(part, beyond);
    curve = { chance, states: partStates(chance) };
    listed.curves.set(key, curve);
  }
  return { part, evidence, ...curve, ratio: ratiosOf(evidence.steps), beyond };
}

const speaks = ({ evidence }: WeighedPart): boolean => evidence.steps.some((step) => step !== 0);

/** P(what was seen of the part | severity), against the same if it were whole. */
function likelihoodAt({ states, ratio }: WeighedPart, at: number): number {
  return (
    (states.whole[at] ?? 0) +
    (states.minor[at] ?? 0) * ratio[0] +
    (states.moderate[at] ?? 0) * ratio[1] +
    (states.severe[at] ?? 0) * ratio[2]
  );
}

function posteriorWeights(prior: readonly number[], parts: readonly WeighedPart[]): number[] {
  const logs = prior.map((weight) => Math.log(weight));
  for (const part of parts)
    if (speaks(part))
      for (let at = 0; at < logs.length; at++) logs[at] = (logs[at] ?? 0) + Math.log(likelihoodAt(part, at));
  const most = Math.max(...logs);
  return normalized(logs.map((log) => Math.exp(log - most)));
}

/** A part's own posterior over the severities believed, before what hides it is looked at. */
function partBelief(weighed: WeighedPart, weights: readonly number[], prior: readonly number[]): PartBelief {
  const { part, evidence, chance, states, ratio } = weighed;
  const sums = { whole: 0, minor: 0, moderate: 0, severe: 0 };
  let unexamined = 0;
  const by_hit: number[] = [];
  for (let at = 0; at < SEVERITIES.length; at++) {
    unexamined += (prior[at] ?? 0) * (chance[at] ?? 0);
    const all = likelihoodAt(weighed, at);
    const share = (weights[at] ?? 0) / all;
    const minor = (states.minor[at] ?? 0) * ratio[0];
    const moderate = (states.moderate[at] ?? 0) * ratio[1];
    const severe = (states.severe[at] ?? 0) * ratio[2];
    by_hit.push((minor + moderate + severe) / all);
    sums.whole += share * (states.whole[at] ?? 0);
    sums.minor += share * minor;
    sums.moderate += share * moderate;
    sums.severe += share * severe;
  }
  const [step] = evidence.steps;
  return {
    ...part,
    probability: Math.min(1, sums.minor + sums.moderate + sums.severe),
    unexamined: part.declared ? unexamined : 0,
    states: sums,
    by_hit,
    seen: step > 0 ? 'damaged' : step < 0 ? 'whole' : null,
    answered: evidence.answered,
    evidence: evidence.from,
  };
}

/** The same part at a lower chance: hidden behind something that is likelier whole. */
function scaledTo(part: PartBelief, probability: number): PartBelief {
  if (part.probability <= probability) return part;
  const by = probability / part.probability;
  const { minor, moderate, severe } = part.states;
  return {
    ...part,
    probability,
    by_hit: part.by_hit.map((chance) => chance * by),
    states: { whole: 1 - probability, minor: minor * by, moderate: moderate * by, severe: severe * by },
  };
}

/** Weighs photos and answers against what the listing says. Order of the evidence does not matter. Never throws. */
export function believeEvidence(listed: ListedBelief, evidence: readonly EvidenceItem[]): Belief {
  const index = indexEvidence(evidence);
  const weighed = partsWith(listed.parts, evidence)
    .map((part) => weigh(listed, part, evidenceOf(part, index)))
    .filter((part) => part.evidence.answered !== 'not_fitted');
  const weights = posteriorWeights(listed.prior.weights, weighed);
  const open = weighed.map((part) => partBelief(part, weights, listed.prior.weights));
  const believed = open.map((part, at) => {
    const cap = hiddenCap(weighed[at], weighed, open);
    return cap === null ? part : scaledTo(part, cap);
  });
  const behind = hiddenBehindFound(weighed, believed, listed.car).flatMap((part) => {
    const { answered, steps } = evidenceOf(part, index);
    if (answered === 'not_fitted') return [];
    const odds = (part.probability / (1 - part.probability)) * Math.exp(Math.min(0, steps[0]));
    return [scaledTo(part, odds / (1 + odds))];
  });
  const keys = new Map(behind.map((part) => [part.key, part]));
  const kept = believed.map((part) => {
    const raised = keys.get(part.key);
    keys.delete(part.key);
    return raised && raised.probability > part.probability ? raised : part;
  });
  const parts = [...kept, ...keys.values()];
  const severity = severityBelief(weights);
  const { statement, declared_known, located, special, total_loss, warnings } = listed.told;
  return {
    table: INFERENCE_TABLE,
    severity,
    prior: listed.prior,
    parts,
    expected_parts: parts.reduce((sum, part) => sum + part.probability, 0),
    risks: unseenRisks(
      listed.facts,
      { special, impact: declared_known && special === null },
      severity.classes.none,
    ),
    value: listed.value,
    declared: { statement, declared_known, located, special, total_loss, warnings },
  };
}

/**
 * What is believed about the damage of a lot: how heavy the hit was and which parts it reached, from all evidence, in the
 * reference price world. Pure; same evidence in any order, same answer; never throws.
 */
export const believe = (
  car: Car,
  evidence: readonly EvidenceItem[],
  reference: ReferenceWorld = NO_REFERENCE,
): Belief => believeEvidence(believeListing(car, evidence, reference), evidence);
