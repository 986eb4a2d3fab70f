import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingSchema } from '../../../contract/schemas/damage.ts';
import { consensusOf, findingsOf } from './consensus.ts';
import type { PartDetection } from './examination.ts';

const detection = (over: Partial<PartDetection> = {}): PartDetection => ({
  photo: 1,
  category: 'headlamp',
  side: 'left',
  position: 'front',
  types: ['crack'],
  severity: 3,
  op_hint: 'replace',
  box: [0.1, 0.1, 0.3, 0.3],
  confidence: 0.8,
  also: [],
  verdict: 'confirmed',
  ...over,
});
const whole = (over: object = {}) => ({
  category: 'headlamp',
  side: 'left' as const,
  position: 'front' as const,
  photo: 2,
  ...over,
});

describe('how much of a part is damaged', () => {
  const extents = (...shares: (number | undefined)[]) =>
    findingsOf(
      shares.map((extent, at) =>
        detection({ photo: at + 1, confidence: 0.9 - at / 10, ...(extent === undefined ? {} : { extent }) }),
      ),
      [],
      'model',
    )[0]?.extent;

  it('is what the surest photo that tells it has', () => {
    expect(extents(0.2, 0.6)).toBe(0.2);
    expect(extents(undefined, 0.6)).toBe(0.6);
  });

  it('is left open where none tells it', () => {
    expect(extents(undefined)).toBeUndefined();
  });
});

describe('consensus over photos', () => {
  it('counts the best photo fully and each further one half', () => {
    expect(
      consensusOf(
        new Map([
          [1, 0.8],
          [2, 0.6],
        ]),
        false,
      ),
    ).toBeCloseTo(1 - 0.2 * 0.7);
  });

  it('counts photos that nearly repeat each other once, by the best, and names them all', () => {
    const both = [detection({ photo: 1, confidence: 0.6 }), detection({ photo: 2, confidence: 0.8 })];
    const [found] = findingsOf(both, [], 'test', new Map([[2, 1]]));
    expect(found?.probability).toBeCloseTo(0.8);
    expect(found?.because).toMatchObject({ from: { photos: [1, 2] } });
    expect(found?.evidence.map(({ photo }) => photo)).toEqual([2, 1]);
  });

  it('leaves four tenths where a photo shows the surface whole', () => {
    expect(consensusOf(new Map([[1, 0.8]]), true)).toBeCloseTo(0.32);
  });

  it('stays between the best photo and one, and never falls with a further photo', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 }),
        (values) => {
          const all = consensusOf(new Map(values.map((value, index) => [index, value])), false);
          const fewer = consensusOf(
            new Map(values.slice(0, -1).map((value, index) => [index, value])),
            false,
          );
          expect(all).toBeLessThanOrEqual(0.99);
          expect(all).toBeGreaterThanOrEqual(Math.min(0.99, Math.max(...values)) - 1e-9);
          expect(all).toBeGreaterThanOrEqual(fewer - 1e-9);
        },
      ),
    );
  });
});

describe('findings', () => {
  it('are one line per piece over all photos, with the evidence of each', () => {
    const findings = findingsOf([detection(), detection({ photo: 4, confidence: 0.6 })], [], 'eye');
    expect(findings).toHaveLength(1);
    expect(findings[0]?.evidence.map((entry) => entry.photo)).toEqual([1, 4]);
    expect(findings[0]?.because?.from).toMatchObject({ code: 'photos', photos: [1, 4], by: 'eye' });
    expect(findings.map((entry) => findingSchema.safeParse(entry).success)).toEqual([true]);
  });

  it('count two detections on one photo once', () => {
    const [finding] = findingsOf(
      [detection(), detection({ box: [0.5, 0.5, 0.7, 0.7], confidence: 0.7 })],
      [],
      'eye',
    );
    expect(finding?.probability).toBeCloseTo(0.8);
  });

  it('keep left and right apart', () => {
    expect(
      findingsOf([detection(), detection({ side: 'right' })], [], 'eye')
        .map((entry) => entry.side)
        .sort(),
    ).toEqual(['left', 'right']);
  });

  it('give a detection of open side to the only piece found', () => {
    const findings = findingsOf([detection(), detection({ photo: 5, side: 'unknown' })], [], 'eye');
    expect(findings.map((entry) => [entry.side, entry.evidence.length])).toEqual([['left', 2]]);
  });

  it('leave a detection of open side out where both pieces are found', () => {
    const both = [detection(), detection({ side: 'right' }), detection({ photo: 5, side: 'unknown' })];
    expect(
      findingsOf(both, [], 'eye')
        .map((entry) => entry.side)
        .sort(),
    ).toEqual(['left', 'right']);
  });

  it('keep an open side open where nothing tells it', () => {
    expect(findingsOf([detection({ side: 'unknown' })], [], 'eye')[0]?.side).toBe('unknown');
  });

  it('keep a wheel of open end by itself where two of four are found', () => {
    const wheel = (over: Partial<PartDetection>) => detection({ category: 'wheel', ...over });
    const findings = findingsOf(
      [wheel({}), wheel({ side: 'right' }), wheel({ photo: 5, side: 'unknown', position: 'none' })],
      [],
      'eye',
    );
    expect(findings).toHaveLength(3);
  });

  it('halve what the second look left unsure, and say so', () => {
    const [finding] = findingsOf([detection({ verdict: 'unsure' })], [], 'eye');
    expect(finding?.probability).toBeCloseTo(0.4);
    expect(finding?.because?.from).toMatchObject({ doubts: ['unsettled'] });
  });

  it('count a surface seen whole against the same side only', () => {
    expect(findingsOf([detection()], [whole()], 'eye')[0]?.probability).toBeCloseTo(0.32);
    expect(findingsOf([detection()], [whole({ side: 'right' })], 'eye')[0]?.probability).toBeCloseTo(0.8);
  });

  it('replace first where rule and model differ, and name the alternative', () => {
    const [finding] = findingsOf(
      [detection({ category: 'hood', side: 'none', types: ['dent'], severity: 2 })],
      [],
      'eye',
    );
    expect(finding?.operation).toBe('replace');
    expect(finding?.because?.from).toMatchObject({ doubts: ['repair_may_do'] });
  });

  it('do not depend on the order of the detections', () => {
    const some = fc.array(
      fc.record({
        photo: fc.integer({ min: 1, max: 4 }),
        category: fc.constantFrom('headlamp', 'wheel', 'hood'),
        side: fc.constantFrom('left' as const, 'right' as const),
        position: fc.constantFrom('front' as const, 'rear' as const),
        confidence: fc.integer({ min: 1, max: 99 }).map((value) => value / 100),
      }),
      { maxLength: 6 },
    );
    const plain = (detections: PartDetection[]) =>
      findingsOf(detections, [], 'eye')
        .map((entry) => `${entry.category} ${entry.side} ${entry.position} ${entry.probability}`)
        .sort();
    fc.assert(
      fc.property(some, (input) => {
        const all = input.map((entry) => detection(entry));
        expect(plain([...all].reverse())).toEqual(plain(all));
      }),
    );
  });
});
