import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { linesInDatabase } from '../../server/db/lots/host-pace.ts';
import { turnsBefore } from '../../server/web-fetch/host-line.ts';
import { createRateLimiter } from '../../server/web-fetch/rate-limiter.ts';
import { createTestDatabase } from './database.ts';

/**
 * The lines over several processes: each has its own connections and its own pace, all one database. Tests that wait for turns do so
 * side by side, each at a host of its own.
 */

let url: string;
let database: Database;
const opened: Database[] = [];
beforeAll(async () => {
  url = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(url);
});
afterAll(() => Promise.all([database, ...opened].map((each) => each.close())));

const GAP_MS = 150;
let hosts = 0;
const freshHost = (): string => {
  hosts += 1;
  return `host${hosts}.test`;
};
const never = undefined;

function newProcess(options: { lotAtOnce?: number; maxWaitMs?: number; gapMs?: number } = {}) {
  const own = openDatabase(url, { max: 4 });
  opened.push(own);
  return createRateLimiter({
    intervalMs: options.gapMs ?? GAP_MS,
    lotAtOnce: options.lotAtOnce ?? 2,
    photoAtOnce: 6,
    maxWaitMs: options.maxWaitMs ?? 60_000,
    maxPlaceWaitMs: 60_000,
    mostWaiting: 100,
    line: linesInDatabase(own.pool, turnsBefore),
  });
}
type Process = ReturnType<typeof newProcess>;

/** One request that is over at once; notes when its turn came. */
async function ask(process: Process, host: string, caller: string, turns: { caller: string; at: number }[]) {
  const leave = await process.enter({ caller, host, photoHost: false, spaced: true, signal: never });
  turns.push({ caller, at: performance.now() });
  leave();
}

test.concurrent('a burst of one caller in three processes delays another by one turn', async () => {
  const host = freshHost();
  // Long enough that the other has lined up before the turn after the next.
  const gapMs = 700;
  const processes = [newProcess({ gapMs }), newProcess({ gapMs }), newProcess({ gapMs })];
  const turns: { caller: string; at: number }[] = [];
  const from = performance.now();
  const burst = Array.from({ length: 10 }, (_, n) => ask(processes[n % 3] as Process, host, 'user:1', turns));
  await expect.poll(() => turns.length).toBeGreaterThan(3);
  const before = turns.length;
  await ask(processes[1] as Process, host, 'address:1.2.3.4', turns);
  const others = turns.slice(before).findIndex(({ caller }) => caller === 'address:1.2.3.4');
  // One that is on its way while the other lines up, and one turn.
  expect(others).toBeLessThanOrEqual(2);
  await Promise.all(burst);
  // Whoever takes them, turns are a gap apart: none can be told before its time.
  expect(turns.filter(({ at }, n) => at < from + n * gapMs - 5)).toEqual([]);
});

test.concurrent('callers share a host evenly however they are spread over processes', async () => {
  const host = freshHost();
  const processes = [newProcess(), newProcess()];
  const turns: { caller: string; at: number }[] = [];
  await Promise.all([
    ...Array.from({ length: 12 }, () => ask(processes[0] as Process, host, 'user:1', turns)),
    ...Array.from({ length: 6 }, (_, n) => ask(processes[n % 2] as Process, host, 'user:2', turns)),
    ...Array.from({ length: 6 }, () => ask(processes[1] as Process, host, 'user:3', turns)),
  ]);
  const had = (caller: string) => turns.slice(0, 15).filter((turn) => turn.caller === caller).length;
  // Five each; a process that was kept from asking in time may have missed a turn.
  for (const caller of ['user:1', 'user:2', 'user:3']) expect(had(caller)).toBeGreaterThanOrEqual(3);
});

test.concurrent('a process without a free place holds up nobody', async () => {
  const host = freshHost();
  const full = newProcess({ lotAtOnce: 1 });
  const other = newProcess();
  const turns: { caller: string; at: number }[] = [];
  const leave = await full.enter({ caller: 'user:1', host, photoHost: false, spaced: true, signal: never });
  const waiting = ask(full, host, 'user:1', turns);
  const from = performance.now();
  for (let n = 0; n < 3; n += 1) await ask(other, host, 'user:2', turns);
  expect(performance.now() - from).toBeLessThan(GAP_MS * 3 + 3000);
  expect(turns.map(({ caller }) => caller)).toEqual(['user:2', 'user:2', 'user:2']);
  leave();
  await waiting;
});

test.concurrent('what a dead process left in line delays the others by about a second', async () => {
  const host = freshHost();
  const line = linesInDatabase(database.pool, turnsBefore);
  const join = { host, caller: 'user:1', intervalMs: GAP_MS, maxWaitMs: 60_000, mostWaiting: 100 };
  const tickets = [await line.join(join), await line.join(join)].flatMap(({ ticket }) => ticket ?? []);
  await line.next(host, tickets);
  // It asked for its second, which is next, and is heard of no more.
  await line.next(host, tickets.slice(1));
  const turns: { caller: string; at: number }[] = [];
  const from = performance.now();
  await ask(newProcess(), host, 'user:2', turns);
  expect(performance.now() - from).toBeLessThan(GAP_MS + 3000);
});

test('a clock of the database that went back a day keeps nobody from a host', async () => {
  const host = freshHost();
  const line = linesInDatabase(database.pool, turnsBefore);
  const join = { host, caller: 'user:1', intervalMs: GAP_MS, maxWaitMs: 60_000, mostWaiting: 100 };
  const tickets = [await line.join(join), await line.join(join)].flatMap(({ ticket }) => ticket ?? []);
  // The first had its turn; of the second its process asked, and died.
  await line.next(host, tickets);
  await line.next(host, tickets.slice(1));
  await database.pool.query(`UPDATE host_pace SET next_at = next_at + interval '1 day' WHERE host = $1`, [
    host,
  ]);
  await database.pool.query(
    `UPDATE host_waits SET asked_until = asked_until + interval '1 day', joined_at = joined_at + interval '1 day' WHERE host = $1`,
    [host],
  );
  const from = performance.now();
  await ask(newProcess(), host, 'user:2', []);
  expect(performance.now() - from).toBeLessThan(GAP_MS + 3000);
  // The dead one's place is no older, nor younger, than any: it goes with the minute.
  const ahead = await database.pool.query(
    'SELECT 1 FROM host_waits WHERE host = $1 AND greatest(joined_at, asked_until) > clock_timestamp() + $2::interval',
    [host, '2 seconds'],
  );
  expect(ahead.rowCount).toBe(0);
});

test.concurrent('a wait that would be too long is refused at once and leaves nothing in line', async () => {
  const host = freshHost();
  // Long enough that all have lined up before a few turns are over.
  const gapMs = 1_000;
  const process = newProcess({ gapMs, maxWaitMs: gapMs * 5 });
  const turns: { caller: string; at: number }[] = [];
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => ask(process, host, 'user:1', turns)));
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(20);
  for (const one of refused) expect(one).toMatchObject({ reason: { name: 'Busy' } });
  const left = await database.pool.query('SELECT 1 FROM host_waits WHERE host = $1', [host]);
  expect(left.rowCount).toBe(0);
});

test('whoever stops waiting leaves the line', async () => {
  const host = freshHost();
  const process = newProcess();
  const stop = new AbortController();
  const turns: { caller: string; at: number }[] = [];
  const first = ask(process, host, 'user:1', turns);
  const gone = process.enter({ caller: 'user:1', host, photoHost: false, spaced: true, signal: stop.signal });
  stop.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  await first;
  const left = await database.pool.query('SELECT 1 FROM host_waits WHERE host = $1', [host]);
  expect(left.rowCount).toBe(0);
});

test("any order of requests: after at most one of each other caller per request of one's own", async () => {
  const callers = fc.constantFrom('a', 'b', 'c');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(callers, fc.constant(null)), { maxLength: 40 }), async (steps) => {
      const host = freshHost();
      const line = linesInDatabase(database.pool, turnsBefore);
      const open = new Map<number, { caller: string; own: number; passed: string[] }>();
      const take = async (): Promise<void> => {
        if (open.size === 0) return;
        const next = await line.next(host, [...open.keys()]);
        if (!('ticket' in next)) throw new Error('no turn');
        const taken = open.get(next.ticket);
        open.delete(next.ticket);
        for (const other of ['a', 'b', 'c'].filter((name) => name !== taken?.caller))
          expect(taken?.passed.filter((name) => name === other).length).toBeLessThanOrEqual(
            (taken?.own ?? 0) + 1,
          );
        for (const waiting of open.values()) waiting.passed.push(taken?.caller ?? '');
      };
      for (const caller of steps) {
        if (caller === null) await take();
        else {
          const own = [...open.values()].filter((entry) => entry.caller === caller).length;
          const wait = { host, caller, intervalMs: 0, maxWaitMs: 1000, mostWaiting: 1000 };
          const { ticket } = await line.join(wait);
          if (ticket === null) throw new Error('refused');
          open.set(ticket, { caller, own, passed: [] });
        }
      }
      while (open.size > 0) await take();
    }),
    { numRuns: 30 },
  );
});
