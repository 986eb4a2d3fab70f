import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';
import { migrate } from '../../server/db/migrate.ts';

/** `folder` is empty but for the database, and goes with it. */
export type OwnDatabase = { readonly url: string; readonly folder: string };

/**
 * Runs `work` on a PostgreSQL of its own. `empty`: without the service's tables, which a started service makes itself; `fast`:
 * without waiting for the disk, where no time of it is measured.
 */
export async function onOwnDatabase<T>(
  work: (own: OwnDatabase) => Promise<T>,
  { empty = false, fast = false }: { empty?: boolean; fast?: boolean } = {},
): Promise<T> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-bench-'));
  // PostgreSQL may run as another user than we do.
  await fs.chmod(folder, 0o755);
  try {
    const server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), fast });
    try {
      if (!empty) await migrate(server.url);
      return await work({ url: server.url, folder });
    } finally {
      await server.stop();
    }
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
