import { pathToFileURL } from 'node:url';
import type { Config } from '../server/config.ts';
import { readEnvFile } from '../server/process/env-file.ts';
import { onServiceStarted } from '../server/process/service-started.ts';
import { stopRequest } from '../server/process/stop-request.ts';
import { missingServer } from './build-server.ts';
import { missingWeb } from './build-web.ts';
import { inProduction } from './in-production.ts';
import { createProgress } from './progress.mjs';
import { readUsage } from './read-usage.ts';
import { BUILD_SERVICE, BUILD_WEB, OPEN_DATABASE, START_SERVICE } from './start-steps.ts';

/** `npm start`: builds the browser application and the service where they are missing or older than their sources, then starts the service. */
readUsage(`Starts LotLens: builds what is out of date, starts its own PostgreSQL unless DATABASE_URL names another, and prints the
address, a sample account and sample links. Settings come from the environment and .env (docs/operations.md).

usage: npm start

stop: Ctrl-C, or SIGTERM
`);
const progress = createProgress();
const stop = stopRequest();
// A build can be cut short anywhere: the next start sees that it is not whole.
const leave = () => process.exit(0);
stop.addEventListener('abort', leave);
let service: string;
let leaveDatabase: (() => Promise<void>) | null = null;

/** A first start makes a database, too, which takes seconds: made beside the builds, and joined by the service. */
async function openDatabaseEarly(config: Config): Promise<() => Promise<void>> {
  if (config.DATABASE_URL !== undefined) return async () => {};
  const { openDatabaseServer } = await import('../server/db/database-server.ts');
  return (await progress.during(OPEN_DATABASE, () => openDatabaseServer(config, { stop }))).stop;
}

try {
  readEnvFile();
  const web = process.env.ROLE === 'worker' ? null : missingWeb();
  const { file, build } = missingServer();
  service = file;
  if (web ?? build) {
    // Read before the builds change NODE_ENV; its faults are named before anything is built.
    const { processConfig } = await import('../server/config.ts');
    const database = openDatabaseEarly(processConfig());
    // Around both: each puts NODE_ENV back to what it found.
    const builds = inProduction(async () => {
      await Promise.all([
        web && progress.during(BUILD_WEB, web),
        build && progress.during(BUILD_SERVICE, build),
      ]);
    });
    [leaveDatabase] = await Promise.all([database, builds]);
  }
} catch (error) {
  process.stderr.write(`LotLens can't start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
stop.removeEventListener('abort', leave);
const end = progress.begin(START_SERVICE);
onServiceStarted((succeeded) => {
  end(succeeded);
  void leaveDatabase?.();
});
await import(pathToFileURL(service).href);
