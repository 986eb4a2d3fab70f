import { spawn } from 'node:child_process';
import { once } from 'node:events';
import readline from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { createTestDatabase } from './database.ts';
import { runSchedules, seeded } from './seeded.ts';
import { until } from './service.ts';

/** Whole in `npm run test:long`. */
const LONG = process.env.LOTLENS_LONG === '1';
const SCHEDULES = LONG ? 1_000 : 60;
const KILLS = LONG ? 20 : 3;
const CUT = 'lotlens-cut';
const KILLED = 'lotlens-killed';

/** A ledger of money or quota, and what happens to it. Done again, an act changes nothing more. */
export type TestedLedger<Act> = {
  /** What happens: `payments, refunds and reports`. */
  what: string;
  doAct(pool: pg.Pool, act: Act): Promise<void>;
  /** What happens to something new of this number, and what must have come of it. */
  schedule(pool: pg.Pool, seed: number): Promise<{ acts: Act[]; check(): Promise<void> }>;
  /** Broken promises. */
  verify(pool: pg.Pool): Promise<unknown[]>;
  /** A script that does the acts it is given and says `done` after each. */
  worker: string;
};

/** Tests that a ledger holds under random interleavings, connections that end at any moment, and killed processes. */
export function testLedger<Act>({ what, doAct, schedule, verify, worker }: TestedLedger<Act>): void {
  let url: string;
  let database: Database;
  /** Its connections are ended at any moment. */
  let cut: pg.Pool;
  let ended = 0;
  /** Acts that were answered. */
  let answered = 0;
  beforeAll(async () => {
    url = await createTestDatabase(inject('databaseServer'));
    database = openDatabase(url, { max: 8 });
    cut = new pg.Pool({ connectionString: url, application_name: CUT, max: 8 });
    cut.on('error', () => {});
    cut.on('connect', (client) => client.on('error', () => {}));
  });
  afterAll(async () => {
    await cut.end();
    await database.close();
  });

  /** As senders send, and people press buttons: until there is an answer. */
  const untilAnswered = async (act: Act): Promise<void> => {
    for (;;) {
      try {
        await doAct(cut, act);
        answered += 1;
        return;
      } catch (error) {
        if (!isCut(error)) throw error;
      }
    }
  };

  /**
   * Ends one connection that is at work, now and then, until `done`: after the next few acts were answered, so that on a busy machine
   * it is not all that ever happens.
   */
  const endConnections = async (done: () => boolean): Promise<void> => {
    const random = seeded(7);
    while (!done()) {
      const { rowCount } = await database.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE application_name = $1 AND state <> 'idle' AND datname = current_database() ORDER BY random() LIMIT 1`,
        [CUT],
      );
      ended += rowCount ?? 0;
      const next = answered + (rowCount ? 1 + random.below(8) : 0);
      do await new Promise((resolve) => setTimeout(resolve, 1 + random.below(20)));
      while (answered < next && !done());
    }
  };

  test(
    `the ledger holds under ${SCHEDULES} interleavings of ${what}, with connections ended at random`,
    async () => {
      let done = false;
      const ending = endConnections(() => done);
      try {
        await runSchedules(SCHEDULES, 4, async (seed) => {
          const random = seeded(seed);
          const { acts, check } = await schedule(database.pool, seed);
          while (acts.length > 0) await Promise.all(acts.splice(0, 1 + random.below(3)).map(untilAnswered));
          await check();
        });
      } finally {
        done = true;
        await ending;
      }
      expect(ended).toBeGreaterThan(0);
      expect(await verify(database.pool)).toEqual([]);
    },
    LONG ? 1_800_000 : 240_000,
  );

  /** Lets a process of its own do these, and kills it once it has done `most` of them. */
  const killedAmid = async (acts: readonly Act[], most: number): Promise<void> => {
    const child = spawn(process.execPath, [worker, url, KILLED, JSON.stringify(acts)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    let made = 0;
    readline.createInterface({ input: child.stdout }).on('line', () => {
      made += 1;
      if (made === most) child.kill('SIGKILL');
    });
    expect(await exited).toEqual([null, 'SIGKILL']);
    // The database ends what was under way, or finishes it where its end was asked for.
    await until('its connections are gone', 30_000, async () => {
      const { rowCount } = await database.pool.query(
        'SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()',
        [KILLED],
      );
      return rowCount === 0;
    });
  };

  test(
    `the ledger holds where a process is killed amid ${what}, ${KILLS} times`,
    async () => {
      for (let seed = 1; seed <= KILLS; seed += 1) {
        const { acts, check } = await schedule(database.pool, seed);
        await killedAmid(acts, 1 + seeded(seed).below(acts.length));
        expect(await verify(database.pool)).toEqual([]);
        for (const act of acts) await doAct(database.pool, act);
        await check();
      }
      expect(await verify(database.pool)).toEqual([]);
    },
    LONG ? 600_000 : 240_000,
  );
}

/** What a connection's end looks like, from within. */
const isCut = (error: unknown): boolean =>
  error instanceof Error &&
  (Reflect.get(error, 'code') === '57P01' ||
    /connection terminated|connection error|ECONNRESET|EPIPE|not queryable/i.test(error.message));
