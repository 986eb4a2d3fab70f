import {
  type EvidenceItem,
  isAirbag,
  type PartAnswer,
  type TitleContent,
} from '../../../contract/evidence.ts';
import type { Zone } from '../../../contract/schemas/part.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { CONDITION } from '../../damage-detectors/declared/condition.ts';
import type { Belief } from './believe.ts';
import type { PartBelief } from './believed-parts.ts';
import { INFERENCE } from './inference-table.ts';
import type { PairBelief } from './open-pairs.ts';
import { type ClassShares, SEVERITIES } from './severity-grid.ts';

/** What the next piece of evidence may say, and how likely that is by what is believed now. */
export type PossibleOutcome = { readonly evidence: readonly EvidenceItem[]; readonly probability: number };

/** A piece of evidence that is not there yet: something to look at or to ask. */
export type PossibleLook = (
  | { readonly kind: 'photos'; readonly zone: Zone }
  | { readonly kind: 'part_answer'; readonly key: string }
  | { readonly kind: 'pair_answer'; readonly left: string; readonly right: string }
  | { readonly kind: 'airbags' | 'odometer' | 'run_state' | 'title' }
) & {
  readonly id: string;
  /** At most three; their probabilities add up to 1. */
  readonly outcomes: readonly PossibleOutcome[];
};

const OUTER_ZONES: readonly Zone[] = ['front', 'rear', 'left', 'right', 'roof'];
const MOST_ZONES = 4;
const MOST_PARTS = 2;
const MOST_PAIRS = 2;
/** What is this certain need not be asked. */
const SETTLED = 0.02;
/** Confidence stated of a damage that a photo would show. */
const STATED = 0.95;

const undecided = (probability: number): number => probability * (1 - probability);
const openTo = (probability: number): boolean => probability > SETTLED && probability < 1 - SETTLED;
const place = ({ category, name, side, position }: PartBelief) => ({ category, name, side, position });

/** Outer parts that photos can show and that nobody has looked at, by the zone that shows them. */
function zonesOf(parts: readonly PartBelief[]): Map<Zone, PartBelief[]> {
  const zones = new Map<Zone, PartBelief[]>();
  for (const part of parts) {
    if (part.hidden || part.name !== null) continue;
    const shown = categoryById(part.category)?.zones.find(
      (zone) =>
        OUTER_ZONES.includes(zone) &&
        !((zone === 'left' || zone === 'right') && part.side !== zone && /left|right/.test(part.side)),
    );
    if (shown) zones.set(shown, [...(zones.get(shown) ?? []), part]);
  }
  return zones;
}

const pairOfPiece = (pairs: readonly PairBelief[], key: string): PairBelief | undefined =>
  pairs.find(({ left, right }) => left === key || right === key);

/**
 * Photos of a zone show it spared, lightly or heavily hit, as its likeliest part is. A part is then seen damaged where it is
 * likelier than not in such a hit; a piece of an open pair as likely as the pair, for the zone tells the side.
 */
function zonePhotos(belief: Belief, zone: Zone, parts: readonly PartBelief[]): PossibleLook | null {
  const lead = parts.reduce((most, part) => (part.probability > most.probability ? part : most));
  if (!openTo(lead.probability)) return null;
  const outcome = (
    name: string,
    probability: number,
    severityOf: (part: PartBelief) => number | null,
  ): PossibleOutcome => ({
    probability,
    evidence: parts.map((part, at): EvidenceItem => {
      const severity = severityOf(part);
      return {
        id: `possible:photos:${zone}:${name}:${String(at).padStart(3, '0')}`,
        kind: 'photo_sighting',
        ...place(part),
        photo: 1,
        surface: zone,
        duplicate_of: null,
        visible_fraction: INFERENCE.visible.not_told,
        poor_light: false,
        witness: { kind: 'model', family: 'possible', small: false },
        look:
          severity === null
            ? { state: 'whole' }
            : { state: 'damaged', confidence: STATED, severity, types: [] },
      };
    }),
  });
  const hit = (heavy: boolean): PossibleOutcome => {
    const weights = belief.severity.weights.map((weight, at) =>
      (SEVERITIES[at] ?? 0) >= 0.5 === heavy ? weight * (lead.by_hit[at] ?? 0) : 0,
    );
    const probability = weights.reduce((sum, weight) => sum + weight, 0);
    const likely = (part: PartBelief): boolean => {
      if (part === lead) return true;
      const pair = lead.side_open ? pairOfPiece(belief.pairs, part.key) : undefined;
      const by_hit = pair?.at_least_one_by_hit ?? part.by_hit;
      return weights.reduce((sum, weight, at) => sum + weight * (by_hit[at] ?? 0), 0) >= probability / 2;
    };
    return outcome(heavy ? 'heavy' : 'light', probability, (part) => (likely(part) ? (heavy ? 3 : 2) : null));
  };
  return {
    kind: 'photos',
    zone,
    id: `photos:${zone}`,
    outcomes: normalizedOutcomes([
      outcome('spared', 1 - lead.probability, () => null),
      hit(false),
      hit(true),
    ]),
  };
}

/** Outcomes that may happen, with probabilities that add up to 1. */
function normalizedOutcomes(outcomes: readonly PossibleOutcome[]): PossibleOutcome[] {
  const possible = outcomes.filter(({ probability }) => probability > 1e-6);
  const all = possible.reduce((sum, { probability }) => sum + probability, 0);
  return possible.map((outcome) => ({ ...outcome, probability: outcome.probability / all }));
}

const answer = (part: PartBelief, look: string, said: PartAnswer['answer']): EvidenceItem => ({
  id: `possible:${look}:${part.side}:${said}`,
  kind: 'part_answer',
  ...place(part),
  answer: said,
});

function partAnswer(part: PartBelief): PossibleLook {
  const id = `part_answer:${part.key}`;
  const says = (said: 'damaged' | 'whole', probability: number): PossibleOutcome => ({
    evidence: [answer(part, id, said)],
    probability,
  });
  return {
    kind: 'part_answer',
    key: part.key,
    id,
    outcomes: [says('damaged', part.probability), says('whole', 1 - part.probability)],
  };
}

function pairAnswer(pair: PairBelief, left: PartBelief, right: PartBelief): PossibleLook {
  const id = `pair_answer:${pair.left}`;
  const likelier = right.probability > left.probability ? 'right' : 'left';
  const says = (
    ofLeft: PartAnswer['answer'],
    ofRight: PartAnswer['answer'],
    probability: number,
  ): PossibleOutcome => ({ evidence: [answer(left, id, ofLeft), answer(right, id, ofRight)], probability });
  return {
    kind: 'pair_answer',
    left: pair.left,
    right: pair.right,
    id,
    outcomes: normalizedOutcomes([
      says('whole', 'whole', 1 - pair.at_least_one),
      likelier === 'left'
        ? says('damaged', 'whole', pair.at_least_one - pair.both)
        : says('whole', 'damaged', pair.at_least_one - pair.both),
      says('damaged', 'damaged', pair.both),
    ]),
  };
}

type Factors = readonly [minor: number, moderate: number, severe: number];
const NEUTRAL: Factors = [1, 1, 1];
/** How likely a fact is among lots in general, times how well the severity believed goes with it. */
const expected = (base: number, factors: Factors, { none, minor, moderate, severe }: ClassShares): number =>
  base * ((none + minor) * factors[0] + moderate * factors[1] + severe * factors[2]);

const TITLES: readonly (readonly [TitleContent & keyof typeof INFERENCE.looks.title, Factors])[] = [
  ['clean', CONDITION.title.clean.value],
  ['salvage', NEUTRAL],
  ['parts_only', INFERENCE.condition.titles.parts_only ?? NEUTRAL],
];

/** Facts of the listing that it leaves open. */
function factLooks({ facts, severity, parts }: Belief): PossibleLook[] {
  const { classes } = severity;
  const looks: PossibleLook[] = [];
  const add = (
    kind: 'airbags' | 'odometer' | 'run_state' | 'title',
    outcomes: readonly (readonly [EvidenceItem, number])[],
  ): void => {
    looks.push({
      kind,
      id: kind,
      outcomes: normalizedOutcomes(
        outcomes.map(([item, probability]) => ({ evidence: [item], probability })),
      ),
    });
  };
  const deployed = Math.max(
    0,
    ...parts.map(({ category, probability }) => (isAirbag(category) ? probability : 0)),
  );
  if (facts.declared.airbags === null && openTo(deployed))
    add('airbags', [
      [{ id: 'possible:airbags', kind: 'airbags', value: 'deployed' }, deployed],
      [{ id: 'possible:airbags', kind: 'airbags', value: 'intact' }, 1 - deployed],
    ]);
  const { odometer_unread: unread, run, title } = INFERENCE.looks;
  // Sorted by id the latest reading counts; `z` puts it after one already there.
  if (facts.odometer === null || facts.odometer === 'unread')
    add('odometer', [
      [
        { id: 'zz-possible:odometer', kind: 'odometer', status: 'actual' },
        expected(1 - unread, NEUTRAL, classes),
      ],
      [
        { id: 'zz-possible:odometer', kind: 'odometer', status: 'unread' },
        expected(unread, INFERENCE.condition.odometer_unread, classes),
      ],
    ]);
  if (facts.declared.run === null)
    add(
      'run_state',
      (['runs_and_drives', 'starts', 'stationary'] as const).map((value) => [
        { id: 'possible:run_state', kind: 'run_state', value },
        expected(run[value], CONDITION.run[value].value, classes),
      ]),
    );
  if (facts.title_content === null)
    add(
      'title',
      TITLES.map(([content, factors]) => [
        { id: 'possible:title', kind: 'title', content },
        expected(title[content], factors, classes),
      ]),
    );
  return looks;
}

/** The most of a list by a figure; in their own order where it is the same. */
const most = <Item>(items: readonly Item[], count: number, figure: (item: Item) => number): Item[] =>
  [...items].sort((a, b) => figure(b) - figure(a)).slice(0, count);

/**
 * What could be looked at or asked next, at most twelve candidates of at most three outcomes each: photos of a zone nobody
 * has examined, the user's answer on an outer part or pair that is open, and facts the listing leaves open. The caller
 * weighs each outcome's evidence beside what is there and takes the mean over its probabilities. Deterministic.
 */
export function possibleLooks(belief: Belief): PossibleLook[] {
  const byKey = new Map(belief.parts.map((part) => [part.key, part]));
  const spread = (parts: readonly PartBelief[]): number =>
    parts.reduce((sum, { probability }) => sum + undecided(probability), 0);
  const unexamined = [...zonesOf(belief.parts)].filter(([, parts]) =>
    parts.every(({ seen, answered }) => seen === null && answered === null),
  );
  const photos = most(unexamined, MOST_ZONES, ([, parts]) => spread(parts)).flatMap(
    ([zone, parts]) => zonePhotos(belief, zone, parts) ?? [],
  );
  const airbagsTold = belief.facts.declared.airbags !== null;
  const askable = ({ hidden, name, answered, category }: PartBelief): boolean =>
    !hidden && name === null && answered === null && (airbagsTold || !isAirbag(category));
  const paired = new Set(belief.pairs.flatMap(({ left, right }) => [left, right]));
  const single = belief.parts.filter(
    (part) => askable(part) && !paired.has(part.key) && openTo(part.probability),
  );
  const pairs = belief.pairs.flatMap((pair) => {
    const [left, right] = [byKey.get(pair.left), byKey.get(pair.right)];
    return left &&
      right &&
      askable(left) &&
      askable(right) &&
      openTo((left.probability + right.probability) / 2)
      ? [{ pair, left, right }]
      : [];
  });
  return [
    ...photos,
    ...most(single, MOST_PARTS, ({ probability }) => undecided(probability)).map(partAnswer),
    ...most(pairs, MOST_PAIRS, ({ left, right }) => spread([left, right])).map(({ pair, left, right }) =>
      pairAnswer(pair, left, right),
    ),
    ...factLooks(belief),
  ];
}
