import { answered, answerPass, FIXED_CASES } from '../server/estimate/fixtures/answered-pass.ts';
import type { Bench } from './bench.ts';

const width = ({ low, high }: { low: number; high: number }): number => high - low;
const range = ({ low, likely, high }: { low: number; likely: number; high: number }): string =>
  [low, likely, high].map((sum) => Math.round(sum)).join(' / ');

/** How far the product's own questions narrow the range of cars whose damage is known. */
export const bench: Bench = {
  name: 'confirmed-cases',
  about:
    'four lots × three truths, answered by a script: US dollars low / likely / high, and the share of the width taken away',
  run: () =>
    Promise.resolve(
      FIXED_CASES.map((one) => {
        const before = answered(one.inputs, []).total;
        const steps = answerPass(one);
        const after = (at: number) => (steps.at(at) ?? steps.at(-1))?.estimate.total ?? before;
        const narrower = (at: number): string =>
          `${Math.round(100 * (1 - width(after(at)) / width(before)))}%`;
        return {
          lot: one.lot,
          truth: one.truth,
          before: range(before),
          'after ten': range(after(9)),
          ten: narrower(9),
          questions: steps.length,
          'after all': range(after(-1)),
          all: narrower(-1),
        };
      }),
    ),
};
