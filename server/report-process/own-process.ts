import { type ChildProcess, fork } from 'node:child_process';
import { noteOwnProcessDeath } from '../db/reports/report-leases.ts';
import { LeaseLost, type Run } from '../db/reports/report-runs.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { failStopped, type ReportEnds, type RunOutcome } from '../pipeline/run/run-report.ts';
import type { ProcessMessage, ProcessWork } from './answer-run.ts';

/** Processes of its own that a report may take down before it fails (judgement): one may be chance, three are the report. */
const MOST_DEATHS = 3;
/** Such a process says every second that it lives; silent at so many looks in a row it hangs, and is ended (judgement). */
const MOST_SILENT_LOOKS = 60;
const LOOK_MS = 1_000;
/** Sent by those who stop a group of processes, and no doing of a report. */
const STOPS: ReadonlySet<string> = new Set(['SIGTERM', 'SIGINT', 'SIGHUP']);

/** What the service's workers run. */
export const REPORT_WORKER = new URL('report-worker.ts', import.meta.url);

export type OwnProcess = {
  /** The file that it runs, which calls `answerRun`. */
  script: URL;
  /** What that file gets beside the run. */
  given: unknown;
  engine: ReportEnds & { observe?: Pick<Metrics, 'step' | 'report'> };
  /** Between two looks at it, ms. */
  lookMs?: number;
};

/** It ended without an outcome; `isReports`: by what the report did. */
type Death = { isReports: boolean; how: string };

/**
 * Runs a claimed report in a process of its own, whose lease this process holds: where that process dies or hangs while this one
 * lives, the report did it. At the third time the report fails. Answers and throws like `runClaimed`; the process of a run that is
 * aborted is killed, as the fence refuses what it still writes.
 */
export async function runInOwnProcess(own: OwnProcess, run: Run, signal: AbortSignal): Promise<RunOutcome> {
  const { engine } = own;
  const ended = await outcomeThere(own, run, signal);
  if ('kind' in ended) return ended;
  if (signal.reason instanceof LeaseLost) return { kind: 'gone' };
  signal.throwIfAborted();
  if (!ended.isReports) throw new Error(`the process of a report's own did not run it: ${ended.how}`);
  const noted = await noteOwnProcessDeath(engine.pool, run);
  if (noted === null) return { kind: 'gone' };
  engine.log.warn(
    { report_id: run.reportId, ...noted, how: ended.how },
    'a report took down the process of its own',
  );
  return noted.deaths < MOST_DEATHS ? { kind: 'later', ms: 0 } : await failStopped(engine, run, noted.step);
}

/** What came of the run there, once that process is gone. */
function outcomeThere(
  { script, given, engine, lookMs = LOOK_MS }: OwnProcess,
  run: Run,
  signal: AbortSignal,
): Promise<RunOutcome | Death> {
  const { promise, resolve } = Promise.withResolvers<RunOutcome | Death>();
  const child = fork(script, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  let ended: RunOutcome | Death = { isReports: false, how: 'it was not ready' };
  let hung = false;
  child.on('message', (message: ProcessMessage) => {
    if (message.kind === 'begun') ended = { isReports: true, how: '' };
    else if (message.kind === 'fault') ended = { isReports: false, how: message.error };
    else if (message.kind === 'outcome') ended = message.outcome;
    else if (message.kind === 'step') engine.observe?.step(...message.observed);
    else if (message.kind === 'report') engine.observe?.report(...message.observed);
  });
  const stopLooking = whenSilent(child, lookMs, () => {
    hung = true;
    kill();
  });
  const over = (how: string, isOthers: boolean): void => {
    stopLooking();
    signal.removeEventListener('abort', kill);
    if ('kind' in ended) resolve(ended);
    else resolve({ isReports: ended.isReports && !isOthers, how: ended.how || how });
  };
  child.once('error', (error) => over(String(error), true));
  child.once('exit', (code, by) =>
    over(hung ? 'it hung' : `it ended with ${by ?? code}`, by !== null && STOPS.has(by)),
  );
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  // One that is gone before it heard of its work says so by its end.
  child.send({ given, run } satisfies ProcessWork, () => {});
  return promise;
}

/** Calls `hangs` once a process said nothing at so many looks: looks, as one that slept with this one and the machine is silent, too. */
function whenSilent(child: ChildProcess, lookMs: number, hangs: () => void): () => void {
  let silent = 0;
  child.on('message', () => {
    silent = 0;
  });
  const timer = setInterval(() => {
    silent += 1;
    if (silent === MOST_SILENT_LOOKS) hangs();
  }, lookMs);
  return () => clearInterval(timer);
}
