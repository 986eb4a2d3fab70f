import pg from 'pg';
import { pause } from '../concurrency/pause.ts';

/** What a query may run on: the pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>;

export type Database = {
  pool: pg.Pool;
  close(): Promise<void>;
};

/** A statement of the service waits so long for its answer, ms: what takes longer was sent into a connection that is dead. */
export const LONGEST_QUERY_MS = 30_000;

/** A connection without work is kept so long, ms: another one costs both sides some ten milliseconds, and begins without any plans. */
const IDLE_MS = 60_000;

/**
 * Opens a pool on `url`; connections are made when first needed. A connection whose other end is gone without a word is
 * found out: here by probes within some twenty seconds while it rests, by `longestQueryMs` (null: however long) once it was
 * asked something, which no probe covers; there by `idle_in_transaction_session_timeout`, so that a vanished process leaves no
 * row locked.
 */
export function openDatabase(
  url: string,
  options: { max?: number; longestQueryMs?: number | null; onError?: (error: Error) => void } = {},
): Database {
  const longest = options.longestQueryMs === undefined ? LONGEST_QUERY_MS : options.longestQueryMs;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idle_in_transaction_session_timeout: 10_000,
    ...(longest === null ? {} : { query_timeout: longest }),
    application_name: 'lotlens',
  });
  replaceBrokenConnections(pool, options.onError);
  return { pool, close: () => pool.end() };
}

/** A query on a lease waits so long for its answer, ms: two fit between a renewal and the end of a lease. */
const LEASE_QUERY_MS = 800;

/** Connections for leases alone: nothing else makes them wait. */
export type LeaseDatabase = {
  /** Claims runs and hands them back. */
  claims: pg.Pool;
  /** One connection: a dead one must be the only one that a renewal has to give up. */
  renewals: pg.Pool;
  close(): Promise<void>;
};

/** Opens connections on which a query without a timely answer fails and takes its connection with it. */
export function openLeaseDatabase(url: string, onError?: (error: Error) => void): LeaseDatabase {
  const open = (max: number): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: LEASE_QUERY_MS,
      query_timeout: LEASE_QUERY_MS,
      application_name: 'lotlens-leases',
    });
    replaceBrokenConnections(pool, onError);
    return pool;
  };
  const [claims, renewals] = [open(2), open(1)];
  return {
    claims,
    renewals,
    async close() {
      await Promise.all([claims.end(), renewals.end()]);
    },
  };
}

/** A connection that breaks, idle or in someone's hands, is replaced at the next query; unheard it would end the process. */
function replaceBrokenConnections(pool: pg.Pool, onError?: (error: Error) => void): void {
  pool.on('connect', (client) => client.on('error', (error) => onError?.(error)));
  // Said already, by the connection itself.
  pool.on('error', () => {});
}

/** PostgreSQL gave this transaction up for another's sake, whole: serialization_failure, deadlock_detected. */
export const GIVEN_UP: ReadonlySet<string> = new Set(['40001', '40P01']);
const MOST_TRIES = 5;
/** Before the second try, up to twice that; doubled for each one after it, ms. */
const AGAIN_MS = 20;

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. One that PostgreSQL gives up for
 * another's sake is run again, up to five times in all, so `work` does nothing but what is rolled back with it.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await tryTransaction(pool, work);
    } catch (error) {
      if (tries >= MOST_TRIES || !GIVEN_UP.has((error as pg.DatabaseError).code ?? '')) throw error;
      await pause(AGAIN_MS * 2 ** (tries - 1) * (1 + Math.random()));
    }
}

async function tryTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await transactionOn(
      client,
      () => work(client),
      'BEGIN',
      (rollback) => {
        broken = rollback;
      },
    );
  } finally {
    client.release(broken);
  }
}

/** Runs `work` inside a transaction that goes on when it throws, as if `work` had done nothing; the error is thrown on. */
export async function inSavepoint(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('SAVEPOINT attempt');
  try {
    await work();
  } catch (error) {
    await client.query('ROLLBACK TO SAVEPOINT attempt');
    throw error;
  }
  await client.query('RELEASE SAVEPOINT attempt');
}

/** Like `inTransaction`, on a connection held already, which `onBroken` calls useless: it could not be rolled back. */
export async function transactionOn<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  begin = 'BEGIN',
  onBroken: (error: Error) => void = () => {},
): Promise<T> {
  try {
    await client.query(begin);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(onBroken);
    throw error;
  }
}
