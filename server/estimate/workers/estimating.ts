import { gzipSync } from 'node:zlib';
import { type ForCaller, SERVICE, type WorkCaller } from '../../concurrency/work-caller.ts';
import type { TableFiles } from '../../data-tables/table-files.ts';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import {
  createWorkerPool,
  type OpenPool,
  PoolFull,
  WorkerFault,
  type WorkerPool,
} from '../../workers/worker-pool.ts';
import type { Grounds } from '../build-estimate.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import { TABLES_ID } from '../tables/table-versions.ts';
import {
  type AnsweredJob,
  type EditedEstimate,
  type EditedJob,
  editedEstimate,
  type ListedRange,
  type ListedRangeJob,
} from './estimate-jobs.ts';
import { madeUpInputs } from './made-up-lot.ts';

/** Calculations, which take their turns as one caller. */
export type Calculating = {
  /** What each piece of evidence moved, and what would narrow the range: seconds of processor time, in a worker. */
  grounds(inputs: EstimateInputs): Promise<Grounds>;
  /**
   * A report's estimate with its edits, by the tables the report was made with, whatever tables came since. Throws
   * report_read_only where those are no longer kept or no longer understood, unavailable where too many wait.
   */
  edited(job: EditedJob): Promise<EditedEstimate>;
  /** What a report's answers moved and what would narrow its range now, in a worker; throws as `edited`. */
  answered(job: AnsweredJob): Promise<Grounds>;
  /**
   * The range of listed facts alone, in a worker. Null where enough of them wait already: they are a courtesy, and reports
   * use the same worker.
   */
  listedRange(job: ListedRangeJob): Promise<ListedRange | null>;
};

export type Estimating = {
  for: ForCaller<Calculating>;
  /** A report will ask for its grounds soon: a worker starts and rehearses while others are waited for, unless one is there. */
  expect(): void;
  close(): Promise<void>;
};

/** Basis: judgement; some dozen forecasts take one to two seconds. Between two reports such a worker holds some 250 MB. */
const WORKER = { size: 1, mostWaiting: 64, mostWaitingOfOne: 48, timeMs: 60_000, heapMb: 512, restMb: 400 };
/** Ranges of listed facts of one caller waiting at once: each takes a tenth of a second, and a report waits behind one of them. */
const MOST_RANGES = 4;
/** Sets of older tables with a worker at once. */
const MOST_SETS = 3;
const BUSY_SECONDS = 5;

type Engine = { readonly pool: WorkerPool; readonly tables: Uint8Array[] };

const outdated = (): AppError =>
  new AppError(
    'report_read_only',
    'The tables that this report was calculated with can no longer be read. Update it to current tables to change its lines.',
  );

/** Estimates beside the process that serves people; `keptTables` finds the tables of an id, `idleMs` is a pool's. */
export function createEstimating(
  keptTables: (id: string) => Promise<TableFiles | null>,
  log: Pick<Log, 'error'>,
  { idleMs, openPool = createWorkerPool }: { idleMs: number; openPool?: OpenPool },
): Estimating {
  const options = { script: new URL('estimate-worker.ts', import.meta.url), ...WORKER, idleMs };
  const current = openPool(options);
  const ranges = new Map<WorkCaller, number>();
  /** In the order they were last used. */
  const older = new Map<string, Promise<Engine | null>>();

  async function engineOf(id: string): Promise<Engine | null> {
    const files = await keptTables(id);
    // A worker stays with the tables of its first job: such a pool is never a shared one.
    return files && { pool: createWorkerPool(options), tables: [gzipSync(JSON.stringify(files))] };
  }

  function olderEngine(id: string): Promise<Engine | null> {
    const engine = older.get(id) ?? engineOf(id);
    older.delete(id);
    older.set(id, engine);
    for (const [first, unused] of older) {
      if (older.size <= MOST_SETS) break;
      older.delete(first);
      void unused.then((ended) => ended?.pool.close());
    }
    return engine;
  }

  const busy = (error: unknown): never => {
    if (error instanceof PoolFull || (error instanceof WorkerFault && error.reason === 'lost'))
      throw new AppError(
        'unavailable',
        'LotLens is calculating as much as it can right now. Please try again in a few seconds.',
        { details: { retry_after: BUSY_SECONDS }, cause: error },
      );
    throw error;
  };

  async function byOlder(
    caller: WorkCaller,
    kind: 'edited' | 'answered',
    job: AnsweredJob,
  ): Promise<unknown> {
    const { tables_id: id } = job.inputs.versions;
    const engine = await olderEngine(id);
    if (engine === null) throw outdated();
    try {
      const parts = engine.tables.map((bytes) => new Uint8Array(bytes));
      return await engine.pool.run(caller, kind, job, { parts });
    } catch (error) {
      if (error instanceof WorkerFault || error instanceof PoolFull) return busy(error);
      log.error({ error: String(error), tables: id }, 'older tables could not be calculated with');
      throw outdated();
    }
  }

  const calculatingFor = (caller: WorkCaller): Calculating => ({
    grounds: (inputs) => current.run(caller, 'grounds', inputs).catch(busy) as Promise<Grounds>,
    async listedRange(job) {
      const waiting = ranges.get(caller) ?? 0;
      if (waiting >= MOST_RANGES) return null;
      ranges.set(caller, waiting + 1);
      try {
        return (await current.run(caller, 'listedRange', job)) as ListedRange;
      } catch (error) {
        if (error instanceof PoolFull) return null;
        throw error;
      } finally {
        const left = (ranges.get(caller) ?? 1) - 1;
        if (left === 0) ranges.delete(caller);
        else ranges.set(caller, left);
      }
    },
    async edited(job) {
      if (job.inputs.versions.tables_id === TABLES_ID) return editedEstimate(job);
      return (await byOlder(caller, 'edited', job)) as EditedEstimate;
    },
    async answered(job) {
      if (job.inputs.versions.tables_id !== TABLES_ID)
        return (await byOlder(caller, 'answered', job)) as Grounds;
      return (await current.run(caller, 'answered', job).catch(busy)) as Grounds;
    },
  });

  return {
    for: calculatingFor,
    expect() {
      // What goes wrong in it goes wrong in the report, too, and is told there.
      if (current.warm(1) > 0) current.run(SERVICE, 'grounds', madeUpInputs()).catch(() => {});
    },
    async close() {
      const engines = await Promise.all(older.values());
      await Promise.all([current.close(), ...engines.map((engine) => engine?.pool.close())]);
    },
  };
}
