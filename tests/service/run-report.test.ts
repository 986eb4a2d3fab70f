import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { STEP_NAMES, type StepName, stageOf } from '../../contract/report-status.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { type Announcer, createAnnouncer } from '../../server/db/reports/report-events.ts';
import { GiveUp, RetryLater } from '../../server/errors.ts';
import { type Engine, runReport } from '../../server/pipeline/run/run-report.ts';
import type { Steps } from '../../server/pipeline/step.ts';
import { createTestDatabase } from './database.ts';
import { addReport, addUser } from './seed.ts';

type Outputs = Record<StepName, { made: string }>;
type Behaviour = Partial<Record<StepName, (signal: AbortSignal) => Promise<void>>>;

let database: Database;
let announcer: Announcer;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(inject('databaseServer')));
  announcer = createAnnouncer(database.pool, () => {});
});
afterAll(async () => {
  await announcer.stop();
  await database.close();
});

const NEEDS: Partial<Record<StepName, StepName[]>> = {
  crawl_vehicle_data: ['create_task'],
  download_images: ['crawl_vehicle_data'],
  find_generic_categories: ['crawl_vehicle_data'],
  filter_categories: ['find_generic_categories'],
  crawl_vehicle_parts: ['crawl_vehicle_data'],
  map_vehicle_parts_to_generic_categories: ['crawl_vehicle_parts'],
  detect_damaged_parts: ['download_images', 'filter_categories', 'map_vehicle_parts_to_generic_categories'],
};

function engineWith(
  behaviour: Behaviour,
  calls: StepName[] = [],
  onStatus?: (status: string) => void,
): Engine<null, Outputs> {
  const steps = Object.fromEntries(
    STEP_NAMES.map((name) => [
      name,
      {
        needs: NEEDS[name] ?? [],
        timeoutMs: 60_000,
        attempts: 3,
        message: `doing ${name}`,
        output: z.object({ made: z.string() }),
        run: async ({ signal }: { signal: AbortSignal }) => {
          calls.push(name);
          await behaviour[name]?.(signal);
          return { made: name };
        },
      },
    ]),
  ) as unknown as Steps<null, Outputs>;
  return {
    pool: database.pool,
    log: pino({ level: 'silent' }),
    announcer,
    steps,
    tools: null,
    pauseMs: () => 5,
    // The engine stores the model as it is; its shape is the last step's business.
    result: () => ({
      model: { schema_version: 1 } as never,
      inputs: null,
      kept: { of: 'the last step' },
      totalCostCents: 123_45,
      diagram: null,
    }),
    ...(onStatus ? { onStatus } : {}),
  };
}

const never = new AbortController().signal;
const statusOf = async (id: string) =>
  (
    await database.pool.query<{ status: string; error_code: string | null; message: string }>(
      'SELECT status, error_code, message FROM reports WHERE id = $1',
      [id],
    )
  ).rows[0];
const available = async (userId: string) =>
  (
    await database.pool.query<{ n: number }>('SELECT available_reports AS n FROM users WHERE id = $1', [
      userId,
    ])
  ).rows[0]?.n;

describe('running a report', () => {
  test('runs all eight steps once and ends finished with its total', async () => {
    const userId = await addUser(database.pool, 3);
    const id = await addReport(database.pool, userId);
    const calls: StepName[] = [];
    expect(await runReport(engineWith({}, calls), id, never)).toEqual({ kind: 'finished' });
    expect([...calls].sort()).toEqual([...STEP_NAMES].sort());
    expect((await statusOf(id))?.status).toBe('finished');
    expect(await available(userId)).toBe(2);
    expect(await verifyLedger(database.pool)).toEqual([]);
  });

  test('keeps of each step what it made, and of the last one only what the report itself has not', async () => {
    const id = await addReport(database.pool, await addUser(database.pool, 1));
    await runReport(engineWith({}), id, never);
    const { rows } = await database.pool.query<{ step: StepName; output: unknown }>(
      'SELECT step, output FROM report_steps WHERE report_id = $1',
      [id],
    );
    const kept = Object.fromEntries(rows.map(({ step, output }) => [step, output]));
    expect(Object.keys(kept).sort()).toEqual([...STEP_NAMES].sort());
    expect(kept.create_task).toEqual({ made: 'create_task' });
    expect(kept.detect_damaged_parts).toEqual({ of: 'the last step' });
  });

  test('events of one report never go back in progress and end at finished', async () => {
    const userId = await addUser(database.pool, 3);
    const id = await addReport(database.pool, userId);
    await runReport(
      engineWith({ download_images: () => new Promise((resolve) => setTimeout(resolve, 60)) }),
      id,
      never,
    );
    const rows = await database.pool.query<{ payload: { status: string; progress: number; seq: number } }>(
      'SELECT payload FROM report_events WHERE report_id = $1 ORDER BY seq',
      [id],
    );
    const progress = rows.rows.map((row) => row.payload.progress);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(rows.rows.at(-1)?.payload.status).toBe('finished');
    expect(new Set(rows.rows.map((row) => row.payload.seq)).size).toBe(rows.rows.length);
  });

  test('every step has its event, in order, also one that was done beside a slower one', async () => {
    const id = await addReport(database.pool, await addUser(database.pool, 3));
    await runReport(
      engineWith({ download_images: () => new Promise((resolve) => setTimeout(resolve, 60)) }),
      id,
      never,
    );
    const seen = await database.pool.query<{ status: string; message: string }>(
      "SELECT payload->>'status' AS status, payload->>'message' AS message FROM report_events WHERE report_id = $1 ORDER BY seq",
      [id],
    );
    expect(seen.rows.map((row) => row.status)).toEqual([...STEP_NAMES, 'finished']);
    expect(seen.rows[3]?.message).toBe('doing find_generic_categories');
  });

  test('steps that are ready run side by side', async () => {
    const id = await addReport(database.pool, null);
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    // Each ends only once the other has begun.
    const meeting = (own: typeof one, others: typeof one) => async () => {
      own.resolve();
      await others.promise;
    };
    const outcome = await runReport(
      engineWith({
        download_images: meeting(one, other),
        crawl_vehicle_parts: meeting(other, one),
      }),
      id,
      AbortSignal.timeout(60_000),
    );
    expect(outcome.kind).toBe('finished');
  });

  test('a saved step is not run again by the next run', async () => {
    const userId = await addUser(database.pool, 3);
    const id = await addReport(database.pool, userId);
    const stop = new AbortController();
    const first: StepName[] = [];
    const engine = engineWith(
      {
        crawl_vehicle_parts: async (signal) => {
          stop.abort(new Error('stopped'));
          signal.throwIfAborted();
        },
      },
      first,
    );
    await expect(runReport(engine, id, stop.signal)).rejects.toThrow('stopped');
    const second: StepName[] = [];
    expect(await runReport(engineWith({}, second), id, never)).toEqual({ kind: 'finished' });
    expect(second).not.toContain('create_task');
    expect(second).not.toContain('crawl_vehicle_data');
    expect(second).toContain('crawl_vehicle_parts');
    expect(await verifyLedger(database.pool)).toEqual([]);
  });

  test('a saved step that another version wrote in another shape is made again, and the report goes on', async () => {
    const userId = await addUser(database.pool, 1);
    const id = await addReport(database.pool, userId);
    await database.pool.query(
      `INSERT INTO report_steps (report_id, step, status, attempt, output, finished_at)
       VALUES ($1, 'create_task', 'done', 1, '{"made": "create_task"}', now()),
              ($1, 'crawl_vehicle_data', 'done', 1, '{"was": "of another shape"}', now())`,
      [id],
    );
    const calls: StepName[] = [];
    expect(await runReport(engineWith({}, calls), id, never)).toEqual({ kind: 'finished' });
    expect(calls).not.toContain('create_task');
    expect(calls).toContain('crawl_vehicle_data');
    expect(await verifyLedger(database.pool)).toEqual([]);
  });

  test('a step that fails twice and then works costs nothing but time', async () => {
    const id = await addReport(database.pool, null);
    let tries = 0;
    const outcome = await runReport(
      engineWith({
        crawl_vehicle_data: async () => {
          tries += 1;
          if (tries < 3) throw new Error('flaky');
        },
      }),
      id,
      never,
    );
    expect(outcome).toEqual({ kind: 'finished' });
    expect(tries).toBe(3);
  });

  test('a step that keeps failing ends the report as <step>_failed and gives the report back', async () => {
    const userId = await addUser(database.pool, 1);
    const id = await addReport(database.pool, userId);
    const outcome = await runReport(
      engineWith({
        download_images: async () => {
          throw new Error('secret internal detail');
        },
      }),
      id,
      never,
    );
    expect(outcome).toMatchObject({ kind: 'failed', step: 'download_images', code: 'internal_error' });
    expect(await statusOf(id)).toMatchObject({ status: 'download_images_failed' });
    expect((await statusOf(id))?.message).not.toContain('secret');
    expect(await available(userId)).toBe(1);
    expect(await verifyLedger(database.pool)).toEqual([]);
  });

  test('a step that finds the disk full waits for room, and ends the report with a sentence if there comes none', async () => {
    const full = () => Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }));
    const engine = engineWith({ download_images: full });
    const userId = await addUser(database.pool, 1);
    const first = await addReport(database.pool, userId);
    expect(await runReport(engine, first, never)).toEqual({ kind: 'later', ms: 5_000 });
    expect(await available(userId)).toBe(0);
    expect(await runReport(engineWith({}), first, never)).toEqual({ kind: 'finished' });
    const second = await addReport(database.pool, await addUser(database.pool, 1));
    // However often it looks, waiting uses up no attempt.
    for (let look = 0; look < 20; look += 1)
      expect(await runReport(engine, second, never)).toMatchObject({ kind: 'later' });
    await database.pool.query(
      `UPDATE report_steps SET postponed_since = now() - interval '10 minutes' WHERE report_id = $1`,
      [second],
    );
    expect(await runReport(engine, second, never)).toMatchObject({
      kind: 'failed',
      code: 'unavailable',
      message: expect.stringMatching(/^LotLens has no room left/),
    });
  });

  test('a failed report keeps what was found', async () => {
    const id = await addReport(database.pool, null);
    await runReport(
      engineWith({
        crawl_vehicle_parts: async () => {
          throw new GiveUp('extraction_failed', 'No such thing.');
        },
      }),
      id,
      never,
    );
    const saved = await database.pool.query(
      "SELECT 1 FROM report_steps WHERE report_id = $1 AND step = 'crawl_vehicle_data' AND status = 'done'",
      [id],
    );
    expect(saved.rowCount).toBe(1);
    expect(await statusOf(id)).toMatchObject({
      status: 'crawl_vehicle_parts_failed',
      error_code: 'extraction_failed',
      message: 'No such thing.',
    });
  });

  test('giving up costs no further attempts', async () => {
    const id = await addReport(database.pool, null);
    const calls: StepName[] = [];
    await runReport(
      engineWith(
        {
          create_task: async () => {
            throw new GiveUp('lot_not_found', 'Gone.');
          },
        },
        calls,
      ),
      id,
      never,
    );
    expect(calls).toEqual(['create_task']);
  });

  test('a source that asks us to wait costs no attempt', async () => {
    const id = await addReport(database.pool, null);
    const outcome = await runReport(
      engineWith({
        create_task: async () => {
          throw new RetryLater(5_000);
        },
      }),
      id,
      never,
    );
    expect(outcome).toEqual({ kind: 'later', ms: 5_000 });
    const step = await database.pool.query<{ attempt: number }>(
      "SELECT attempt FROM report_steps WHERE report_id = $1 AND step = 'create_task'",
      [id],
    );
    expect(step.rows[0]?.attempt).toBe(0);
  });

  test('a source that never stops asking to wait fails the report, uncharged, after ten minutes of it', async () => {
    const id = await addReport(database.pool, null);
    const engine = engineWith({
      create_task: async () => {
        throw new RetryLater(30_000);
      },
    });
    expect(await runReport(engine, id, never)).toEqual({ kind: 'later', ms: 30_000 });
    await database.pool.query(
      "UPDATE report_steps SET postponed_since = now() - interval '9 minutes 35 seconds' WHERE report_id = $1",
      [id],
    );
    expect(await runReport(engine, id, never)).toMatchObject({
      kind: 'failed',
      step: 'create_task',
      code: 'unavailable',
      message: expect.stringContaining('longer than a report waits'),
    });
  });

  test('a source that asks to wait an hour fails the report at once', async () => {
    const id = await addReport(database.pool, null);
    const hour = async () => {
      throw new RetryLater(3_600_000);
    };
    expect(await runReport(engineWith({ create_task: hour }), id, never)).toMatchObject({ kind: 'failed' });
  });

  test('a step over its time is stopped and tried again', async () => {
    const id = await addReport(database.pool, null);
    let tries = 0;
    const engine = engineWith({
      create_task: async () => {
        tries += 1;
        if (tries === 1) await new Promise(() => {});
      },
    });
    engine.steps.create_task.timeoutMs = 500;
    expect(await runReport(engine, id, never)).toEqual({ kind: 'finished' });
    expect(tries).toBe(2);
  });

  test('a worker whose run was taken over writes nothing', async () => {
    const userId = await addUser(database.pool, 2);
    const id = await addReport(database.pool, userId);
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let reached: () => void = () => {};
    const inside = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const zombie = runReport(
      engineWith({
        crawl_vehicle_data: async () => {
          reached();
          await held;
        },
      }),
      id,
      never,
    );
    await inside;
    expect(await runReport(engineWith({}), id, never)).toEqual({ kind: 'finished' });
    release();
    expect(await zombie).toEqual({ kind: 'gone' });
    const settled = await database.pool.query(
      "SELECT 1 FROM quota_ledger WHERE report_id = $1 AND kind = 'settle'",
      [id],
    );
    expect(settled.rowCount).toBe(1);
    expect(await verifyLedger(database.pool)).toEqual([]);
  });

  test('a step that was started a hundred times ends the report', async () => {
    const userId = await addUser(database.pool, 1);
    const id = await addReport(database.pool, userId);
    await database.pool.query(
      "INSERT INTO report_steps (report_id, step, status, attempt) VALUES ($1, 'create_task', 'running', 100)",
      [id],
    );
    expect(await runReport(engineWith({}), id, never)).toMatchObject({ kind: 'failed', step: 'create_task' });
    expect(await verifyLedger(database.pool)).toEqual([]);
  });

  test('an ended or unknown report is left alone', async () => {
    const id = await addReport(database.pool, null);
    await runReport(engineWith({}), id, never);
    expect(await runReport(engineWith({}), id, never)).toEqual({ kind: 'gone' });
    expect(await runReport(engineWith({}), '00000000-0000-4000-8000-000000000000', never)).toEqual({
      kind: 'gone',
    });
  });

  test('every shown status has the label and fraction of the specification', async () => {
    const seen: string[] = [];
    const id = await addReport(database.pool, null);
    await runReport(
      engineWith({}, [], (status) => seen.push(status)),
      id,
      never,
    );
    const known = new Set<string>([...STEP_NAMES, 'finished']);
    expect(seen.filter((status) => !known.has(status))).toEqual([]);
    expect(stageOf('map_vehicle_parts_to_generic_categories')).toEqual({
      label: 'Damage Analysis',
      progress: 0.7,
    });
  });
});

test('a connection to the test server is a real PostgreSQL', async () => {
  const client = new pg.Client({ connectionString: inject('databaseServer') });
  await client.connect();
  const version = await client.query<{ server_version: string }>('SHOW server_version');
  await client.end();
  expect(Number.parseInt(version.rows[0]?.server_version ?? '', 10)).toBeGreaterThanOrEqual(15);
});
