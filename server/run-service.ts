import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { ensureSampleAccount } from './accounts/profile/sample-account.ts';
import { atMostMs } from './concurrency/pause.ts';
import { type Config, metricsPort, processConfig } from './config.ts';
import { openDatabaseServer } from './db/database-server.ts';
import { rehearseEdits } from './estimate/workers/rehearse-edits.ts';
import type { MetricsPort } from './http/metrics/metrics.routes.ts';
import { listenAt } from './http/origin/listen-at.ts';
import { createLog, type Log, logStream } from './log.ts';
import { announceStart } from './process/service-started.ts';
import { letHeapGrow, settleMemory } from './process/settle-memory.ts';
import { stopRequested } from './process/stop-request.ts';
import { startUpText, unsentMail } from './start-up-text.ts';
import type { StopWorker } from './start-worker.ts';
import { createTools, type Tools } from './tools.ts';
import { vinTable } from './vehicles/vin-table.ts';

/** What running reports get; then they are handed back to the queue, which takes a moment too. */
const DRAIN_MS = 20_000;
/** From the request to stop to the end of this process, whatever hangs; the database's watch then ends the database. */
const LONGEST_STOP_MS = 24_000;
/** A worker's reports wait while it starts: it tidies up after itself later. */
const SETTLE_LATER_MS = 10_000;
const WEB_FOLDER = path.join(import.meta.dirname, '..', 'dist', 'web');

/**
 * Runs what ROLE names until `stop` is aborted, then drains. Answers the exit code: 0 after a stop, even one asked for while
 * starting; 1 when it can't start, after a sentence on standard error for whoever can mend it.
 */
export async function runService(stop: AbortSignal): Promise<number> {
  stop.addEventListener('abort', () => setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref());
  try {
    return await serve(processConfig(), stop);
  } catch (error) {
    if (stop.aborted) return 0;
    announceStart(false);
    process.stderr.write(`LotLens can't start. ${sentenceOf(error)}\n`);
    return 1;
  }
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program; stop it or set PORT to a free one.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user; set PORT to one above 1023.`;
  return error.message;
}

type Running = {
  app: FastifyInstance | null;
  stopWorker: StopWorker | null;
  metrics: MetricsPort | null;
};

async function serve(config: Config, stop: AbortSignal): Promise<number> {
  const log = createLog(config.LOG_LEVEL, logStream(config));
  const fault = new AbortController();
  let lost: string | null = null;
  const giveUp = (error: unknown): void => {
    if (fault.signal.aborted) return;
    fault.abort(error);
    // Nobody knows what still works: what hangs must not keep the supervisor from starting us anew.
    setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
  };
  const end = (error: unknown, what: string): void => {
    log.fatal({ err: error }, what);
    giveUp(error);
  };
  process.on('unhandledRejection', (error) => end(error, 'unhandled rejection'));
  process.on('uncaughtException', (error) => end(error, 'uncaught exception'));
  const ended = AbortSignal.any([stop, fault.signal]);
  const unsent = unsentMail(config);
  if (unsent !== null) {
    log.warn('SMTP_URL is not set: emails are saved as files and not sent');
    process.stderr.write(`${unsent}\n`);
  }
  const tools = await createTools(config, log, {
    stop: ended,
    open: () =>
      openDatabaseServer(config, {
        stop: ended,
        onLost: (sentence) => {
          lost = sentence;
          giveUp(new Error(sentence));
        },
      }),
  });
  const running: Running = { app: null, stopWorker: null, metrics: null };
  try {
    await start(config, tools, running, ended);
    await stopRequested(ended);
    if (lost !== null) process.stderr.write(`LotLens stops. ${lost}\n`);
    return fault.signal.aborted ? 1 : 0;
  } finally {
    await shutDown(tools, running, log, stop);
  }
}

async function start(config: Config, tools: Tools, running: Running, stop: AbortSignal): Promise<void> {
  // A role does not load what the other needs.
  const [worker, web] = await Promise.all([
    config.ROLE === 'web' ? null : import('./start-worker.ts'),
    config.ROLE === 'worker' ? null : import('./app.ts'),
  ]);
  if (stop.aborted) return;
  const port = metricsPort(config);
  if (port !== undefined) {
    const { openMetricsPort } = await import('./http/metrics/metrics.routes.ts');
    running.metrics = await openMetricsPort({
      ...tools,
      host: config.METRICS_HOST,
      port,
      token: config.METRICS_TOKEN,
    });
    tools.log.info({ address: running.metrics.address }, 'figures for Prometheus');
  }
  let address: string | null = null;
  tools.readiness.starting = true;
  if (web) {
    running.app = await web.buildApp({ ...tools, webFolder: WEB_FOLDER });
    // Unpacked before anyone calls: it holds the event loop for a tenth of a second, and the first lot would do it.
    vinTable();
    if (stop.aborted) return;
    address = await listenAt(running.app, { port: config.PORT, host: config.HOST });
    tools.setAddress(address);
    await rehearseEdits();
  }
  // Last: what builds the pages' service holds the event loop longer than a claim may take.
  if (worker) running.stopWorker = await worker.startWorker(tools);
  const sample = config.samples
    ? await tools.through(() =>
        ensureSampleAccount(tools.database.pool, config.dataDir, config.SAMPLE_PASSWORD),
      )
    : null;
  tools.readiness.starting = false;
  if (config.ROLE !== 'web') letHeapGrow();
  if (config.ROLE === 'worker')
    setTimeout(() => void settleMemory({ sparing: false }), SETTLE_LATER_MS).unref();
  else await settleMemory({ sparing: config.ROLE === 'web' });
  announceStart(!stop.aborted);
  if (!stop.aborted) process.stdout.write(startUpText({ config, address, roles: tools.roles, sample }));
}

/** Readiness first; sockets and server close while reports end; the queue takes back what is left; the database goes last. */
async function shutDown(
  tools: Tools,
  { app, stopWorker, metrics }: Running,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  log.info({ signal: stop.reason }, 'stopping');
  tools.readiness.draining = true;
  tools.hub.close();
  const end = Date.now() + DRAIN_MS;
  // A call that waits for a site longer than running reports may take is cut off.
  if (app) await atMostMs(app.close(), DRAIN_MS);
  const graceMs = stopWorker && stop.aborted ? Math.max(0, end - Date.now()) : 0;
  await Promise.all([stopWorker?.(graceMs, !stop.aborted), tools.queue.stop(graceMs)]);
  // Last of what answers: how a stop goes can be seen.
  await metrics?.close();
  await tools.close();
}
