import {
  PRIOR_PARTS,
  PRIOR_ZONES,
  placeOf,
  priorPart,
} from '../../damage-detectors/declared/declared-prior.ts';
import { type Car, equipmentTakeRate } from '../../damage-detectors/declared/equipment-take-rate.ts';
import type { PartBelief, WeighedPart } from './believed-parts.ts';
import { INFERENCE } from './inference-table.ts';
import { SEVERITIES } from './severity-grid.ts';

const sided = (side: PartBelief['side']): boolean => side === 'left' || side === 'right';
type Placed = Pick<PartBelief, 'prior_id' | 'side'>;

/** The parts that hide another, or that it sits on. */
const before = (id: string): readonly string[] => INFERENCE.hidden_behind[id] ?? INFERENCE.sits_on[id] ?? [];

/** Whether a part of the car hides another or carries it: what the table names, on the same side where both have one. */
const hides = (cover: Placed, hidden: Placed): boolean =>
  cover.prior_id !== null &&
  hidden.prior_id !== null &&
  before(hidden.prior_id).includes(cover.prior_id) &&
  (cover.side === hidden.side || !sided(cover.side) || !sided(hidden.side));

/**
 * What a hidden part is held below. Null where it is seen itself, has nothing before it, or where the declaration speaks of
 * it more than of what hides it (water, engine fire).
 */
export function coversOf<Cover extends { readonly weighed: WeighedPart }>(
  weighed: WeighedPart,
  all: readonly Cover[],
): readonly Cover[] | null {
  const { part, evidence } = weighed;
  if (!part.hidden || !part.declared || evidence.steps[0] > 0 || evidence.of_pair[0] > 0) return null;
  if (!INFERENCE.hidden_behind[part.prior_id ?? '']) return null;
  const covers = all.filter((cover) => hides(cover.weighed.part, part));
  const declared = covers.filter((cover) => cover.weighed.part.declared);
  if (declared.length === 0) return null;
  const covered = ([0, 1, 2] as const).every((index) =>
    declared.some((cover) => cover.weighed.part.by_severity[index] >= part.by_severity[index]),
  );
  return covered ? covers : null;
}

/** Chances below this are not listed, as in the declared prior. */
const LEAST = 0.01;

/**
 * Hidden parts the declaration does not speak of, behind a part that photos or the user say is damaged beyond the
 * declaration: the prior table's chance for the state of that part, never above its own. One that is among the parts already comes
 * back raised, under its key.
 */
export function hiddenBehindFound(
  weighed: readonly WeighedPart[],
  believed: readonly PartBelief[],
  car: Car,
): PartBelief[] {
  const beyond = weighed.flatMap(({ beyond }, at) => {
    const cover = believed[at];
    return beyond && cover?.prior_id ? [cover] : [];
  });
  if (beyond.length === 0) return [];
  return PRIOR_PARTS.filter(({ seen }) => seen === 'hidden').flatMap((part): PartBelief[] => {
    const covers = beyond.filter(({ prior_id }) =>
      (INFERENCE.hidden_behind[part.id] ?? []).includes(prior_id ?? ''),
    );
    const sides = part.sided ? (['left', 'right'] as const) : [placeOf(part.id).side ?? ('none' as const)];
    return sides.flatMap((side): PartBelief[] => {
      const known = believed.find(
        (entry) =>
          entry.prior_id === part.id && (entry.side === side || (entry.declared && !sided(entry.side))),
      );
      if (known?.declared) return [];
      const behind = covers.filter((cover) => hides(cover, { prior_id: part.id, side }));
      const reached = behind.map(
        (cover) => reachedBehind(part.id, cover) * (part.sided && cover.side === 'unknown' ? 0.5 : 1),
      );
      const probability = equipmentTakeRate(part.id, car) * Math.max(0, ...reached);
      if (probability < LEAST) return [];
      if (known) return probability > known.probability ? [lifted(known, probability)] : [];
      const place = placeOf(part.id);
      const category = (car.body_class ? place.by_body?.[car.body_class] : undefined) ?? place.category;
      return [
        {
          key: `${part.id}:${side}`,
          prior_id: part.id,
          category,
          name: place.exact ? null : part.name,
          side,
          position: place.position,
          hidden: true,
          side_open: false,
          declared: false,
          by_severity: [probability, probability, probability],
          floor: probability,
          probability,
          unexamined: 0,
          // How heavily is not known: middling.
          states: { whole: 1 - probability, minor: 0, moderate: probability, severe: 0 },
          by_hit: new Array<number>(SEVERITIES.length).fill(probability),
          seen: null,
          answered: null,
          evidence: [...new Set(behind.flatMap((cover) => cover.evidence))].sort(),
        },
      ];
    });
  });
}

/** The table's chance of a hidden part in the first zone both have, by the state of what hides it; never above its cover. */
function reachedBehind(id: string, cover: PartBelief): number {
  const front = cover.prior_id === null ? null : priorPart(cover.prior_id);
  const hidden = priorPart(id);
  const zone = PRIOR_ZONES.find((key) => hidden.zones[key] && front?.zones[key]);
  const chances = zone && hidden.zones[zone];
  if (!chances) return 0;
  const { minor, moderate, severe } = cover.states;
  return (minor * chances[0] + moderate * chances[1] + severe * chances[2]) / 100;
}

/** A panel that its user says must be replaced was hit at least moderately: what is minor is repaired (judgement). */
const withoutScratch = (cover: PartBelief): PartBelief =>
  cover.answered === 'replace'
    ? {
        ...cover,
        states: { ...cover.states, minor: 0, moderate: cover.states.moderate + cover.states.minor },
      }
    : cover;

/**
 * A declared part behind parts that the user or photos say are damaged, or one that sits on them: damage is local, so it was hit
 * as hard as they, whatever the rest of the car shows (judgement). The table's chance by the state of what hides it, times the share of that
 * which is damaged; never below what is believed of it anyway, nor above its likeliest cover.
 */
export function reached(part: PartBelief, believed: readonly PartBelief[], car: Car): PartBelief {
  if (
    !INFERENCE.local_damage?.value ||
    !(part.hidden || INFERENCE.sits_on[part.prior_id ?? '']) ||
    !part.declared ||
    part.seen !== null ||
    part.answered !== null
  )
    return part;
  const covers = believed.filter(
    (cover) => hides(cover, part) && (cover.seen !== null || cover.answered !== null),
  );
  const id = part.prior_id;
  const damaged = covers.filter(({ seen }) => seen === 'damaged');
  if (id === null || damaged.length === 0) return part;
  const hit = Math.max(...damaged.map((cover) => reachedBehind(id, withoutScratch(cover))));
  const local = equipmentTakeRate(id, car) * hit * (damaged.length / covers.length);
  const probability = Math.min(local, Math.max(...covers.map((cover) => cover.probability)));
  return probability > part.probability ? lifted(part, probability) : part;
}

/** A part found itself that what lies before it makes likelier still. */
function lifted(part: PartBelief, probability: number): PartBelief {
  const by = probability / part.probability;
  const { minor, moderate, severe } = part.states;
  return {
    ...part,
    probability,
    by_hit: part.by_hit.map(() => probability),
    states: { whole: 1 - probability, minor: minor * by, moderate: moderate * by, severe: severe * by },
  };
}
