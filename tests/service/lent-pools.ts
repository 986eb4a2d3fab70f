import {
  createWorkerPool,
  type OpenPool,
  WorkerFault,
  type WorkerPool,
} from '../../server/workers/worker-pool.ts';

const pools = new Map<string, WorkerPool>();

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
  return {
    async run(caller, job, input, options = {}) {
      if (closing.signal.aborted) throw closed();
      const gone = Promise.withResolvers<never>();
      const close = (): void => gone.reject(closed());
      closing.signal.addEventListener('abort', close, { once: true });
      const { signal } = options;
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      try {
        return await Promise.race([
          pool.run(caller, job, input, { ...options, signal: either }),
          gone.promise,
        ]);
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
