import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type EvidenceItem,
  odometerStatusSchema,
  type PhotoSighting,
  titleContentSchema,
} from '../../../contract/evidence.ts';
import { damageTypeSchema } from '../../../contract/schemas/damage.ts';
import { DAMAGE_WORDS } from '../../damage-detectors/declared/damage-codes.ts';
import { PRIOR_TO_CATEGORIES, priorPart } from '../../damage-detectors/declared/declared-prior.ts';
import { believe, type World } from '../fixtures/believed.ts';
import type { Belief } from './believe.ts';
import { SEVERITIES } from './severity-grid.ts';

const CAR = { year: 2018, body_class: 'sedan' as const };
const ROUNDING = 1e-9;

const PLACES = [...PRIOR_TO_CATEGORIES].flatMap(([id, place]) =>
  (priorPart(id).sided ? (['left', 'right', 'unknown'] as const) : ([place.side ?? 'none'] as const)).map(
    (side) => ({
      category: place.category,
      name: place.exact ? null : priorPart(id).name,
      side,
      position: place.position,
    }),
  ),
);
const FRONT = PLACES.filter(({ category }) =>
  /bumper_cover|hood$|headlamp|grille$|fender$|front_door$|windshield|radiator_support|quarter/.test(
    category,
  ),
);
const words = fc.constantFrom(
  ...Object.entries(DAMAGE_WORDS).flatMap(([, map]) => Object.keys(map.words)),
  'FRONT END',
  'SIDE',
  'something nobody knows',
);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const damagedLook = fc.record({
  state: fc.constant('damaged' as const),
  confidence: share,
  severity: fc.constantFrom(null, 1, 2, 3, 4),
  types: fc.array(fc.constantFrom(...damageTypeSchema.options), { maxLength: 3 }),
});
const look: fc.Arbitrary<PhotoSighting['look']> = fc.oneof(
  damagedLook,
  fc.constant({ state: 'whole' as const }),
  fc.constant({ state: 'not_visible' as const }),
);
const place = fc.oneof(fc.constantFrom(...FRONT), fc.constantFrom(...PLACES));
const sighting = fc
  .record({
    place,
    photo: fc.integer({ min: 1, max: 12 }),
    surface: fc.constantFrom('front', 'front_left', 'left', 'rear'),
    visible_fraction: fc.oneof(fc.constant(null), share),
    poor_light: fc.boolean(),
    witness: fc.constantFrom(
      { kind: 'model' as const, family: 'qwen', small: false },
      { kind: 'model' as const, family: 'gemma', small: true },
      { kind: 'person' as const },
    ),
    look,
  })
  .map(
    ({ place, ...rest }): PhotoSighting => ({
      id: '',
      kind: 'photo_sighting',
      duplicate_of: null,
      ...place,
      ...rest,
    }),
  );
const answer = fc
  .record({
    place,
    answer: fc.constantFrom(
      'damaged' as const,
      'whole' as const,
      'left' as const,
      'right' as const,
      'repair' as const,
      'replace' as const,
      'not_fitted' as const,
    ),
  })
  .map(({ place, answer }): EvidenceItem => ({ id: '', kind: 'part_answer', ...place, answer }));
const listing = fc
  .record({
    primary: words,
    secondary: fc.option(words),
    run: fc.option(fc.constantFrom('runs_and_drives' as const, 'starts' as const, 'stationary' as const)),
    airbags: fc.option(fc.constantFrom('deployed' as const, 'intact' as const, 'missing' as const)),
    title: fc.option(fc.constantFrom(...titleContentSchema.options)),
    odometer: fc.option(fc.constantFrom(...odometerStatusSchema.options)),
  })
  .map(({ primary, secondary, run, airbags, title, odometer }): EvidenceItem[] => [
    { id: '', kind: 'declared_damage', place: 'primary', words: primary, site: null },
    ...(secondary
      ? [
          {
            id: '',
            kind: 'declared_damage' as const,
            place: 'secondary' as const,
            words: secondary,
            site: null,
          },
        ]
      : []),
    ...(run ? [{ id: '', kind: 'run_state' as const, value: run }] : []),
    ...(airbags ? [{ id: '', kind: 'airbags' as const, value: airbags }] : []),
    ...(title ? [{ id: '', kind: 'title' as const, content: title }] : []),
    ...(odometer ? [{ id: '', kind: 'odometer' as const, status: odometer }] : []),
  ]);
const numbered = (evidence: readonly EvidenceItem[]): EvidenceItem[] =>
  evidence.map((item, at) => ({ ...item, id: `${item.kind}-${String(at).padStart(3, '0')}` }));
const lot = fc
  .tuple(listing, fc.array(sighting, { maxLength: 12 }), fc.array(answer, { maxLength: 2 }))
  .map(([listed, seen, answers]) => numbered([...listed, ...seen, ...answers]));
/** The heavier the hit, the likelier the sale: from a car that any hit sells to one that hardly any does. */
const world: fc.Arbitrary<World> = fc
  .tuple(fc.integer({ min: 1_000, max: 20_000_000 }), fc.double({ min: 0, max: 3, noNaN: true }))
  .map(([cents, steep]) => ({
    own: { cents, sd_log: 0.3 },
    sold: SEVERITIES.map((s) => Math.max(0.005, Math.exp(steep * (s - 2.75)))),
  }));

const byKey = (belief: Belief) => new Map(belief.parts.map((part) => [part.key, part.probability]));

/** No part and no severity of `less` is above that of `more`. */
function expectAtMost(less: Belief, more: Belief): void {
  expect(less.severity.mean).toBeLessThanOrEqual(more.severity.mean + ROUNDING);
  const sums = (belief: Belief): Map<string, number> => {
    const found = new Map<string, number>();
    for (const { declared, side_open, key, prior_id, category, probability } of belief.parts) {
      // Evidence that tells a side moves an open pair, what was found with its side open, and what hides behind it, to that side.
      const pair = side_open ? `pair: ${prior_id}` : key;
      const place = declared ? pair : `beyond the declaration: ${prior_id ?? category}`;
      found.set(place, (found.get(place) ?? 0) + probability);
    }
    const hidden = new Set(belief.parts.flatMap((part) => (part.hidden ? [part.key] : [])));
    for (const { left, at_least_one } of belief.pairs)
      if (!hidden.has(left)) found.set(`any of the pair: ${left}`, at_least_one);
    return found;
  };
  const others = sums(more);
  for (const [place, probability] of sums(less))
    expect([place, probability - (others.get(place) ?? 0) > ROUNDING]).toEqual([place, false]);
}
const seen = (
  item: PhotoSighting,
  look: PhotoSighting['look'],
  id = 'photo_sighting-zzz',
): PhotoSighting => ({
  ...item,
  id,
  look,
});

describe('the guarantees of belief', () => {
  test('order of evidence does not matter', () => {
    fc.assert(
      fc.property(
        lot.chain((evidence) =>
          fc.tuple(
            fc.constant(evidence),
            fc.shuffledSubarray(evidence, { minLength: evidence.length, maxLength: evidence.length }),
          ),
        ),
        world,
        ([evidence, shuffled], reference) => {
          expect(believe(CAR, shuffled, reference)).toEqual(believe(CAR, evidence, reference));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('near-duplicates and “not visible” change nothing', () => {
    fc.assert(
      fc.property(lot, sighting, look, (evidence, item, other) => {
        const before = byKey(believe(CAR, evidence));
        const duplicate = { ...seen(item, other), duplicate_of: 1 };
        expect(byKey(believe(CAR, [...evidence, duplicate]))).toEqual(before);
        expect(byKey(believe(CAR, [...evidence, seen(item, { state: 'not_visible' })]))).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  test('what the listing alone says is of a hit: no share is lost to “none” until evidence speaks', () => {
    fc.assert(
      fc.property(listing, world, (evidence, reference) => {
        const belief = believe(CAR, numbered(evidence), reference);
        expect(belief.severity).toEqual(belief.prior);
        expect(belief.severity.classes.none).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('the first photo of a part in next to no view moves next to nothing, whole or damaged', () => {
    fc.assert(
      fc.property(listing, world, sighting, (evidence, reference, item) => {
        const before = believe(CAR, numbered(evidence), reference);
        const faint: PhotoSighting[] = [
          {
            ...seen(item, { state: 'damaged', confidence: 1e-9, severity: 2, types: [] }),
            visible_fraction: 0,
          },
          {
            ...seen(item, { state: 'damaged', confidence: 1e-9, severity: null, types: [] }),
            visible_fraction: 0,
          },
        ];
        for (const photo of faint) {
          const after = believe(CAR, [...numbered(evidence), photo], reference);
          expect(Math.abs(after.severity.classes.none - before.severity.classes.none)).toBeLessThan(1e-3);
        }
      }),
      { numRuns: 30 },
    );
  });

  test('a part seen whole never raises any part nor the severity', () => {
    fc.assert(
      fc.property(lot, world, sighting, (evidence, reference, item) => {
        const whole = seen(item, { state: 'whole' });
        expectAtMost(believe(CAR, [...evidence, whole], reference), believe(CAR, evidence, reference));
      }),
      { numRuns: 60 },
    );
  });

  test('a moderate or severe finding never gives less than the same part unexamined', () => {
    fc.assert(
      fc.property(
        lot,
        world,
        sighting,
        damagedLook,
        fc.constantFrom(3, 4),
        (evidence, reference, item, look, severity) => {
          const found = seen(item, { ...look, severity });
          expectAtMost(believe(CAR, evidence, reference), believe(CAR, [...evidence, found], reference));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a finding of no confidence changes nothing', () => {
    const evidence = numbered([
      { id: '', kind: 'declared_damage', place: 'primary', words: 'All over', site: null },
    ]);
    const nothing = fc.sample(sighting, { numRuns: 40, seed: 1390448249 });
    for (const item of nothing) {
      const found = seen(item, { state: 'damaged', confidence: 0, severity: 3, types: [] });
      expectAtMost(believe(CAR, evidence), believe(CAR, [...evidence, found]));
      expectAtMost(believe(CAR, [...evidence, found]), believe(CAR, evidence));
    }
  });

  test('for one part: whole ≤ unexamined or minor ≤ moderate ≤ severe', () => {
    fc.assert(
      fc.property(
        lot,
        sighting,
        damagedLook,
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        (evidence, item, look, v) => {
          const at = (other: PhotoSighting['look'] | null): Belief =>
            believe(CAR, other ? [...evidence, { ...seen(item, other), visible_fraction: v }] : evidence);
          const whole = at({ state: 'whole' });
          const [minor, moderate, severe] = [2, 3, 4].map((severity) => at({ ...look, severity }));
          const unexamined = at(null);
          if (!minor || !moderate || !severe) throw new Error('three findings');
          expectAtMost(whole, unexamined);
          expectAtMost(whole, minor);
          expectAtMost(unexamined, moderate);
          expectAtMost(minor, moderate);
          expectAtMost(moderate, severe);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('no evidence throws, and every figure is a number with shares that add up', () => {
    fc.assert(
      fc.property(lot, world, (evidence, reference) => {
        const belief = believe(CAR, evidence, reference);
        const { weights, classes, mean } = belief.severity;
        expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
        expect(classes.none + classes.minor + classes.moderate + classes.severe).toBeCloseTo(1, 9);
        expect(mean).toBeGreaterThanOrEqual(-1);
        for (const part of belief.parts) {
          const { whole, minor, moderate, severe } = part.states;
          expect(whole + minor + moderate + severe).toBeCloseTo(1, 9);
          expect(minor + moderate + severe).toBeCloseTo(part.probability, 9);
          expect(part.by_hit.every((chance) => chance >= 0 && chance <= 1 + ROUNDING)).toBe(true);
          expect(weights.reduce((sum, weight, at) => sum + weight * (part.by_hit[at] ?? 0), 0)).toBeCloseTo(
            part.probability,
            9,
          );
        }
        expect(new Set(belief.parts.map(({ key }) => key)).size).toBe(belief.parts.length);
        for (const risk of belief.risks) {
          expect(risk.probability).toBeGreaterThanOrEqual(risk.listed - ROUNDING);
          expect(risk.probability).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 60 },
    );
  });
});
