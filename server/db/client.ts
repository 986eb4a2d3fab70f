import pg from 'pg';

/** What a query may run on: the pool, or one connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'> | Pick<pg.PoolClient, 'query'>;

export type Database = {
  pool: pg.Pool;
  close(): Promise<void>;
};

/** Opens a pool on `url`; connections are made when first needed. */
export function openDatabase(
  url: string,
  options: { max?: number; onError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 12,
    connectionTimeoutMillis: 5_000,
    application_name: 'lotlens',
  });
  // An idle connection that the server drops is replaced at the next query; unheard it would end the process.
  pool.on('error', (error) => options.onError?.(error));
  return { pool, close: () => pool.end() };
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
