import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesInProcess } from './host-line.ts';

const wait = { host: 'a.test', intervalMs: 1000, maxWaitMs: Number.POSITIVE_INFINITY, mostWaiting: 1000 };

/** Lines of a host whose clock stands where it is put, and the order of turns taken. */
function host() {
  let now = 0;
  const line = linesInProcess(() => now);
  const open: { ticket: number; caller: string }[] = [];
  return {
    async join(caller: string): Promise<number> {
      const { ticket } = await line.join({ ...wait, caller });
      if (ticket === null) throw new Error('refused');
      open.push({ ticket, caller });
      return ticket;
    },
    async turn(): Promise<{ ticket: number; caller: string } | undefined> {
      now += 1000;
      if (open.length === 0) return undefined;
      const next = await line.next(
        wait.host,
        open.map(({ ticket }) => ticket),
      );
      if (!('ticket' in next)) throw new Error('no turn');
      const at = open.findIndex(({ ticket }) => ticket === next.ticket);
      return open.splice(at, 1)[0];
    },
    open,
  };
}

const callers = fc.constantFrom('a', 'b', 'c', 'd');
const schedule = fc.array(fc.oneof(callers, fc.constant(null)), { minLength: 1, maxLength: 120 });

test('a request goes after at most one of each other caller for each request its own caller has before it', async () => {
  await fc.assert(
    fc.asyncProperty(schedule, async (steps) => {
      const { join, turn, open } = host();
      /** Per ticket: how many of its own caller were to go first, and who went meanwhile. */
      const waits = new Map<number, { caller: string; own: number; passed: string[] }>();
      const take = async (): Promise<void> => {
        const taken = await turn();
        if (!taken) return;
        const { own = 0, passed = [] } = waits.get(taken.ticket) ?? {};
        waits.delete(taken.ticket);
        for (const other of ['a', 'b', 'c', 'd'].filter((name) => name !== taken.caller))
          expect(passed.filter((name) => name === other).length).toBeLessThanOrEqual(own + 1);
        for (const waiting of waits.values()) waiting.passed.push(taken.caller);
      };
      for (const caller of steps) {
        if (caller === null) await take();
        else {
          const own = open.filter((entry) => entry.caller === caller).length;
          waits.set(await join(caller), { caller, own, passed: [] });
        }
      }
      while (open.length > 0) await take();
    }),
  );
});

test('one caller alone has a turn at every gap, in the order of asking', async () => {
  const { join, turn } = host();
  const tickets = [await join('a'), await join('a'), await join('a')];
  expect([await turn(), await turn(), await turn()].map((taken) => taken?.ticket)).toEqual(tickets);
});

test('whoever comes back at once has no turn before those who wait already', async () => {
  const { join, turn } = host();
  await join('a');
  for (let n = 0; n < 3; n += 1) await join('b');
  const order: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const taken = await turn();
    order.push(taken?.caller ?? '');
    if (taken?.caller === 'a') await join('a');
  }
  expect(order).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
});

test('a request that would wait too long is told how long instead', async () => {
  const line = linesInProcess(() => 0);
  const join = (caller: string) => line.join({ ...wait, caller, maxWaitMs: 2000 });
  for (let n = 0; n < 3; n += 1) expect((await join('a')).ticket).not.toBeNull();
  expect(await join('a')).toEqual({ ticket: null, waitMs: 3000 });
  expect(await join('b')).toMatchObject({ waitMs: 1000 });
});
