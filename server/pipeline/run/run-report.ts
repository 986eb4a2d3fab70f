import type pg from 'pg';
import type { CardDiagram } from '../../../contract/car-diagram/card-diagram.ts';
import { STEP_NAMES, type StepName } from '../../../contract/report-status.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { pause } from '../../concurrency/pause.ts';
import { unlessAborted } from '../../concurrency/unless-aborted.ts';
import type { Announcer } from '../../db/reports/report-events.ts';
import { claimRun, LONGEST_WAIT_MS } from '../../db/reports/report-leases.ts';
import {
  beginStep,
  failRun,
  finishRun,
  LeaseLost,
  type Run,
  readSteps,
  releaseAttempt,
  saveStep,
} from '../../db/reports/report-runs.ts';
import { AppError, GiveUp, RetryLater } from '../../errors.ts';
import { type Log, namedLog } from '../../log.ts';
import type { Metrics, StepOutcome } from '../../metrics/metrics.ts';
import { noRoom } from '../../process/no-room.ts';
import type { StepContext, Steps } from '../step.ts';

/** A disk or store without room is looked at again after so long, ms: somebody has to make room (judgement). */
const ROOM_MS = 5_000;
/**
 * Starts of one step after which the report fails, whatever ended them (judgement): for what a process of the report's own
 * can't tell, like a report that ends its worker along with it. A worker killed every few seconds needs some tens at worst.
 */
const MOST_STARTS = 100;
const STOPPED_MESSAGE = 'The service stopped several times while making this report. Please try again.';
const FINISHED_MESSAGE = 'Report ready';

export type RunOutcome =
  | { kind: 'finished' }
  | { kind: 'failed'; step: StepName; code: string; message: string }
  | { kind: 'later'; ms: number }
  /** Taken over, ended elsewhere, or unknown: nothing to do here. */
  | { kind: 'gone' };

export type Engine<Tools, Outputs extends Record<StepName, unknown>> = {
  pool: pg.Pool;
  log: Log;
  announcer: Announcer;
  steps: Steps<Tools, Outputs>;
  tools: Tools;
  /** The finished report, its total and its card's diagram, from the last step's output; `kept`: what stays of that beside it. */
  result(output: Outputs['detect_damaged_parts']): {
    model: ReportModel;
    inputs: unknown;
    kept: unknown;
    totalCostCents: number;
    diagram: CardDiagram | null;
  };
  /** Called at each change of the shown status (the command line's progress line). */
  onStatus?(status: string): void;
  /** Called inside the transaction that ends a report. */
  ended?(client: pg.PoolClient, run: Run, outcome: 'ready' | 'failed'): Promise<void>;
  /** Told of every attempt at a step, and of the end of the run. */
  observe?: Pick<Metrics, 'step' | 'report'>;
  /** Pause before attempt n (2, 3, …) of a step, ms. */
  pauseMs?(attempt: number): number;
};

/** A step failed for good; carries which one. */
class StepFailed extends Error {
  readonly step: StepName;
  readonly code: string;
  constructor(step: StepName, code: string, message: string) {
    super(message);
    this.step = step;
    this.code = code;
  }
}

/** Runs a report that was not offered to the workers: claims it by its id, then as `runClaimed`. */
export async function runReport<Tools, Outputs extends Record<StepName, unknown>>(
  engine: Engine<Tools, Outputs>,
  reportId: string,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const run = await claimRun(engine.pool, reportId);
  return run ? await runClaimed(engine, run, signal) : { kind: 'gone' };
}

/**
 * Runs what is left of a claimed report: saved steps are not run again, ready ones run at once side by side, each is
 * saved before anything builds on it. Throws only when `signal` aborts for another reason than a lost lease, or the
 * database is gone: then another run goes on.
 */
export async function runClaimed<Tools, Outputs extends Record<StepName, unknown>>(
  engine: Engine<Tools, Outputs>,
  run: Run,
  signal: AbortSignal,
): Promise<RunOutcome> {
  // Of two clocks, the database's and ours.
  const seconds = () => Math.max(0, Date.now() - run.createdAt.getTime()) / 1000;
  try {
    const outcome = await runSteps(engine, run, signal);
    engine.observe?.report(outcome.kind, seconds(), outcome.kind === 'failed' ? outcome : undefined);
    return outcome;
  } catch (error) {
    // A process that stops hands its runs back.
    engine.observe?.report(signal.aborted ? 'later' : 'error', seconds());
    throw error;
  }
}

async function runSteps<Tools, Outputs extends Record<StepName, unknown>>(
  engine: Engine<Tools, Outputs>,
  run: Run,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const log = namedLog(engine.log, {
    report_id: run.reportId,
    ...(run.traceId === null ? {} : { trace_id: run.traceId }),
  });
  const stop = new AbortController();
  const both = AbortSignal.any([signal, stop.signal]);
  const done = new Map<StepName, unknown>();
  for (const saved of await readSteps(engine.pool, run.reportId)) {
    const parsed = saved.status === 'done' ? engine.steps[saved.step]?.output.safeParse(saved.output) : null;
    // An output of an older version that no longer fits is simply made again.
    if (parsed?.success) done.set(saved.step, parsed.data);
  }

  const promises = new Map<StepName, Promise<unknown>>();
  const outputOf = <S extends StepName>(step: S): Promise<Outputs[S]> => {
    let promise = promises.get(step);
    if (!promise) {
      promise = runStep(step);
      promises.set(step, promise);
    }
    return promise as Promise<Outputs[S]>;
  };

  const order = STEP_NAMES.map((status) => ({ status, message: engine.steps[status].message }));
  let shown = run.status;
  let saving: Promise<void> = Promise.resolve();
  const save = async (step: StepName, output: unknown): Promise<void> => {
    both.throwIfAborted();
    const definition = engine.steps[step];
    // The shown status moves to the first step in the specification's order that is still open.
    const next = STEP_NAMES.find((name) => name !== step && !done.has(name));
    if (next === undefined) {
      const { kept, ...result } = engine.result(output as Outputs['detect_damaged_parts']);
      await finishRun(
        engine.pool,
        run,
        { step, output: kept, ...result, message: FINISHED_MESSAGE },
        async (client) => await engine.ended?.(client, run, 'ready'),
      );
    } else {
      const card = definition.card?.(output as never);
      const message = engine.steps[next].message;
      await saveStep(engine.pool, run, {
        step,
        output,
        status: next,
        message,
        order,
        ...(card ? { card } : {}),
      });
    }
    done.set(step, output);
    const status = next ?? 'finished';
    if (status !== shown) engine.onStatus?.(status);
    shown = status;
    engine.announcer.announce(run.userId);
  };

  const runStep = async (step: StepName): Promise<unknown> => {
    if (done.has(step)) return done.get(step);
    const definition = engine.steps[step];
    await Promise.all(definition.needs.map(outputOf));
    const output = await attemptStep(engine, run, step, { both, log, outputOf });
    // One save after the other: steps that end together must not move the shown status back.
    saving = saving.then(() => save(step, output));
    await saving;
    return output;
  };

  const all = STEP_NAMES.map(outputOf);
  try {
    await Promise.all(all);
    log.info('report finished');
    return { kind: 'finished' };
  } catch (error) {
    stop.abort(error);
    await Promise.allSettled(all);
    return await endRun(engine, run, log, signal, error);
  }
}

async function endRun<Tools, Outputs extends Record<StepName, unknown>>(
  engine: Engine<Tools, Outputs>,
  run: Run,
  log: Log,
  signal: AbortSignal,
  error: unknown,
): Promise<RunOutcome> {
  if (error instanceof LeaseLost) return { kind: 'gone' };
  if (error instanceof RetryLater) return { kind: 'later', ms: error.ms };
  if (error instanceof StepFailed && !signal.aborted) return await failReport(engine, run, log, error);
  throw error;
}

/** What it takes to end a report. */
export type ReportEnds = Pick<
  Engine<unknown, Record<StepName, unknown>>,
  'pool' | 'log' | 'announcer' | 'onStatus' | 'ended'
>;

async function failReport(engine: ReportEnds, run: Run, log: Log, failed: StepFailed): Promise<RunOutcome> {
  const { step, code, message } = failed;
  try {
    engine.announcer.announce(
      await failRun(
        engine.pool,
        run,
        { step, code, message },
        async (client) => await engine.ended?.(client, run, 'failed'),
      ),
    );
  } catch (failure) {
    if (failure instanceof LeaseLost) return { kind: 'gone' };
    throw failure;
  }
  engine.onStatus?.(`${step}_failed`);
  log.warn({ step, code }, 'report failed');
  return { kind: 'failed', step, code, message };
}

/** Ends a claimed report that takes down what runs it, at the step it is at, and refunds it. */
export const failStopped = (engine: ReportEnds, run: Run, step: StepName): Promise<RunOutcome> =>
  failReport(
    engine,
    run,
    namedLog(engine.log, { report_id: run.reportId }),
    new StepFailed(step, 'internal_error', STOPPED_MESSAGE),
  );

type Surroundings<Outputs> = {
  both: AbortSignal;
  log: Log;
  outputOf<S extends StepName>(step: S): Promise<Outputs[S & keyof Outputs]>;
};

async function attemptStep<Tools, Outputs extends Record<StepName, unknown>>(
  engine: Engine<Tools, Outputs>,
  run: Run,
  step: StepName,
  { both, log, outputOf }: Surroundings<Outputs>,
): Promise<unknown> {
  const definition = engine.steps[step];
  for (let tries = 1; ; tries += 1) {
    both.throwIfAborted();
    const { attempt: starts, waitedMs } = await beginStep(engine.pool, run, step);
    if (starts > MOST_STARTS) throw new StepFailed(step, 'internal_error', STOPPED_MESSAGE);
    const ownTime = AbortSignal.timeout(definition.timeoutMs);
    const context: StepContext<Tools, Outputs> = {
      run,
      tools: engine.tools,
      signal: AbortSignal.any([both, ownTime]),
      mayWait: (ms) => waitedMs + ms <= LONGEST_WAIT_MS,
      output: outputOf as StepContext<Tools, Outputs>['output'],
    };
    const began = performance.now();
    const tell = (outcome: StepOutcome): void =>
      engine.observe?.step(step, outcome, (performance.now() - began) / 1000);
    try {
      const output = definition.output.parse(await unlessAborted(definition.run(context), context.signal));
      tell('done');
      return output;
    } catch (thrown) {
      const error = waitingForRoom(thrown, context.mayWait);
      const attempt = { last: tries >= definition.attempts, mayWait: context.mayWait };
      tell(both.aborted ? 'stopped' : outcomeOf(error, attempt));
      if (both.aborted) throw error;
      // A joined step's own end is not this step's failure.
      if (error instanceof LeaseLost || error instanceof StepFailed) throw error;
      if (error instanceof RetryLater) {
        if (!context.mayWait(error.ms))
          throw new StepFailed(step, 'unavailable', waitSentence(step, waitedMs + error.ms));
        await releaseAttempt(engine.pool, run, step);
        throw error;
      }
      if (error instanceof GiveUp) throw new StepFailed(step, error.code, error.message);
      log.warn({ step, tries, error: String(error) }, 'step attempt failed');
      if (attempt.last) {
        const known = error instanceof AppError ? error : noRoom(error);
        throw new StepFailed(
          step,
          known?.code ?? 'internal_error',
          known?.message ?? failureSentence(step, ownTime.aborted),
        );
      }
      await pause(engine.pauseMs?.(tries + 1) ?? 400 * 2 ** tries, both);
    }
  }
}

/** What has no room is waited for as a source is that asks to come later, and for as long: it is no fault of the report. */
const waitingForRoom = (error: unknown, mayWait: (ms: number) => boolean): unknown =>
  noRoom(error) !== null && mayWait(ROOM_MS) ? new RetryLater(ROOM_MS, 'no room left') : error;

/** How an attempt ended that threw. */
function outcomeOf(error: unknown, attempt: { last: boolean; mayWait(ms: number): boolean }): StepOutcome {
  if (error instanceof LeaseLost || error instanceof StepFailed) return 'stopped';
  if (error instanceof RetryLater) return attempt.mayWait(error.ms) ? 'later' : 'failed';
  return error instanceof GiveUp || attempt.last ? 'failed' : 'again';
}

function failureSentence(step: StepName, timedOut: boolean): string {
  const what = step.replaceAll('_', ' ');
  return timedOut
    ? `The step "${what}" took too long and was stopped. Try again in a few minutes.`
    : `The step "${what}" failed on our side. Try again in a few minutes.`;
}

function waitSentence(step: StepName, ms: number): string {
  const what = step.replaceAll('_', ' ');
  return `A source of the step "${what}" asks to wait ${Math.ceil(ms / 60_000)} minutes in all, longer than a report waits. Try again later.`;
}
