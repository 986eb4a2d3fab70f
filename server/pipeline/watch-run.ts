import type pg from 'pg';
import { holdsRun, type Run, RunLost } from '../db/report-runs.ts';

/**
 * Aborts `stop` soon after the run was cancelled or taken over: without it a step would go on, and spend, until its next
 * write. Answers what ends the watch.
 */
export function watchRun(pool: pg.Pool, run: Run, stop: AbortController, everyMs: number): () => void {
  let asking = false;
  const timer = setInterval(async () => {
    if (asking) return;
    asking = true;
    // A database that is away for a moment says nothing about the run.
    const holds = await holdsRun(pool, run).catch(() => true);
    asking = false;
    if (!holds) stop.abort(new RunLost());
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
