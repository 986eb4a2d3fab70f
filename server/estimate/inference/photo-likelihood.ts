import { isAirbag, type PhotoSighting } from '../../../contract/evidence.ts';
import type { DamageLook, PART_KINDS } from '../../../contract/schemas/damage.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { calibrated, logistic, logit } from '../../damage-detectors/confidence-curve.ts';
import { FIRST_RATES, INFERENCE, type SeeingRates } from './inference-table.ts';

/**
 * What evidence says of one part, as natural log likelihood ratios of each state against the next lighter one: minor
 * against whole, moderate against minor, severe against moderate. Evidence adds up in them, and evidence that is higher in
 * all three makes everything likelier.
 */
export type Steps = readonly [minor: number, moderate: number, severe: number];
export const NO_STEPS: Steps = [0, 0, 0];
type Ladder = readonly [whole: number, minor: number, moderate: number, severe: number];
type PartKind = (typeof PART_KINDS)[number];
type Three = readonly [number, number, number];

export const addSteps = (a: Steps, b: Steps): Steps => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const eachStep = (step: (index: 0 | 1 | 2) => number): Steps => [step(0), step(1), step(2)];

/** Likelihoods of the four states as steps; a likelihood below 1e-6 counts as that. */
function stepsOf(likelihood: Ladder): Steps {
  const [whole, minor, moderate, severe] = likelihood.map((value) => Math.log(Math.max(1e-6, value)));
  const [a = 0, b = 0, c = 0, d = 0] = [whole, minor, moderate, severe];
  return [b - a, c - b, d - c];
}

/**
 * Stated confidence (0–1) as the chance that such a finding is true. Without a measured curve 0 and 1 stay what they are; a measured
 * one knows what the model's 0 and 1 are worth.
 */
export function calibratedConfidence(
  stated: number,
  curve: SeeingRates['calibration'] = FIRST_RATES.calibration,
  look: DamageLook | null = null,
): number {
  const measured = curve.form !== undefined && curve.form !== 'first_values';
  if (!measured && !(stated > 0)) return 0;
  if (!measured && stated >= 1) return 1;
  if (measured || curve.looks !== undefined) return calibrated(curve, stated, look);
  const { rising, falling, offset } = curve;
  const said =
    rising === falling ? rising * logit(stated) : rising * Math.log(stated) - falling * Math.log(1 - stated);
  return logistic(said + offset);
}

/** A bag, by tables that tell bags from panels: it went off or it didn't, and either shows wherever its place is in view. */
const isOneOrOther = ({ category }: PhotoSighting): boolean =>
  INFERENCE.whole.bag !== undefined && isAirbag(category);

/** Share of the damages of a state that a visible fraction v (0–1) of the part shows: 1 − (1 − v)^k; of a bag all. */
const shownOf = (sighting: PhotoSighting): Three => {
  const fraction = sighting.visible_fraction ?? INFERENCE.visible.not_told;
  if (isOneOrOther(sighting)) return [1, 1, 1];
  const [minor, moderate, severe] = INFERENCE.visible.exponents;
  const left = 1 - Math.min(1, Math.max(0, fraction));
  return [1 - left ** minor, 1 - left ** moderate, 1 - left ** severe];
};

/** What a part is to whoever looks at it. */
export function partKindOf(category: string): PartKind {
  const row = categoryById(category);
  if (isAirbag(category)) return 'bag';
  if (/lamp/.test(category)) return 'lamp';
  if (row?.material === 'glass') return 'glass';
  return category === 'tire' ? 'tire' : 'panel';
}

type Worse = { readonly sens: number; readonly spec: number };
/** What a poor photo and a small model take from sensitivity (a factor) and specificity (a difference). */
function worseFor({ poor_light, witness }: PhotoSighting, { by_size }: SeeingRates): Worse {
  const { worse } = INFERENCE;
  const small = by_size && witness.kind === 'model' && witness.small;
  return {
    sens: (poor_light ? worse.poor_light.sens : 1) * (small ? worse.small_model.sens : 1),
    spec: (poor_light ? worse.poor_light.spec : 0) + (small ? worse.small_model.spec : 0),
  };
}

const inView = (sighting: PhotoSighting): number => sighting.visible_fraction ?? INFERENCE.visible.not_told;

/** The part named whole: L(whole) = specificity, L(z) = 1 − sensitivity · share shown. Never speaks for damage. */
function wholeSteps(sighting: PhotoSighting, rates: SeeingRates): Steps {
  const { sens, spec } = rates.whole[partKindOf(sighting.category)];
  const less = worseFor(sighting, rates);
  const seen = shownOf(sighting);
  const steps = stepsOf([
    spec - less.spec,
    1 - sens[0] * less.sens * seen[0],
    1 - sens[1] * less.sens * seen[1],
    1 - sens[2] * less.sens * seen[2],
  ]);
  return eachStep((index) => Math.min(0, steps[index]));
}

/** The look of a damage: the first of its kinds that photos show surest (by the first values), by what the part is. */
export function lookOf(category: string, types: readonly string[]): DamageLook {
  const part = partKindOf(category);
  const looks = types.flatMap((type): DamageLook[] => {
    const look = INFERENCE.kind_of_type[type as keyof typeof INFERENCE.kind_of_type];
    if (look === undefined) return [];
    if (part === 'glass' && look === 'torn') return ['shattered_glass'];
    if (part === 'glass' && look === 'crack') return ['glass_chip'];
    if (part === 'lamp' && look === 'torn') return ['broken_lamp'];
    if (part === 'tire' && look === 'torn') return ['flat_tire'];
    return [look];
  });
  const surest = (look: DamageLook): number => INFERENCE.kinds[look].sens / (1 - INFERENCE.kinds[look].spec);
  return looks.sort((a, b) => surest(b) - surest(a) || a.localeCompare(b))[0] ?? 'unnamed';
}

/** The class that a stated severity (1–4) stands for: minor, moderate, severe. */
export const classOf = (severity: number): 0 | 1 | 2 => (severity >= 4 ? 2 : severity === 3 ? 1 : 0);

/**
 * The part seen damaged. With calibrated confidence c′ the finding is true testimony, else it says nothing:
 * L(z) ÷ L(whole) = 1 − c′ + c′ · sensitivity · share shown ÷ (1 − specificity), times the confusion of severities. At c′ = 1
 * that is the plain ratio of sensitivity and specificity. The form for calibrated confidence, c ÷ (1 − c) · (1 − b) ÷ b, needs
 * the share b of true findings among labelled ones, of which there are none yet; and where c < b it would let a finding speak
 * for whole, against the guarantee that a moderate or severe one never gives less than the same part unexamined.
 */
function damagedSteps(
  sighting: PhotoSighting,
  confidence: number,
  look: DamageLook,
  stated: 0 | 1 | 2 | null,
  rates: SeeingRates,
): Steps {
  const kind = rates.kinds[look];
  const usual = rates.whole[partKindOf(sighting.category)].sens;
  const less = worseFor(sighting, rates);
  const seen = shownOf(sighting);
  const { minor, moderate, severe } = rates.stated_severity;
  const sure = calibratedConfidence(confidence, rates.calibration, look);
  const ratio = (z: 0 | 1 | 2): number => {
    const found = (z === 0 ? kind.sens : Math.max(kind.sens, usual[z])) * less.sens * seen[z];
    // A false finding is stated as light or heavy as a true minor one.
    const heavy = stated === null ? 1 : ([minor, moderate, severe][z]?.[stated] ?? 1) / minor[stated];
    return 1 - sure + (sure * found * heavy) / (1 - kind.spec + less.spec);
  };
  return stepsOf([1, ratio(0), ratio(1), ratio(2)]);
}

/**
 * Likelihood steps of one sighting. In all three steps: whole ≤ a minor finding ≤ a moderate ≤ a severe one, whole ≤ 0 and
 * a moderate or severe finding ≥ 0, held here whatever the table says.
 */
export function sightingSteps(sighting: PhotoSighting, rates: SeeingRates = FIRST_RATES): Steps {
  const { look } = sighting;
  if (look.state === 'not_visible' || sighting.duplicate_of !== null) return NO_STEPS;
  const whole = wholeSteps(sighting, rates);
  if (look.state === 'whole') return inView(sighting) >= INFERENCE.visible.least_whole ? whole : NO_STEPS;
  const kind = lookOf(sighting.category, look.types);
  const at = (stated: 0 | 1 | 2 | null): Steps =>
    damagedSteps(sighting, look.confidence, kind, stated, rates);
  const [minorSteps, moderateSteps, severeSteps] = [at(0), at(1), at(2)];
  const minor = eachStep((k) => Math.max(k === 0 ? 0 : whole[k], minorSteps[k]));
  const moderate = eachStep((k) => Math.max(0, minor[k], moderateSteps[k]));
  if (look.severity === null) {
    const open = at(null);
    return eachStep((k) => Math.min(moderate[k], Math.max(minor[k], open[k])));
  }
  const stated = classOf(look.severity);
  if (stated === 0) return minor;
  return stated === 1 ? moderate : eachStep((k) => Math.max(moderate[k], severeSteps[k]));
}

/** A sighting as it bears on one part: `share` below 1 where its side is open and it may be of another. */
export type BearingSighting = { readonly sighting: PhotoSighting; readonly share: number };

const familyOf = ({ witness }: PhotoSighting): string =>
  witness.kind === 'person' ? 'person' : `model ${witness.family}`;

/** One witness on one surface, strongest first: the first counts whole, the j-th further one .4·.6^(j−1). */
function discounted(strengths: readonly number[]): number {
  const { further, decay } = INFERENCE.correlated;
  const sorted = [...strengths].sort((a, b) => b - a);
  return sorted.reduce((sum, strength, j) => sum + strength * (j === 0 ? 1 : further * decay ** (j - 1)), 0);
}

/** Sum of one step in one direction over surfaces and witnesses; a photo counts once, by its strongest. */
function strengthOf(
  bearing: readonly BearingSighting[],
  step: (sighting: BearingSighting) => number,
): number {
  const witnesses = new Map<string, Map<number, number>>();
  for (const item of bearing) {
    const strength = step(item);
    if (strength <= 0) continue;
    const key = `${familyOf(item.sighting)}|${item.sighting.surface}`;
    const photos = witnesses.get(key) ?? new Map<number, number>();
    photos.set(item.sighting.photo, Math.max(photos.get(item.sighting.photo) ?? 0, strength));
    witnesses.set(key, photos);
  }
  return [...witnesses.values()]
    .map((photos) => discounted([...photos.values()]))
    .sort((a, b) => b - a)
    .reduce((sum, strength) => sum + strength, 0);
}

/** ln 40 for one model; ln 150 with a second family or a person. */
function capOf(bearing: readonly BearingSighting[]): number {
  const families = new Set(bearing.map(({ sighting }) => familyOf(sighting)));
  const { cap_one_family, cap_more } = INFERENCE.correlated;
  return Math.log(families.size > 1 || families.has('person') ? cap_more : cap_one_family);
}

/**
 * All sightings of one part together: correlated ones discounted, each direction capped, the cap shared out over the
 * three steps so that their sum keeps it. Independent of the order of the sightings.
 */
export function combinedSteps(bearing: readonly BearingSighting[], rates: SeeingRates = FIRST_RATES): Steps {
  const weighed = bearing
    .map((item) => ({ item, steps: sightingSteps(item.sighting, rates) }))
    .filter(({ steps }) => steps.some((step) => step !== 0));
  const steps = new Map(weighed.map(({ item, steps }) => [item, steps]));
  const { share_up, share_down } = INFERENCE.correlated;
  // A bag has no degrees: it hangs out or it doesn't.
  const down = bearing.every(({ sighting }) => isOneOrOther(sighting)) ? ([1, 0, 0] as const) : share_down;
  const side = (index: 0 | 1 | 2, sign: 1 | -1): number => {
    const items = weighed.filter(({ steps }) => steps[index] * sign > 0).map(({ item }) => item);
    const cap = capOf(items) * (sign > 0 ? share_up : down)[index];
    const sum = strengthOf(items, (item) => sign * item.share * (steps.get(item)?.[index] ?? 0));
    return Math.min(cap, sum);
  };
  return eachStep((index) => side(index, 1) - side(index, -1));
}
