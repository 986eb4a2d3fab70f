import { randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { ensureSampleAccount } from '../../server/accounts/profile/sample-account.ts';
import { shippedTables } from '../../server/data-tables/table-files.ts';
import { openDatabase } from '../../server/db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';
import { migrate } from '../../server/db/migrate.ts';
import { keepTables } from '../../server/db/reports/estimate-tables.ts';
import { loadStarterCatalogue } from '../../server/load-starter-catalogue.ts';
import { openQueue } from '../../server/queue/queue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
  }
}

const TEMPLATE = 'lotlens_template';
/** A service has started on it once: it has the queue, the starter catalog, the estimate tables and the sample account. */
const STARTED = 'lotlens_started';
export const SAMPLE_PASSWORD = 'sample-password-1';

const named = (server: string, name: string): string => {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
};

/** One real PostgreSQL a run, with a migrated template; every test file clones its own database from it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-test-'));
  await fs.chmod(folder, 0o755);
  const server: EmbeddedPostgres = await startEmbeddedPostgres({
    folder: path.join(folder, 'postgres'),
    fast: true,
    maxConnections: 300,
  });
  // The service's own role, which owns its databases as it does elsewhere; only here it makes them too.
  await runOn(server.superuserUrl, `ALTER ROLE ${new URL(server.url).username} CREATEDB`);
  await runOn(server.url, `CREATE DATABASE ${TEMPLATE}`);
  await migrate(named(server.url, TEMPLATE));
  await copyDatabase(server.url, TEMPLATE, STARTED);
  await startOn(named(server.url, STARTED), folder);
  project.provide('databaseServer', server.url);
  return async () => {
    await server.stop();
    await fs.rm(folder, { recursive: true, force: true });
  };
}

/** What `createTools` and `ensureSampleAccount` do where they find nothing. */
async function startOn(url: string, folder: string): Promise<void> {
  await (await openQueue(url, pino({ level: 'silent' }))).stop(0);
  const database = openDatabase(url);
  try {
    await loadStarterCatalogue(database.pool);
    await keepTables(database.pool, shippedTables());
    await ensureSampleAccount(database.pool, folder, SAMPLE_PASSWORD);
    await database.pool.query('ANALYZE');
  } finally {
    await database.close();
  }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

const makers = new Map<string, Promise<pg.Client>>();

/** This process's one connection for making databases. */
function makerOn(server: string): Promise<pg.Client> {
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: server, application_name: 'test-maker' });
    // The run's server may stop before this process does.
    client.on('error', () => makers.delete(server));
    return await client.connect();
  };
  const made = makers.get(server) ?? open();
  makers.set(server, made);
  made.catch(() => makers.delete(server));
  return made;
}

/** Creates the database `name` on the run's server as a copy of `template`. Throws while anything is connected to the template. */
export async function copyDatabase(server: string, template: string, name: string): Promise<void> {
  await (await makerOn(server)).query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
}

const steps = channel('lotlens.test.step');

/** Reports to `npm run bench -- test-time` what took the time since `started`. */
export const step = (name: string, started: number): void =>
  steps.publish({ step: name, ms: performance.now() - started });

/**
 * A fresh migrated database on the run's server; answers its address. `started`: a service with samples has started on it once,
 * with the sample account.
 */
export async function createTestDatabase(
  server: string,
  { started: isStarted = false } = {},
): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const started = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      await copyDatabase(server, isStarted ? STARTED : TEMPLATE, name);
      step('database cloned', started);
      return named(server, name);
    } catch (error) {
      // Two files cloning at once may collide on the template; the second simply waits.
      if (tries >= 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
