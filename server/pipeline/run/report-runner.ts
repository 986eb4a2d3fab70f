import { atMostMs } from '../../concurrency/pause.ts';
import type { LeaseDatabase } from '../../db/client.ts';
import { claimNextRun, LEASE_MS, releaseRun, renewLeases } from '../../db/reports/report-leases.ts';
import { LeaseLost, type Run } from '../../db/reports/report-runs.ts';
import type { Log } from '../../log.ts';
import { inTrace } from '../../tracing/current-work.ts';
import type { RunOutcome } from './run-report.ts';

const RENEW_MS = 1_000;
/** After a renewal that failed: the database may be back, or another connection may get through. */
const RENEW_AGAIN_MS = 100;
/** How often a worker with a free slot looks for reports that nobody announced: of dead workers, and those that waited. */
const LOOK_MS = 500;
/** A worker that can't renew stops so long before anyone else could claim its runs, by a clock that never jumps. */
const MARGIN_MS = 250;
/** A run that ended in an error of ours, or of the database's, is not taken up again at once. */
const AFTER_ERROR_MS = 1_000;
/** No report takes an hour: whatever holds one up so long, another worker may get past it. */
const LONGEST_RUN_MS = 3_600_000;
/** Stopped runs end within moments; those that don't are handed back all the same. */
const SETTLE_MS = 2_000;

export type ReportRunner = {
  /** A report may be waiting: look now. */
  wake(): void;
  /**
   * Claims no more, gives what runs `graceMs`, then stops it and hands it back, for others to claim at once. `dies`: by an error that
   * nobody caught.
   */
  stop(graceMs: number, dies?: boolean): Promise<void>;
};

/** One claimed report in this process. */
type Held = {
  run: Run;
  since: number;
  lease: AbortController;
  expiry: NodeJS.Timeout;
  ended: Promise<void>;
};

/**
 * Claims reports and runs them, at most `concurrency` at once, their leases renewed each second by one statement. A run
 * is stopped as soon as it was cancelled or taken over, and, when its lease can't be renewed, before another worker could
 * claim it.
 */
export function startReportRunner(options: {
  leases: LeaseDatabase;
  log: Log;
  /** Names this worker where a claim is stored. */
  worker: string;
  concurrency: number;
  run(run: Run, signal: AbortSignal): Promise<RunOutcome>;
  /** Told of each claim; `again`: it was run before. */
  onClaim?(kind: 'first' | 'again'): void;
}): ReportRunner {
  const { leases, log, worker, concurrency } = options;
  const held = new Set<Held>();
  const draining = new AbortController();
  const claims = outageLog(log, 'reports can not be claimed');
  const renewals = outageLog(log, 'leases can not be renewed');
  let stopping = false;
  let stopped = false;
  let isDying = false;

  /** Counted from before the lease was asked for: in the database it ends later. */
  const expireFrom = (lease: AbortController, asked: number): NodeJS.Timeout =>
    setTimeout(
      () => lease.abort(new LeaseLost()),
      Math.max(0, asked + LEASE_MS - MARGIN_MS - performance.now()),
    );

  const execute = async (run: Run, lease: AbortSignal): Promise<void> => {
    const about = { report_id: run.reportId, fence: run.fence };
    try {
      const outcome = await options.run(run, AbortSignal.any([lease, draining.signal]));
      if (outcome.kind === 'later') await handBack(run, outcome.ms);
      if (outcome.kind === 'gone') log.info(about, 'report was canceled, or its lease lost');
    } catch (error) {
      if (draining.signal.aborted) return await handBack(run, 0);
      log.error({ ...about, error: String(error) }, 'report stopped by an error');
      await handBack(run, AFTER_ERROR_MS);
    }
  };

  const handBack = async (run: Run, waitMs: number): Promise<void> => {
    await releaseRun(leases.claims, run, waitMs, isDying).catch((error: unknown) =>
      // Then the lease runs out by itself.
      log.warn({ report_id: run.reportId, error: String(error) }, 'a report was not handed back'),
    );
  };

  const hold = (run: Run, asked: number): void => {
    const lease = new AbortController();
    const ended = Promise.resolve();
    const one: Held = { run, since: asked, lease, expiry: expireFrom(lease, asked), ended };
    held.add(one);
    options.onClaim?.(run.fence === 1 ? 'first' : 'again');
    log.info({ report_id: run.reportId, fence: run.fence }, 'report claimed');
    const fields = { report_id: run.reportId };
    one.ended = inTrace(fields, run.traceId, () => execute(run, lease.signal)).finally(() => {
      clearTimeout(one.expiry);
      held.delete(one);
      wake();
    });
  };

  let claiming: Promise<void> | null = null;
  let lookAgain = false;
  const claimWhileFree = async (): Promise<void> => {
    while (!stopping && held.size < concurrency) {
      lookAgain = false;
      const asked = performance.now();
      // One at a time: what took workers down may take memory that two don't have.
      const ownProcess = ![...held].some(({ run }) => run.inOwnProcess);
      const run = await claimNextRun(leases.claims, worker, { ownProcess });
      if (run && stopping) await handBack(run, 0);
      else if (run) hold(run, asked);
      // Announced while we looked: perhaps too late to be seen.
      else if (!lookAgain) return;
    }
  };
  const wake = (): void => {
    lookAgain = true;
    if (claiming || stopping) return;
    claiming = claimWhileFree()
      .then(claims.worked, claims.failed)
      .finally(() => {
        claiming = null;
      });
  };

  const renewAll = async (): Promise<void> => {
    const now = performance.now();
    for (const { lease, since } of held)
      if (now - since > LONGEST_RUN_MS) lease.abort(new Error('the report ran for an hour'));
    const live = [...held].filter(({ lease }) => !lease.signal.aborted);
    if (live.length === 0) return;
    const asked = performance.now();
    const answers = await renewLeases(
      leases.renewals,
      live.map(({ run }) => run),
    );
    for (const one of live) {
      const answer = answers.get(one.run);
      if (answer === 'lost') one.lease.abort(new LeaseLost());
      if (answer !== 'renewed' || !held.has(one)) continue;
      clearTimeout(one.expiry);
      one.expiry = expireFrom(one.lease, asked);
    }
  };
  let renewal: NodeJS.Timeout;
  const renewForEver = async (): Promise<void> => {
    const began = performance.now();
    const pause = await renewAll().then(
      () => {
        renewals.worked();
        return Math.max(0, RENEW_MS - (performance.now() - began));
      },
      (error: unknown) => {
        renewals.failed(error);
        return RENEW_AGAIN_MS;
      },
    );
    if (!stopped) renewal = setTimeout(renewForEver, pause);
  };

  const looks = setInterval(wake, LOOK_MS);
  renewal = setTimeout(renewForEver, RENEW_MS);
  wake();

  return {
    wake,
    async stop(graceMs, dies = false) {
      stopping = true;
      isDying = dies;
      clearInterval(looks);
      await claiming;
      const all = () => Promise.all([...held].map(({ ended }) => ended));
      await atMostMs(all(), graceMs);
      draining.abort(new Error('the service is stopping'));
      await atMostMs(all(), SETTLE_MS);
      await Promise.all([...held].map(({ run }) => handBack(run, 0)));
      stopped = true;
      clearTimeout(renewal);
    },
  };
}

/** Says what fails when it begins to, not each of the many times until it works again. */
function outageLog(log: Log, sentence: string): { worked(): void; failed(error: unknown): void } {
  let failing = false;
  return {
    worked() {
      if (failing) log.info(`${sentence}: over`);
      failing = false;
    },
    failed(error) {
      if (!failing) log.warn({ error: String(error) }, sentence);
      failing = true;
    },
  };
}
