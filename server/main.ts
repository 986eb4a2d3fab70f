import path from 'node:path';
import { ensureSampleAccount } from './accounts/sample-account.ts';
import { buildApp } from './app.ts';
import { type Config, processConfig } from './config.ts';
import { createLog } from './log.ts';
import { settleMemory } from './settle-memory.ts';
import { startUpText } from './start-up-text.ts';
import { startWorker } from './start-worker.ts';
import { createTools, type Tools } from './tools.ts';

const DRAIN_MS = 20_000;
const WEB_FOLDER = path.join(import.meta.dirname, '..', 'dist', 'web');

/** A sentence for the person at the terminal, then exit 1: for faults that are theirs to mend. */
function refuseToStart(error: unknown): never {
  process.stderr.write(`LotLens can't start. ${sentenceOf(error)}\n`);
  process.exit(1);
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program; stop it or set PORT to a free one.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user; set PORT to one above 1023.`;
  if (code === 'ECONNREFUSED') return 'The database of DATABASE_URL does not answer.';
  return error.message;
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.LOG_LEVEL);
  const tools = await createTools(config, log);
  const stopWorker = config.ROLE === 'web' ? null : await startWorker(tools);
  const app = config.ROLE === 'worker' ? null : await buildApp({ ...tools, webFolder: WEB_FOLDER });
  let address: string | null = null;
  if (app) {
    address = await app.listen({ port: config.PORT, host: config.HOST });
    tools.setAddress(address);
  }
  const sample = config.samples
    ? await ensureSampleAccount(tools.database.pool, config.dataDir, config.SAMPLE_PASSWORD)
    : null;
  // Work that needs the CPU is the workers'.
  await settleMemory({ sparing: config.ROLE === 'web' });
  process.stdout.write(startUpText({ config, address, roles: tools.roles, sample }));

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    // Past this the queue's own hand-over takes care of what still runs.
    setTimeout(() => process.exit(1), DRAIN_MS + 8_000).unref();
    await shutDown(tools, app, stopWorker);
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'unhandled rejection');
    void stop('unhandledRejection');
  });
}

async function shutDown(
  tools: Tools,
  app: { close(): Promise<unknown> } | null,
  stopWorker: (() => Promise<void>) | null,
): Promise<void> {
  tools.readiness.draining = true;
  tools.hub.close();
  await app?.close();
  await stopWorker?.();
  await tools.queue.stop(stopWorker ? DRAIN_MS : 0);
  await tools.close();
}

try {
  await start(processConfig());
} catch (error) {
  refuseToStart(error);
}
