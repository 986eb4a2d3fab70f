import { randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { migrate } from '../migrate.ts';
import { execute, rows } from '../rows.ts';

/** PostgreSQL on who may not. */
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Does `work` with an empty, migrated database that is gone afterwards: beside the service's own where that is elsewhere
 * (`serverUrl`), else in a PostgreSQL of its own below `folder`. Throws a sentence where the role may not make one.
 */
export async function withScratchDatabase<T>(
  { serverUrl, folder }: { serverUrl: string | null; folder: string },
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (serverUrl !== null) return await besideOwn(serverUrl, work);
  const cluster = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), fast: true });
  try {
    await migrate(cluster.url);
    return await work(cluster.url);
  } finally {
    await cluster.stop();
  }
}

async function besideOwn<T>(serverUrl: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `lotlens_drill_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0`).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error(
      'The role of DATABASE_URL may not make a scratch database; allow it by ALTER ROLE … CREATEDB.',
      {
        cause: error,
      },
    );
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  try {
    await migrate(url.href);
    return await work(url.href);
  } finally {
    await drop(serverUrl, name);
  }
}

/**
 * What a restore that failed has left connected is ended, then the database goes. Not by WITH (FORCE): that gives up where PostgreSQL
 * just vacuums it, which the role of a service may not end; without, PostgreSQL sends its vacuum away itself.
 */
async function drop(serverUrl: string, name: string): Promise<void> {
  await onServer(
    serverUrl,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND usename = current_user`,
  );
  await onServer(serverUrl, `DROP DATABASE IF EXISTS ${name}`);
}

async function onServer(url: string, statement: string): Promise<void> {
  await connected(url, (client) => execute(client, statement));
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'lotlens-drill' });
  // A connection that is lost says so by the statement on it; unheard it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const countRow = z.object({ n: z.int() });

/** How many rows each of these tables holds. */
export const countRows = (url: string, tables: readonly string[]): Promise<Map<string, number>> =>
  connected(url, async (client) => {
    const counts = new Map<string, number>();
    for (const table of tables) {
      const [row] = await rows(
        client,
        countRow,
        `SELECT count(*)::int AS n FROM "${table.replaceAll('"', '""')}"`,
      );
      counts.set(table, row?.n ?? 0);
    }
    return counts;
  });
