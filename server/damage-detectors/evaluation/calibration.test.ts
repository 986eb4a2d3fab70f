import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrated, calibrationOf, fitCurve, methodFor } from './calibration.ts';
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
const finding = fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }), right: fc.boolean() });

describe('the curve of stated confidence', () => {
  it('is drawn after the number of labelled findings', () => {
    expect([0, 49, 50, 299, 300].map(methodFor)).toEqual([
      'first_values',
      'first_values',
      'slope_and_offset',
      'slope_and_offset',
      'beta',
    ]);
  });

  it('stays at the first values with fewer than fifty findings', () => {
    expect(
      fitCurve(
        findingsBy(() => 1, 5),
        FIRST,
      ),
    ).toEqual(FIRST);
  });

  it('moves from the first values towards what fifty findings say, and is there with many', () => {
    const always = (each: number) =>
      calibrated(
        fitCurve(
          findingsBy(() => 0.9, each),
          FIRST,
        ),
        0.5,
      );
    expect(always(6)).toBeGreaterThan(calibrated(FIRST, 0.5) + 0.2);
    expect(always(6)).toBeLessThan(always(30));
    expect(always(200)).toBeCloseTo(0.9, 1);
  });

  it('keeps one slope below three hundred findings and two ends from there on', () => {
    const lopsided = (stated: number) => (stated > 0.5 ? 0.97 : stated);
    const few = fitCurve(findingsBy(lopsided, 20), FIRST);
    expect(few.rising).toBe(few.falling);
    const many = fitCurve(findingsBy(lopsided, 100), FIRST);
    expect(many.falling).toBeGreaterThan(many.rising + 0.2);
  });

  it('leaves a model alone that is right as often as it says', () => {
    const curve = fitCurve(
      findingsBy((stated) => stated, 200),
      FIRST,
    );
    for (const stated of [0.1, 0.3, 0.5, 0.7, 0.9]) expect(calibrated(curve, stated)).toBeCloseTo(stated, 1);
  });

  it('never falls with stated confidence, whatever the labels say', () => {
    fc.assert(
      fc.property(fc.array(finding, { minLength: 50, maxLength: 320 }), (findings) => {
        const curve = fitCurve(findings, FIRST);
        const chances = [0, 0.1, 0.5, 0.9, 1].map((stated) => calibrated(curve, stated));
        for (const [at, chance] of chances.entries())
          expect(chance).toBeGreaterThanOrEqual((chances[at - 1] ?? 0) - 1e-12);
      }),
      { numRuns: 20 },
    );
  });
});

describe('calibration on lots held out', () => {
  it('takes away what an overconfident model overstates', () => {
    const overstated = (stated: number) => stated ** 3;
    const lots = Array.from({ length: 10 }, () => findingsBy(overstated, 10));
    const { held_out, method } = calibrationOf(lots, FIRST);
    expect(method).toBe('beta');
    expect(held_out?.ece).toBeLessThan((calibrationError(lots.flat()) ?? 0) / 3);
    expect(held_out?.ece_95).not.toBeNull();
  });

  it('tells a lot by the other lots alone', () => {
    const right = findingsBy(() => 1, 30);
    const wrong = findingsBy(() => 0, 30);
    const { held_out } = calibrationOf([right, wrong], FIRST);
    // Each is weighed by a curve that saw the opposite only.
    expect(held_out?.brier).toBeGreaterThan(0.6);
  });

  it('says nothing of one lot', () => {
    expect(calibrationOf([findingsBy(() => 1, 30), []], FIRST).held_out).toBeNull();
  });
});
