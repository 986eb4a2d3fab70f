import type { Config } from '../config.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { openDatabaseServer } from '../db/database-server.ts';

export type ServiceDatabase = { database: Database; url: string; close(): Promise<void> };

/** The service's database for a command: DATABASE_URL, or the embedded one, started or joined; migrated. */
export async function openServiceDatabase(config: Config): Promise<ServiceDatabase> {
  const server = await openDatabaseServer(config);
  const database = openDatabase(server.url, { max: 4, longestQueryMs: null });
  return {
    database,
    url: server.url,
    async close() {
      await database.close();
      await server.stop();
    },
  };
}
