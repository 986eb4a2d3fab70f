import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LineFull, takeTurns } from './take-turns.ts';

const OPTIONS = { size: 1, mostWaiting: 10, mostWaitingOfOne: 2 };

test('runs work of callers in turn, one at a time', async () => {
  const inTurn = takeTurns(OPTIONS);
  const order: string[] = [];
  let running = 0;
  await Promise.all(
    ['a', 'a', 'a', 'b'].map((caller) =>
      inTurn(caller, async () => {
        running += 1;
        expect(running).toBe(1);
        order.push(caller);
        await turn();
        running -= 1;
      }),
    ),
  );
  expect(order).toEqual(['a', 'a', 'b', 'a']);
});

test('goes on after work that fails', async () => {
  const inTurn = takeTurns(OPTIONS);
  await expect(inTurn('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inTurn('a', async () => 1)).toBe(1);
});

test('refuses what one caller has waiting past its share', async () => {
  const inTurn = takeTurns(OPTIONS);
  const held = Promise.withResolvers<void>();
  const work = [1, 2, 3].map(() => inTurn('a', () => held.promise));
  await expect(inTurn('a', async () => {})).rejects.toBeInstanceOf(LineFull);
  const other = inTurn('b', async () => 'b');
  held.resolve();
  await Promise.all(work);
  expect(await other).toBe('b');
});

test('work whose signal aborts before its turn never runs', async () => {
  const inTurn = takeTurns(OPTIONS);
  const held = Promise.withResolvers<void>();
  const first = inTurn('a', () => held.promise);
  const stop = new AbortController();
  let ran = false;
  const second = inTurn(
    'b',
    async () => {
      ran = true;
    },
    { signal: stop.signal },
  );
  stop.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  held.resolve();
  await first;
  expect(await inTurn('b', async () => ran)).toBe(false);
});
