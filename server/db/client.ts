import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as schema from './schema.ts';

/** What a query may run on: the pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>;
export type Orm = NodePgDatabase<typeof schema>;

export type Database = {
  pool: pg.Pool;
  orm: Orm;
  close(): Promise<void>;
};

/**
 * Opens a pool on `url`; connections are made when first needed. A connection whose other end is gone without a word is
 * found out: here by probes within some twenty seconds, there by `idle_in_transaction_session_timeout`, so that a
 * vanished process leaves no row locked.
 */
export function openDatabase(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'lotlens',
  });
  replaceBrokenConnections(pool, options.onError);
  return { pool, orm: drizzle({ client: pool, schema }), close: () => pool.end() };
}

/** A query on a lease waits so long for its answer, ms: long enough to be asked again, elsewhere, before a lease ends. */
const LEASE_QUERY_MS = 1_000;

/**
 * A pool for leases alone: nothing else makes them wait for a connection, and a query that gets no answer in a second
 * fails and takes its connection with it.
 */
export function openLeasePool(url: string, onError?: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 3,
    connectionTimeoutMillis: LEASE_QUERY_MS,
    query_timeout: LEASE_QUERY_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'lotlens-leases',
  });
  replaceBrokenConnections(pool, onError);
  return pool;
}

/** A connection that breaks, idle or in someone's hands, is replaced at the next query; unheard it would end the process. */
function replaceBrokenConnections(pool: pg.Pool, onError?: (error: Error) => void): void {
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
  // Said already, by the connection itself.
  pool.on('error', () => {});
}

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollback: Error) => {
      broken = rollback;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}
