import path from 'node:path';
import type { Config } from '../config.ts';
import { awaitDatabase } from './await-database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

export type DatabaseServer = {
  url: string;
  /** It is ours, and ends with the last process that uses it. */
  embedded: boolean;
  /** Ends this process's use of it. */
  stop(): Promise<void>;
};

/**
 * The service's database, migrated: the one of DATABASE_URL, waited for while it is away (said on standard error), or the
 * embedded one, started or joined. Throws one clear sentence.
 */
export async function openDatabaseServer(
  config: Pick<Config, 'DATABASE_URL' | 'dataDir'>,
  stop?: AbortSignal,
): Promise<DatabaseServer> {
  if (config.DATABASE_URL !== undefined) {
    const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
    await awaitDatabase(config.DATABASE_URL, { stop, say });
    await migrate(config.DATABASE_URL);
    return { url: config.DATABASE_URL, embedded: false, stop: async () => {} };
  }
  const cluster = await startEmbeddedPostgres({ folder: path.join(config.dataDir, 'postgres') });
  try {
    stop?.throwIfAborted();
    await migrate(cluster.url);
    return { url: cluster.url, embedded: true, stop: cluster.stop };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}
