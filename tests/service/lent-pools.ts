import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import {
  createWorkerPool,
  type OpenPool,
  WorkerFault,
  type WorkerPool,
} from '../../server/workers/worker-pool.ts';

const pools = new Map<string, WorkerPool>();

/**
 * Jobs that give the same answer for the same input. They take most of the time of a sample lot's report and repeat in each one, so a
 * worker runs each once and later reports get a copy of its answer.
 */
const REPEATED = new Set(['grounds', 'ingestPhoto', 'labelCodes']);
const MOST_ANSWERS = 256;

/** As the workers sent them, by the hash of all that a job depends on; each caller gets a copy. */
const answers = new Map<string, Buffer>();

function keepAnswer(key: string, value: unknown): void {
  answers.set(key, serialize(value));
  const [oldest] = answers.keys();
  if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
}

/**
 * The child processes of this test process, lent to one service after the other: starting them for each service cost more
 * processor time than all they were given to do. A pool that a service closes takes nothing more from it, and serves the next.
 */
export const lendPool: OpenPool = (options) => {
  const key = JSON.stringify(options);
  const pool = pools.get(key) ?? createWorkerPool(options);
  pools.set(key, pool);
  const closing = new AbortController();
  const closed = (): WorkerFault => new WorkerFault('lost', 'the pool is closed');
  const keyOf = (job: string, input: unknown, parts: readonly Uint8Array[] = []): string | null => {
    if (!REPEATED.has(job)) return null;
    const hash = createHash('sha256').update(serialize([key, job, input, parts.length]));
    for (const part of parts) hash.update(part);
    return hash.digest('hex');
  };
  return {
    async run(caller, job, input, options = {}) {
      if (closing.signal.aborted) throw closed();
      const { signal, parts } = options;
      signal?.throwIfAborted();
      const asked = keyOf(job, input, parts);
      const known = asked === null ? undefined : answers.get(asked);
      if (known) return deserialize(new Uint8Array(known));
      const gone = Promise.withResolvers<never>();
      const close = (): void => gone.reject(closed());
      closing.signal.addEventListener('abort', close, { once: true });
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      try {
        const answer = await Promise.race([
          pool.run(caller, job, input, { ...options, signal: either }),
          gone.promise,
        ]);
        if (asked !== null) keepAnswer(asked, answer);
        return answer;
      } finally {
        closing.signal.removeEventListener('abort', close);
      }
    },
    warm: (count) => pool.warm(count),
    async close() {
      closing.abort(closed());
    },
  };
};
