import type { LineReason } from '../../../contract/facts/line-reason.ts';
import type { Finding } from '../../../contract/schemas/damage.ts';
import type { Side } from '../../../contract/schemas/part.ts';
import type { BodyClass } from '../../../contract/schemas/vehicle.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { CONDITION } from '../declared/condition.ts';
import {
  PRIOR_PARTS,
  type PriorPart,
  type PriorZone,
  placeOf,
  priorPart,
} from '../declared/declared-prior.ts';
import { type Car, equipmentTakeRate } from '../declared/equipment-take-rate.ts';
import type { Examination } from './examination.ts';

/** A trigger must be more likely than not; a part the model alone names counts as barely possible (judgement). */
const TRIGGER_LEAST = 0.5;
const NAMED_BY_MODEL = 0.3;
/** Chances below this are left to the declared estimate. */
const LEAST = 0.1;
/** Any bag that went off brings these. */
const WITH_ANY_BAG = ['srs_module', 'seatbelt_pretensioner'] as const;
/** Marks on the surface reach nothing behind it. */
const SURFACE = new Set(['scratch', 'paint', 'corrosion', 'water_mark']);

type Trigger = { readonly finding: Finding; readonly zone: PriorZone };

/** The zone of the prior table a visible part stands for; null for parts inside the car. */
function zoneOf(finding: Finding): PriorZone | null {
  const category = categoryById(finding.category);
  if (!category) return null;
  const sided = category.side === 'LR';
  const end = category.position === 'named' ? finding.position : category.position;
  switch (category.section) {
    case 'restraints':
    case 'interior':
    case 'glass':
      return null;
    case 'roof':
      return 'T';
    case 'underbody':
      return 'U';
    case 'front_doors':
    case 'rear_doors':
    case 'rocker_pillars':
      return 'S';
    default:
      if (end === 'front') return sided ? 'FC' : 'F';
      if (end === 'rear') return sided ? 'RC' : 'R';
      return null;
  }
}

/** Severity class of the prior that a visible severity stands for: 1–2 minor, 3 moderate, 4 severe (judgement). */
const classOf = (severity: Finding['severity']): 0 | 1 | 2 => (severity === 4 ? 2 : severity === 3 ? 1 : 0);

/** Where the damaged part is, as far as its category tells one piece from another by it. */
const placeOfTrigger = ({ side, position, category }: Finding) => ({
  category,
  side,
  position: (categoryById(category)?.position === 'named' ? position : undefined) ?? ('none' as const),
});

function hiddenFinding(
  part: Pick<Finding, 'category' | 'side' | 'position' | 'operation'> & { name?: string },
  probability: number,
  trigger: Finding,
): Finding {
  const because: LineReason = { from: { code: 'hidden_behind', part: placeOfTrigger(trigger) } };
  return {
    ...part,
    status: 'likely_hidden',
    basis: 'photos',
    types: [],
    severity: null,
    probability: Math.round(Math.min(0.99, probability) * 1e4) / 1e4,
    evidence: [],
    because,
  };
}

function fromPrior(part: PriorPart, { finding, zone }: Trigger, car: Car): Finding | null {
  const chance = part.zones[zone]?.[classOf(finding.severity)] ?? 0;
  const probability = (chance / 100) * finding.probability * equipmentTakeRate(part.id, car);
  if (probability < LEAST) return null;
  return hiddenFinding(hiddenPart(part, finding.side, car), probability, finding);
}

/** A part of the prior table as a finding names it, on the trigger's side where that is told. */
function hiddenPart(part: PriorPart, trigger: Side, car: Car): Parameters<typeof hiddenFinding>[0] {
  const place = placeOf(part.id);
  const body: BodyClass | null = car.body_class;
  return {
    category: (body ? place.by_body?.[body] : undefined) ?? place.category,
    side: part.sided ? sideBehind('LR', trigger) : (place.side ?? 'none'),
    position: place.position,
    operation: place.exact ? part.operation : 'inspect',
    ...(place.exact ? {} : { name: part.name }),
  };
}

/** The side of a part behind a trigger: the trigger's own where that is told. */
const sideBehind = (sides: string, trigger: Side): Side =>
  sides !== 'LR' ? 'none' : trigger === 'left' || trigger === 'right' ? trigger : 'unknown';

/** What a bag seen to have gone off brings with it: module and belts, and its own parts by their share (condition.json). */
function behindBag(bag: Finding, car: Car): Finding[] {
  const { deployed_always, brought_by } = CONDITION.overrides;
  const own = Object.entries(brought_by).filter(([id]) => placeOf(id).category === bag.category);
  const shares: readonly (readonly [id: string, share: number, sided: boolean])[] = [
    ...WITH_ANY_BAG.map((id) => [id, deployed_always.floor, false] as const),
    ...own.flatMap(([bagId, parts]) =>
      Object.entries(parts).map(([id, share]) => [id, share, priorPart(bagId).sided] as const),
    ),
  ];
  return shares.flatMap(([id, share, sided]): Finding[] => {
    const probability = share * bag.probability * equipmentTakeRate(id, car);
    const side = sided ? bag.side : 'unknown';
    return probability < LEAST ? [] : [hiddenFinding(hiddenPart(priorPart(id), side, car), probability, bag)];
  });
}

const keyOf = ({ category, side, position, name }: Finding): string =>
  [category, side, position ?? 'none', name ?? ''].join('|');

/**
 * Parts no photo shows that the visible damage makes likely, each with its visible trigger: the prior table's chances for
 * the trigger's zone and severity, what deployed air bags bring, and parts the model names behind a trigger it saw.
 */
export function hiddenBehind(
  visible: readonly Finding[],
  named: Examination['hidden'],
  car: Car,
  taxonomy: ReadonlySet<string>,
): Finding[] {
  const strong = visible.filter(
    (finding) =>
      finding.probability >= TRIGGER_LEAST &&
      (finding.severity ?? 0) >= 2 &&
      finding.types.some((type) => !SURFACE.has(type)),
  );
  const candidates: Finding[] = [];
  for (const finding of strong) {
    const zone = zoneOf(finding);
    if (zone === null) continue;
    for (const part of PRIOR_PARTS) {
      const hidden = part.seen === 'hidden' ? fromPrior(part, { finding, zone }, car) : null;
      if (hidden) candidates.push(hidden);
    }
  }
  for (const finding of strong)
    if (finding.category.startsWith('airbag_') && finding.types.includes('deployed'))
      candidates.push(...behindBag(finding, car));
  for (const { category: id, trigger } of named) {
    const category = categoryById(id);
    const seen = strong.find((finding) => finding.category === trigger);
    if (!category || !seen) continue;
    const side = sideBehind(category.side, seen.side);
    const position = category.position === 'named' ? (seen.position ?? 'none') : category.position;
    const part = { category: id, side, position, operation: 'inspect' as const };
    candidates.push(hiddenFinding(part, NAMED_BY_MODEL * seen.probability, seen));
  }
  return strongest(candidates, visible, taxonomy);
}

/** The likeliest entry of each part that the car can have and that is not visible damage itself. */
function strongest(
  candidates: readonly Finding[],
  visible: readonly Finding[],
  taxonomy: ReadonlySet<string>,
): Finding[] {
  const seen = visible.map((finding) => finding.category);
  const best = new Map<string, Finding>();
  for (const candidate of candidates) {
    if (!taxonomy.has(candidate.category)) continue;
    // The same piece, or possibly the same, is on a photo: then it is not hidden.
    const shown =
      candidate.name === undefined &&
      seen.includes(candidate.category) &&
      visible.some(
        (entry) =>
          entry.category === candidate.category &&
          (entry.side === candidate.side || entry.side === 'unknown' || candidate.side === 'unknown'),
      );
    if (shown) continue;
    const key = keyOf(candidate);
    const known = best.get(key);
    if (!known || known.probability < candidate.probability) best.set(key, candidate);
  }
  // An open side says nothing beyond the sides that are told.
  const told = [...best.values()];
  return told
    .filter(
      (entry) =>
        entry.side !== 'unknown' ||
        !told.some(
          (other) =>
            other !== entry &&
            other.side !== 'unknown' &&
            other.category === entry.category &&
            other.position === entry.position &&
            other.name === entry.name,
        ),
    )
    .sort((a, b) => b.probability - a.probability);
}
