import { PgBoss } from 'pg-boss';
import enginePackage from 'pg-boss/package.json' with { type: 'json' };
import { atMostMs } from '../concurrency/pause.ts';
import { SchemaRefused } from '../db/applied-migrations.ts';
import { DatabaseLost, isLostSentence } from '../db/await-database.ts';
import { LONGEST_QUERY_MS } from '../db/client.ts';
import type { Log } from '../log.ts';
import { VERSION } from '../process/version.ts';
import { currentWork, inTrace } from '../tracing/current-work.ts';
import { JOB_POLICIES, type JobName, type Jobs, UNHURRIED } from './jobs.ts';

type SqlRunner = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };

export type SendOptions = {
  /** Send inside this transaction: the job exists if and only if it commits. */
  within?: SqlRunner;
  /** Not before so many seconds from now. */
  afterSeconds?: number;
  /** At most one such job in each period of so many seconds, whoever sends it. */
  onceInSeconds?: number;
  /** With `onceInSeconds`: one such job for each of these. */
  onceFor?: string;
  /** Jobs of a name are taken by turn, the lowest first (0 unless told), then the oldest. */
  turn?: number;
  /** Whose it is, an account or any other caller: see `mostOfOne`. */
  account?: string;
};

export type Queue = {
  send<N extends JobName>(name: N, payload: Jobs[N], options?: SendOptions): Promise<void>;
  /**
   * Runs `handler` for each job; the signal aborts when the job is lost or the process drains. A throw means: again later.
   * `mostOfOne`: so many jobs of one account run here at once.
   */
  work<N extends JobName>(
    name: N,
    concurrency: number,
    handler: (payload: Jobs[N], signal: AbortSignal) => Promise<void>,
    options?: { mostOfOne?: number },
  ): Promise<void>;
  /** Takes no new jobs, gives running ones `graceMs`, then hands them back to the queue. */
  stop(graceMs: number): Promise<void>;
};

/** Beside a job's payload: the trace of what asked for it. */
const TRACE = 'trace_id';
/** Every queue looks for jobs as the engine starts, and the pool opens what it may at once: some ten milliseconds each, on both sides. */
const QUEUE_CONNECTIONS = 3;
/** Ended jobs stay a day, for operators to see what came to nothing, and are tidied away so often. */
const KEPT_SECONDS = 86_400;
const TIDIED_SECONDS = 300;

/** A job keeps the policy it was sent under; one that waits as its queue gets another goes by that. */
const POLICY_OF_WAITING = `
  UPDATE pgboss.job j SET retry_limit = q.retry_limit, retry_delay = q.retry_delay, retry_backoff = q.retry_backoff,
         retry_delay_max = q.retry_delay_max, expire_seconds = q.expire_seconds, heartbeat_seconds = q.heartbeat_seconds,
         dead_letter = q.dead_letter
    FROM pgboss.queue q WHERE q.name = $1 AND j.name = $1 AND j.state < 'active'`;

/** Whether a queue is kept with another policy than this. */
const isOther = (
  kept: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, unknown>>,
): boolean => Object.entries(wanted).some(([name, value]) => kept[name] !== value);

/**
 * Opens the durable queue on PostgreSQL and creates its tables when missing. Cut short by a lost connection it leaves nothing that
 * runs here, and may be called again. Throws SchemaRefused where its tables are those of a newer version.
 */
export async function openQueue(url: string, log: Log): Promise<Queue> {
  // Handed on to the driver: what is asked on a connection that is dead comes to an end here, too.
  const connections = {
    connectionString: url,
    max: QUEUE_CONNECTIONS,
    application_name: 'lotlens-queue',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    query_timeout: LONGEST_QUERY_MS,
  };
  const boss = new PgBoss({
    ...connections,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 3,
    // What is over a day ago goes some minutes' worth at a time; by itself the engine takes a day's at once.
    maintenanceIntervalSeconds: TIDIED_SECONDS,
    monitorIntervalSeconds: 3,
    // How many jobs wait, as a worker sees it.
    queueCacheIntervalSeconds: 3,
  });
  // Of a worker it is no Error but what an Error holds.
  boss.on('error', (error) => log.error({ error: error.message || String(error) }, 'queue error'));
  try {
    await startEngine(boss);
  } catch (error) {
    await boss
      .stop({ graceful: false, close: true })
      .catch((fault: unknown) => log.warn({ error: String(fault) }, 'the queue was not closed'));
    throw error;
  }
  const draining = new AbortController();
  const running = new Set<Promise<void>>();

  return {
    async send(name, payload, options = {}) {
      const { within, afterSeconds, onceInSeconds, onceFor, turn, account } = options;
      const traceId = currentWork()?.traceId;
      await boss.send(name, traceId ? { ...payload, [TRACE]: traceId } : payload, {
        ...(afterSeconds === undefined ? {} : { startAfter: Math.ceil(afterSeconds) }),
        ...(onceInSeconds === undefined ? {} : { singletonSeconds: onceInSeconds }),
        ...(onceFor === undefined ? {} : { singletonKey: onceFor }),
        ...(turn === undefined ? {} : { priority: -turn }),
        ...(account === undefined ? {} : { group: { id: account } }),
        ...(within === undefined
          ? {}
          : { db: { executeSql: (text: string, values?: unknown[]) => within.query(text, values) } }),
      });
    },
    async work(name, concurrency, handler, { mostOfOne } = {}) {
      await boss.work<Jobs[typeof name] & { [TRACE]?: string }>(
        name,
        {
          localConcurrency: concurrency,
          ...(mostOfOne === undefined ? {} : { localGroupConcurrency: mostOfOne }),
          batchSize: 1,
          pollingIntervalSeconds: 0.5,
          notifyPollingIntervalSeconds: UNHURRIED.has(name) ? 10 : 2,
          // Where more than one waits nobody looks at the clock between two.
          burstWhenReadyExceeds: 1,
          heartbeatRefreshSeconds: 3,
        },
        async ([job]) => {
          if (!job) return;
          const { [TRACE]: traceId = null } = job.data;
          const work = inTrace({ job: name }, traceId, () =>
            handler(job.data, AbortSignal.any([job.signal, draining.signal])),
          );
          const settled = work.then(
            () => {},
            () => {},
          );
          running.add(settled);
          void settled.finally(() => running.delete(settled));
          await work;
        },
      );
    },
    async stop(graceMs) {
      const names = Object.keys(JOB_POLICIES);
      await Promise.all(names.map((name) => boss.offWork(name, { wait: false })));
      await atMostMs(Promise.all(running), graceMs);
      draining.abort(new Error('the service is stopping'));
      await boss.stop({ graceful: true, timeout: 5_000, close: true });
    },
  };
}

/** Starts the engine and gives every queue the policy of today. */
async function startEngine(boss: PgBoss): Promise<void> {
  let deaf: Error | null = null;
  // Started without its listener the engine would look by the clock alone for as long as it runs.
  const hear = ({ data }: { data: object }): void => {
    if ('error' in data && isLostSentence(String(data.error))) deaf = new DatabaseLost(String(data.error));
  };
  boss.on('warning', hear);
  await boss.start();
  boss.off('warning', hear);
  if (deaf !== null) throw deaf;
  const { schema } = enginePackage.pgboss;
  const found = (await boss.schemaVersion()) ?? schema;
  if (found > schema)
    throw new SchemaRefused(
      `The job tables of the database are of a newer LotLens (pg-boss schema ${found}), and this is LotLens ${VERSION}, which knows schema ${schema}: start the newer version again, or restore the backup made before the update.`,
    );
  // Making one that is there already changes nothing, and takes a transaction; one of an earlier version takes today's policy.
  const made = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const [name, policy] of Object.entries(JOB_POLICIES)) {
    const wanted = { ...policy, notify: true, deleteAfterSeconds: KEPT_SECONDS };
    const there = made.get(name);
    if (there === undefined) await boss.createQueue(name, wanted);
    else if (isOther({ ...there }, wanted)) {
      await boss.updateQueue(name, wanted);
      await boss.getDb().executeSql(POLICY_OF_WAITING, [name]);
    }
  }
}
