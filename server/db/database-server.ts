import path from 'node:path';
import type { Config } from '../config.ts';
import { awaitDatabase, type ThroughOutages, throughOutages } from './await-database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';

export type DatabaseServer = {
  url: string;
  /** It is ours, and ends with the last process that uses it. */
  embedded: boolean;
  /** For the steps of a start that need the database. */
  through: ThroughOutages;
  /** Ends this process's use of it. */
  stop(): Promise<void>;
};

type ServerOptions = {
  stop?: AbortSignal | undefined;
  /** The embedded server ended and could not be started again: the sentence for people. It is said on standard error otherwise. */
  onLost?(sentence: string): void;
};

const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/**
 * The service's database, migrated: the one of DATABASE_URL, waited for while it is away (said on standard error), or the
 * embedded one, started or joined, and started again if it ends while we use it. Throws one clear sentence.
 */
export async function openDatabaseServer(
  config: Pick<Config, 'DATABASE_URL' | 'dataDir'>,
  { stop, onLost = say }: ServerOptions = {},
): Promise<DatabaseServer> {
  if (config.DATABASE_URL !== undefined) {
    const server = databaseAt(config.DATABASE_URL, { stop });
    await awaitDatabase(server.url, { stop, say });
    await server.through(() => migrate(server.url));
    return server;
  }
  const folder = path.join(config.dataDir, 'postgres');
  const cluster = await startEmbeddedPostgres({ folder, keep: { say, lost: onLost } });
  try {
    stop?.throwIfAborted();
    const through = throughOutages(cluster.url, { stop, say, setting: folder });
    await through(() => migrate(cluster.url));
    return { url: cluster.url, embedded: true, through, stop: cluster.stop };
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** A database that another process of ours has brought to the newest schema, or that is waited for by its address alone. */
export const databaseAt = (url: string, { stop }: Pick<ServerOptions, 'stop'> = {}): DatabaseServer => ({
  url,
  embedded: false,
  through: throughOutages(url, { stop, say }),
  stop: async () => {},
});
