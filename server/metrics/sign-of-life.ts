import type pg from 'pg';
import { forgetWorker, noteWorker } from '../db/service/service-notes.ts';
import type { Log } from '../log.ts';

const EVERY_MS = 10_000;

/** Says every ten seconds that this worker lives; answers what ends that, after which it is gone. */
export function giveSigns(tools: { pool: pg.Pool; log: Log }, worker: string): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const give = (): void => {
    last = noteWorker(tools.pool, worker).catch((error: unknown) =>
      tools.log.warn({ error: String(error) }, 'a worker could not say that it lives'),
    );
  };
  give();
  const timer = setInterval(give, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
    await forgetWorker(tools.pool, worker).catch((error: unknown) =>
      tools.log.warn({ error: String(error) }, 'a worker could not say that it ended'),
    );
  };
}
