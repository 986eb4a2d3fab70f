import { once } from 'node:events';
import pg from 'pg';
import { pino } from 'pino';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { inTransaction, openDatabase, openLeaseDatabase } from '../../server/db/client.ts';
import { listenForNotifications } from '../../server/db/notifications.ts';
import { claimNextRun, claimRun, LEASE_MS, offerReport } from '../../server/db/reports/report-leases.ts';
import { failRun, LeaseLost, type Run, saveStep } from '../../server/db/reports/report-runs.ts';
import { type ReportRunner, startReportRunner } from '../../server/pipeline/run/report-runner.ts';
import type { RunOutcome } from '../../server/pipeline/run/run-report.ts';
import { startCutProxy } from './cut-proxy.ts';
import { createTestDatabase } from './database.ts';
import { addReport } from './seed.ts';
import { until } from './service.ts';

type Work = (run: Run, signal: AbortSignal) => Promise<RunOutcome>;

/** What a test works with on one database; `close` ends what the test started and leaves no report unfinished. */
async function openScene(url: string) {
  const database = openDatabase(url);
  const proxy = await startCutProxy(url);
  const closing: (() => Promise<unknown>)[] = [];

  function runner(work: Work, { concurrency = 2, by = url } = {}): ReportRunner {
    const leases = openLeaseDatabase(by);
    const made = startReportRunner({
      leases,
      log: pino({ level: 'silent' }),
      worker: 'worker',
      concurrency,
      run: work,
    });
    closing.push(async () => {
      await made.stop(0);
      await leases.close();
    });
    return made;
  }

  return {
    url,
    database,
    proxy,
    runner,
    /** Runs one report until its signal aborts; `began` and `ended` say when, `ended` with the reason. */
    oneLongRun(options: { by?: string } = {}) {
      const began = Promise.withResolvers<Run>();
      const ended = Promise.withResolvers<unknown>();
      const made = runner(async (run, signal) => {
        began.resolve(run);
        ended.resolve(await stopped(signal));
        return { kind: 'gone' };
      }, options);
      return { runner: made, began: began.promise, ended: ended.promise };
    },
    async offered(): Promise<string> {
      const id = await addReport(database.pool, null);
      await offerReport(database.pool, id);
      return id;
    },
    async finish(run: Run): Promise<RunOutcome> {
      const failure = { step: 'create_task', code: 'x', message: 'x' } as const;
      await failRun(database.pool, run, failure);
      return { kind: 'failed', ...failure };
    },
    endOf: (id: string) =>
      until(
        'the report ends',
        20_000,
        async () =>
          (await database.pool.query('SELECT 1 FROM reports WHERE id = $1 AND finished_at IS NOT NULL', [id]))
            .rowCount === 1,
      ),
    async now(): Promise<number> {
      const found = await database.pool.query<{ ms: number }>(
        'SELECT 1000 * extract(epoch FROM clock_timestamp())::float8 AS ms',
      );
      return Number(found.rows[0]?.ms);
    },
    async leaseEnd(id: string): Promise<number> {
      const found = await database.pool.query<{ ms: number }>(
        'SELECT 1000 * extract(epoch FROM claimable_at)::float8 AS ms FROM reports WHERE id = $1',
        [id],
      );
      return Number(found.rows[0]?.ms);
    },
    async close(): Promise<void> {
      await Promise.all(closing.splice(0).map((close) => close()));
      await proxy.close();
      await database.pool.query("UPDATE reports SET finished_at = now(), status = 'finished'");
      await database.close();
    },
  };
}

const stopped = async (signal: AbortSignal): Promise<unknown> => {
  if (!signal.aborted) await once(signal, 'abort');
  return signal.reason;
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Scene = Awaited<ReturnType<typeof openScene>>;
const on = (database: () => Promise<string>, work: (scene: Scene) => Promise<void>) => async () => {
  const scene = await openScene(await database());
  try {
    await work(scene);
  } finally {
    await scene.close();
  }
};

let shared: string;
beforeAll(async () => {
  shared = await createTestDatabase(inject('databaseServer'));
});
/** On the database of this file, one after the other. */
const onShared = (work: (scene: Scene) => Promise<void>) => on(async () => shared, work);
/** On a database of its own: tests that wait for seconds do so side by side. */
const onOwn = (work: (scene: Scene) => Promise<void>) =>
  on(() => createTestDatabase(inject('databaseServer')), work);

describe('a worker', () => {
  test(
    'runs no more reports at once than it has slots, and all of them in the end',
    onShared(async ({ runner, offered, finish, endOf }) => {
      const ids = await Promise.all(Array.from({ length: 12 }, offered));
      const full = Promise.withResolvers<void>();
      let running = 0;
      let most = 0;
      runner(
        async (run) => {
          running += 1;
          most = Math.max(most, running);
          if (running === 3) full.resolve();
          await full.promise;
          await pause(5);
          running -= 1;
          return await finish(run);
        },
        { concurrency: 3 },
      );
      await Promise.all(ids.map(endOf));
      expect(most).toBe(3);
    }),
  );

  test(
    'hears of an offered report when its transaction commits, and not before',
    onShared(async ({ url, database }) => {
      const heard = Promise.withResolvers<string>();
      let committing = false;
      const listener = await listenForNotifications(() => new pg.Client({ connectionString: url }), {
        onUsers() {},
        onSessionsEnded() {},
        onGap() {},
        onError() {},
        onReportQueued: () => heard.resolve(committing ? 'with the commit' : 'before'),
      });
      await inTransaction(database.pool, async (client) => {
        await offerReport(client, await addReport(database.pool, null));
        await pause(100);
        committing = true;
      });
      expect(await heard.promise).toBe('with the commit');
      await listener.stop();
    }),
  );

  const ENDS: Record<string, (pool: pg.Pool, id: string) => Promise<unknown>> = {
    cancelled: (pool, id) => pool.query('UPDATE reports SET finished_at = now() WHERE id = $1', [id]),
    'taken over': claimRun,
  };
  test.each(Object.entries(ENDS))('stops a report that was %s', (_, act) =>
    onShared(async ({ database, oneLongRun, offered }) => {
      const id = await offered();
      const run = oneLongRun();
      await run.began;
      await act(database.pool, id);
      expect(await run.ended).toBeInstanceOf(LeaseLost);
    })(),
  );

  test.concurrent(
    'runs a report that waits when its time has come, also after a restart',
    onOwn(async ({ runner, offered, finish, endOf, now }) => {
      const id = await offered();
      const waiting = Promise.withResolvers<void>();
      const first = runner(async () => {
        waiting.resolve();
        return { kind: 'later', ms: 6_000 };
      });
      await waiting.promise;
      await first.stop(0);
      const since = await now();
      const again = Promise.withResolvers<number>();
      runner(async (run) => {
        again.resolve(await now());
        return await finish(run);
      });
      // It was set aside before `since` was asked for.
      expect((await again.promise) - since).toBeGreaterThan(1_000);
      await endOf(id);
    }),
  );

  test(
    'takes a report up again, after a pause, that an unforeseen error stopped',
    onShared(async ({ runner, offered, finish, endOf }) => {
      const id = await offered();
      const began: number[] = [];
      runner(async (run) => {
        began.push(performance.now());
        if (began.length === 1) throw new Error('a fault of ours');
        return await finish(run);
      });
      await endOf(id);
      expect(began).toHaveLength(2);
      expect((began[1] ?? 0) - (began[0] ?? 0)).toBeGreaterThan(900);
    }),
  );
});

describe('stopping a worker', () => {
  test(
    'lets a report end within its time',
    onShared(async ({ database, runner, offered, finish, leaseEnd }) => {
      const id = await offered();
      const began = Promise.withResolvers<void>();
      const may = Promise.withResolvers<void>();
      const { stop } = runner(async (run, signal) => {
        began.resolve();
        await may.promise;
        expect(signal.aborted).toBe(false);
        return await finish(run);
      });
      await began.promise;
      const stopping = stop(20_000);
      const first = await leaseEnd(id);
      await until('its lease is renewed', 20_000, async () => (await leaseEnd(id)) > first);
      may.resolve();
      await stopping;
      expect(
        (await database.pool.query('SELECT 1 FROM reports WHERE id = $1 AND finished_at IS NOT NULL', [id]))
          .rowCount,
      ).toBe(1);
    }),
  );

  test(
    'hands back at once what does not, even a run that hears no signal, which then writes nothing',
    onShared(async ({ database, runner, offered }) => {
      await Promise.all([offered(), offered()]);
      const deaf = Promise.withResolvers<never>();
      const runs: Run[] = [];
      const { stop } = runner(async (run, signal) => {
        runs.push(run);
        if (runs.length === 1) return await deaf.promise;
        throw await stopped(signal);
      });
      await until('both run', 60_000, async () => runs.length === 2);
      await stop(50);
      const next = [await claimNextRun(database.pool, 'next'), await claimNextRun(database.pool, 'next')];
      expect(new Set(next.map((run) => run?.reportId))).toEqual(new Set(runs.map((run) => run.reportId)));
      for (const run of runs)
        await expect(
          saveStep(database.pool, run, {
            step: 'create_task',
            output: {},
            status: 'create_task',
            message: 'x',
          }),
        ).rejects.toThrow(LeaseLost);
      deaf.reject(new Error('over'));
    }),
  );
});

describe('when connections break', () => {
  test.concurrent(
    'a run goes on while the connections of its leases are ended again and again',
    onOwn(async ({ database, oneLongRun, offered }) => {
      await offered();
      const run = oneLongRun();
      const { reportId, fence } = await run.began;
      const end = performance.now() + 2 * LEASE_MS;
      while (performance.now() < end) {
        await database.pool.query(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lotlens-leases'",
        );
        await pause(700);
      }
      expect(await claimNextRun(database.pool, 'other')).toBeNull();
      const held = await database.pool.query('SELECT 1 FROM reports WHERE id = $1 AND fence = $2', [
        reportId,
        fence,
      ]);
      expect(held.rowCount).toBe(1);
    }),
  );

  test.concurrent(
    'a run goes on, and others are claimed, when a connection dies without a word',
    onOwn(async ({ proxy, runner, offered }) => {
      await offered();
      const began: string[] = [];
      let lost = 0;
      runner(
        async (run, signal) => {
          began.push(run.reportId);
          await stopped(signal);
          if (signal.reason instanceof LeaseLost) lost += 1;
          return { kind: 'gone' };
        },
        { by: proxy.url },
      );
      await until('it runs', 60_000, async () => began.length === 1);
      for (let turn = 0; turn < 2; turn += 1) {
        proxy.cutPresent();
        await pause(LEASE_MS);
      }
      await offered();
      await until('the other runs too', 60_000, async () => began.length === 2);
      expect(lost).toBe(0);
    }),
  );

  test.concurrent(
    'a run is stopped before anyone else can claim it when its worker is cut off, which works again afterwards',
    onOwn(async ({ database, proxy, oneLongRun, offered }) => {
      const id = await offered();
      const run = oneLongRun({ by: proxy.url });
      const { fence } = await run.began;
      const order: string[] = [];
      const seen = run.ended.then((reason) =>
        order.push(reason instanceof LeaseLost ? 'stopped' : String(reason)),
      );
      proxy.cutComing();
      proxy.cutPresent();
      const next = await until('another claims it', 60_000, () => claimNextRun(database.pool, 'other'));
      order.push('claimed');
      await seen;
      expect(order).toEqual(['stopped', 'claimed']);
      expect(next).toMatchObject({ reportId: id, fence: fence + 1 });
      proxy.mend();
      await until('the worker claims it again', 60_000, async () => {
        const found = await database.pool.query<{ claimed_by: string }>(
          'SELECT claimed_by FROM reports WHERE id = $1',
          [id],
        );
        return found.rows[0]?.claimed_by === 'worker';
      });
    }),
  );

  test.concurrent(
    'a transaction cut off in the middle keeps its report from nobody for long',
    onOwn(async ({ database, proxy, offered }) => {
      const id = await offered();
      const run = await claimRun(database.pool, id);
      const cut = openDatabase(proxy.url);
      const locked = Promise.withResolvers<void>();
      const gone = inTransaction(cut.pool, async (client) => {
        await client.query('SELECT 1 FROM reports WHERE id = $1 FOR UPDATE', [id]);
        proxy.cutComing();
        proxy.cutPresent();
        locked.resolve();
        await client.query('SELECT 1');
      });
      gone.catch(() => {});
      await locked.promise;
      expect(await claimNextRun(database.pool, 'other')).toBeNull();
      const next = await until('another claims it', 60_000, () => claimNextRun(database.pool, 'other'));
      expect(next.fence).toBe((run?.fence ?? 0) + 1);
      proxy.giveUp();
      await expect(gone).rejects.toThrow();
      await cut.close();
    }),
  );

  test(
    'a connection that ends between two statements of a transaction fails that transaction, not the process',
    onShared(async ({ url, database }) => {
      const errors: Error[] = [];
      const own = openDatabase(url, { onError: (error) => errors.push(error) });
      const broken = inTransaction(own.pool, async (client) => {
        const found = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
        await database.pool.query('SELECT pg_terminate_backend($1)', [found.rows[0]?.pid]);
        await until('its end is noticed', 60_000, async () => errors.length > 0);
        await client.query('SELECT 1');
      });
      await expect(broken).rejects.toThrow();
      await expect(own.pool.query('SELECT 1')).resolves.toMatchObject({ rowCount: 1 });
      await own.close();
    }),
  );
});
