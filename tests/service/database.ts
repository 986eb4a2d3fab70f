import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';
import { migrate } from '../../server/db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
  }
}

const TEMPLATE = 'lotlens_template';

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
  project.provide('databaseServer', server.url);
  return async () => {
    await server.stop();
    await fs.rm(folder, { recursive: true, force: true });
  };
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

/** A fresh migrated database on the run's server; answers its address. */
export async function createTestDatabase(server: string): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  for (let tries = 1; ; tries += 1) {
    try {
      await runOn(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`);
      return named(server, name);
    } catch (error) {
      // Two files cloning at once may collide on the template; the second simply waits.
      if (tries >= 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
