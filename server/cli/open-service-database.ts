import path from 'node:path';
import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';

export type ServiceDatabase = { database: Database; url: string; close(): Promise<void> };

/** The service's database for a command: DATABASE_URL, or the embedded one, started or attached to; migrated. */
export async function openServiceDatabase(config: Config): Promise<ServiceDatabase> {
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ folder: path.join(config.dataDir, 'postgres') })
      : null;
  const url = config.DATABASE_URL ?? embedded?.url ?? '';
  await migrate(url);
  const database = openDatabase(url, { max: 4 });
  return {
    database,
    url,
    async close() {
      await database.close();
      await embedded?.stop();
    },
  };
}
