import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachAtMost } from './each-at-most.ts';

test('works on every item, in order, never on more at once than allowed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer()), fc.integer({ min: 1, max: 5 }), async (items, atOnce) => {
      const begun: number[] = [];
      let running = 0;
      let most = 0;
      await eachAtMost(atOnce, items, async (item) => {
        begun.push(item);
        running += 1;
        most = Math.max(most, running);
        await turn();
        running -= 1;
      });
      expect(begun).toEqual(items);
      expect(most).toBe(Math.min(atOnce, items.length));
    }),
    { numRuns: 30 },
  );
});

test('a failure begins nothing new and is thrown when what was begun has ended', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    if (item === 2) throw new Error('two is broken');
    await turn();
    ended.push(item);
  };
  await expect(eachAtMost(2, [1, 2, 3, 4], work)).rejects.toThrow('two is broken');
  expect({ begun, ended }).toEqual({ begun: [1, 2], ended: [1] });
});
