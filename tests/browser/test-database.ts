import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';

let pool: Promise<pg.Pool> | undefined;

/** Connections to the database of the shared service: joining its cluster starts a process, so each worker does it once. */
async function openPool(): Promise<pg.Pool> {
  const cluster = await startEmbeddedPostgres({
    folder: path.join(process.env.LOTLENS_TEST_DATA ?? '', 'postgres'),
  });
  // The service runs longer than any test and holds the cluster.
  await cluster.stop();
  return new pg.Pool({ connectionString: cluster.url, max: 2, allowExitOnIdle: true });
}

/** Works in the database of the shared service while it runs, or in the one at `url`; answers what `work` does. */
export async function inDatabase<Result>(
  work: (client: pg.ClientBase) => Promise<Result>,
  url?: string,
): Promise<Result> {
  if (url !== undefined) {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
  pool ??= openPool();
  const client = await (await pool).connect();
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    // A connection that a failure left inside a transaction is closed.
    client.release(failed);
  }
}
