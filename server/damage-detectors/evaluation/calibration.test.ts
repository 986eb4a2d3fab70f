import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAMAGE_LOOKS, type DamageLook, detectionRatesSchema } from '../../../contract/schemas/damage.ts';
import { seededRandom } from '../../seeded-random.ts';
import { calibrated } from '../confidence-curve.ts';
import { calibrationOf, fitForm, formsFor } from './calibration.ts';
import { calibrationError, type Stated } from './score.ts';

const FIRST = { rising: 0.6, falling: 0.6, offset: -0.4 };

/** Findings at nine confidences, of which as many are right as `chance` says. */
const findingsBy = (chance: (stated: number) => number, each: number): Stated[] =>
  [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].flatMap((probability) =>
    Array.from({ length: each }, (_, at) => ({
      probability,
      right: at < Math.round(each * chance(probability)),
    })),
  );
const finding = fc.record({
  probability: fc.double({ min: 0, max: 1, noNaN: true }),
  right: fc.boolean(),
  look: fc.constantFrom<DamageLook>('dent', 'scratch', 'torn'),
});
const CONFIDENCES = [0, 0.004, 0.1, 0.35, 0.5, 0.9, 0.996, 1];

/** Lots of findings drawn by chance, the same at each run: each right as often as `chance` says. */
function drawnLots(
  lots: number,
  each: number,
  chance: (stated: number, look: DamageLook) => number,
  looks: readonly DamageLook[] = ['dent'],
): Stated[][] {
  const { uniform } = seededRandom(7);
  return Array.from({ length: lots }, () =>
    Array.from({ length: each }, (_, at) => {
      const probability = Math.round(uniform() * 100) / 100;
      const look = looks[at % looks.length] ?? 'dent';
      return { probability, look, right: uniform() < chance(probability, look) };
    }),
  );
}
const atOnce = (stated: number): number => (stated < 0.6 ? 0.08 : 0.92);

describe('the curve of stated confidence', () => {
  it('is drawn by forms that the number of labelled findings allows', () => {
    expect([0, 49, 50, 299, 300, 999, 1000].map((labels) => formsFor(labels).length)).toEqual([
      1, 1, 2, 2, 3, 3, 4,
    ]);
    expect(formsFor(1000)).toEqual(['first_values', 'slope_and_offset', 'beta', 'isotonic']);
  });

  it('moves from the first values towards what fifty findings say, and is there with many', () => {
    const always = (each: number) =>
      calibrated(
        fitForm(
          'slope_and_offset',
          findingsBy(() => 0.9, each),
          FIRST,
        ),
        0.5,
      );
    expect(always(6)).toBeGreaterThan(calibrated(FIRST, 0.5) + 0.2);
    expect(always(6)).toBeLessThan(always(30));
    expect(always(200)).toBeCloseTo(0.9, 1);
  });

  it('has one slope, or two ends apart', () => {
    const lopsided = (stated: number) => (stated > 0.5 ? 0.97 : stated);
    const one = fitForm('slope_and_offset', findingsBy(lopsided, 20), FIRST);
    expect(one.rising).toBe(one.falling);
    const two = fitForm('beta', findingsBy(lopsided, 100), FIRST);
    expect(two.falling).toBeGreaterThan(two.rising + 0.2);
  });

  it.each(['slope_and_offset', 'beta', 'isotonic'] as const)(
    'as %s leaves a model alone that is right as often as it says',
    (form) => {
      const curve = fitForm(
        form,
        findingsBy((stated) => stated, 200),
        FIRST,
      );
      for (const stated of [0.1, 0.3, 0.5, 0.7, 0.9])
        expect(calibrated(curve, stated)).toBeCloseTo(stated, 1);
    },
  );

  it('is the first curve where nothing is known, one that changes nothing among them', () => {
    const nothing = { rising: 1, falling: 1, offset: 0 };
    for (const first of [FIRST, nothing])
      for (const form of formsFor(1000))
        for (const stated of [0.05, 0.3, 0.5, 0.8, 0.95])
          expect(calibrated(fitForm(form, [], first), stated)).toBeCloseTo(calibrated(first, stated), 2);
    expect(calibrated(nothing, 0.3)).toBeCloseTo(0.3, 9);
  });

  it('stays short of certainty and never falls with stated confidence, whatever the labels say', () => {
    const lots = fc.array(fc.array(finding, { minLength: 20, maxLength: 60 }), {
      minLength: 3,
      maxLength: 8,
    });
    fc.assert(
      fc.property(fc.constantFrom(...formsFor(1000)), lots, (form, drawn) => {
        for (const curve of [fitForm(form, drawn.flat(), FIRST), calibrationOf(drawn, FIRST).curve])
          for (const look of [null, ...DAMAGE_LOOKS]) {
            const chances = CONFIDENCES.map((stated) => calibrated(curve, stated, look));
            for (const [at, chance] of chances.entries()) {
              expect(chance).toBeGreaterThanOrEqual((chances[at - 1] ?? 0) - 1e-12);
              expect(chance).toBeGreaterThan(0);
              expect(chance).toBeLessThan(1);
            }
          }
      }),
      { numRuns: 20 },
    );
  });
});

describe('the form of the curve', () => {
  const formOf = (lots: readonly (readonly Stated[])[]) => calibrationOf(lots, FIRST).curve.form;

  it('is the one that loses least on lots held out', () => {
    const { curve, tried, held_out } = calibrationOf(drawnLots(12, 120, atOnce), FIRST);
    expect(new Set(tried.map(({ form }) => form))).toEqual(new Set(formsFor(1000)));
    expect(curve.form).toBe('isotonic');
    expect(held_out?.log_loss).toBe(Math.min(...tried.map(({ log_loss }) => log_loss)));
    expect(calibrated(curve, 0.4)).toBeLessThan(0.2);
    expect(calibrated(curve, 0.8)).toBeGreaterThan(0.8);
  });

  it('has no steps with fewer than a thousand findings', () => {
    expect(formOf(drawnLots(9, 110, atOnce))).not.toBe('isotonic');
  });

  it('stays at the first values with fewer than fifty findings', () => {
    const { curve } = calibrationOf([findingsBy(() => 1, 2), findingsBy(() => 1, 3)], FIRST);
    expect(curve).toEqual({ ...FIRST, form: 'first_values' });
  });

  it('stays at the first values where they lose least', () => {
    expect(formOf(drawnLots(6, 50, (stated) => calibrated(FIRST, stated)))).toBe('first_values');
  });

  it('is slope and offset at most where no lot can be held out', () => {
    expect(formOf(drawnLots(1, 1200, atOnce))).toBe('slope_and_offset');
  });

  it('is written and read back as it is', () => {
    const shape = detectionRatesSchema.shape.calibration;
    for (const lots of [drawnLots(12, 120, atOnce), drawnLots(4, 100, atOnce), []]) {
      const { curve, labels } = calibrationOf(lots, FIRST);
      const written = { ...curve, labels };
      expect(shape.parse(JSON.parse(JSON.stringify(written)))).toEqual(written);
    }
  });

  it('is read from a file of before forms were told', () => {
    const older = { rising: 0.8, falling: 0.7, offset: -0.1, labels: 320 };
    expect(detectionRatesSchema.shape.calibration.parse(older)).toEqual(older);
  });

  it('is refused where its points fall', () => {
    const faulty = {
      ...FIRST,
      labels: 1000,
      form: 'isotonic',
      points: [
        [0.2, 0.6],
        [0.8, 0.4],
      ],
    };
    expect(detectionRatesSchema.shape.calibration.safeParse(faulty).success).toBe(false);
  });
});

describe('what a damage looks like', () => {
  const looks = ['dent', 'scratch'] as const;
  const byLook = (stated: number, look: DamageLook) => (look === 'dent' ? stated ** 0.3 : stated ** 4);

  it('moves the curve where labels of it say otherwise than the rest', () => {
    const { curve } = calibrationOf(drawnLots(8, 60, byLook, looks), FIRST);
    expect(calibrated(curve, 0.5, 'dent')).toBeGreaterThan(calibrated(curve, 0.5) + 0.1);
    expect(calibrated(curve, 0.5, 'scratch')).toBeLessThan(calibrated(curve, 0.5) - 0.1);
  });

  it('takes the common curve where few labels are of it, or none', () => {
    const few = drawnLots(8, 60, byLook, looks).map((lot, at) => [
      ...lot,
      ...(at < 4 ? [{ probability: 0.9, right: false, look: 'torn' as const }] : []),
    ]);
    const { curve } = calibrationOf(few, FIRST);
    expect(Object.keys(curve.looks ?? {}).sort()).toEqual(['dent', 'scratch']);
    for (const look of ['torn', 'crack'] as const)
      expect(calibrated(curve, 0.7, look)).toBe(calibrated(curve, 0.7));
  });

  it('moves nothing where all looks are told alike', () => {
    const { curve } = calibrationOf(
      drawnLots(8, 60, (stated) => stated, looks),
      FIRST,
    );
    for (const look of looks)
      expect(Math.abs(calibrated(curve, 0.5, look) - calibrated(curve, 0.5))).toBeLessThan(0.1);
  });
});

describe('calibration on lots held out', () => {
  it('takes away what an overconfident model overstates', () => {
    const overstated = (stated: number) => stated ** 3;
    const lots = Array.from({ length: 10 }, () => findingsBy(overstated, 10));
    const { held_out, curve } = calibrationOf(lots, FIRST);
    expect(curve.form).toBe('beta');
    expect(held_out?.ece).toBeLessThan((calibrationError(lots.flat()) ?? 0) / 3);
    expect(held_out?.ece_95).not.toBeNull();
  });

  it('tells a lot by the other lots alone, so that lots of opposites leave the first values', () => {
    const right = findingsBy(() => 1, 30);
    const wrong = findingsBy(() => 0, 30);
    const { tried, curve } = calibrationOf([right, wrong], FIRST);
    const [first, slope] = tried;
    // Each is weighed by a curve that saw the opposite only.
    expect(slope?.log_loss).toBeGreaterThan((first?.log_loss ?? 0) * 2);
    expect(curve.form).toBe('first_values');
  });

  it('says nothing of one lot', () => {
    expect(calibrationOf([findingsBy(() => 1, 30), []], FIRST).held_out).toBeNull();
  });
});
