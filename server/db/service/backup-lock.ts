import pg from 'pg';
import { z } from 'zod';
import { onlyRow } from '../rows.ts';

const LOCK_KEY = 7_301_989;
const lockRow = z.object({ got: z.boolean() });

/** Does `work` while no other process may; false where another does already. The lock ends with this process, however it ends. */
export async function withBackupLock(url: string, work: () => Promise<void>): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'lotlens-backup-lock',
    keepAlive: true,
  });
  // A lock whose connection is lost is another's: two files are the worst of it.
  client.on('error', () => {});
  await client.connect();
  try {
    const { got } = await onlyRow(client, lockRow, 'SELECT pg_try_advisory_lock($1) AS got', [LOCK_KEY]);
    if (got) await work();
    return got;
  } finally {
    await client.end();
  }
}
