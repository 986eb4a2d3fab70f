import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CONDITION } from '../../damage-detectors/declared/condition.ts';
import { lighterBy } from './lighter-bags.ts';
import { classAt, NONE, SEVERITIES } from './severity-grid.ts';

const LISTED = SEVERITIES.map((s) => Math.log(CONDITION.airbags.intact.value[classAt(s)]));

test('a cabin photo and a listing that both say undamaged count as the stronger of the two, step by step', () => {
  const falls = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: SEVERITIES.length,
    maxLength: SEVERITIES.length,
  });
  fc.assert(
    fc.property(falls, (steps) => {
      let sum = 0;
      const seen = Float64Array.from(steps, (step) => {
        sum -= step;
        return sum;
      });
      const added = lighterBy(seen);
      for (let at = NONE + 2; at < SEVERITIES.length; at++) {
        const of = (logs: ArrayLike<number>): number => (logs[at] ?? 0) - (logs[at - 1] ?? 0);
        expect(of(LISTED) + of(added)).toBeCloseTo(Math.min(of(LISTED), of(seen)), 9);
      }
    }),
    { numRuns: 50 },
  );
});
