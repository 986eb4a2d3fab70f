import type { StepName } from '../../contract/report-status.ts';
import type { Run } from '../db/reports/report-runs.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type Engine, type RunOutcome, runClaimed } from '../pipeline/run/run-report.ts';

/** What a worker gives the process of a report's own. */
export type ProcessWork = { given: unknown; run: Run };

/** What that process says to its worker. */
export type ProcessMessage =
  | { kind: 'alive' }
  /** All is ready: what happens from here on is the report's doing. */
  | { kind: 'begun' }
  | { kind: 'step'; observed: Parameters<Metrics['step']> }
  | { kind: 'report'; observed: Parameters<Metrics['report']> }
  | { kind: 'outcome'; outcome: RunOutcome }
  /** It ends by itself without an outcome: the run goes on elsewhere. */
  | { kind: 'fault'; error: string };

const ALIVE_MS = 1_000;

/**
 * In a process of a report's own: prepares what the run needs, runs it, says what came of it, and ends. Ends with its worker, too,
 * which alone decides when to stop: signals to the whole group are not for it.
 */
export function answerRun<Tools, Outputs extends Record<StepName, unknown>>(
  prepare: (given: unknown) => Promise<{ engine: Engine<Tools, Outputs>; close(): Promise<void> }>,
): void {
  const answer = async ({ given, run }: ProcessWork): Promise<ProcessMessage> => {
    const { engine, close } = await prepare(given);
    await say({ kind: 'begun' });
    const observe: Engine<Tools, Outputs>['observe'] = {
      step: (...observed) => void say({ kind: 'step', observed }),
      report: (...observed) => void say({ kind: 'report', observed }),
    };
    try {
      // A worker that wants it stopped ends this process.
      const outcome = await runClaimed({ ...engine, observe }, run, new AbortController().signal);
      return { kind: 'outcome', outcome };
    } finally {
      await close();
    }
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(0));
  setInterval(() => void say({ kind: 'alive' }), ALIVE_MS);
  process.once('message', (work: ProcessWork) => {
    void answer(work)
      .catch((error: unknown): ProcessMessage => ({ kind: 'fault', error: String(error) }))
      .then(say)
      .then(() => process.exit(0));
  });
}

/** Resolves once it is on its way. */
const say = (message: ProcessMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
