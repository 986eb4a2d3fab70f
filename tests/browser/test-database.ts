import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';

/** Does something in the database of the service under test, which runs on beside it. */
export async function inDatabase(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const cluster = await startEmbeddedPostgres({
    folder: path.join(process.env.LOTLENS_TEST_DATA ?? '', 'postgres'),
  });
  const client = new pg.Client(cluster.url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
    await cluster.stop();
  }
}
