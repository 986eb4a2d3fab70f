import pg from 'pg';
import { z } from 'zod';
import { execute, onlyRow } from '../rows.ts';
import { addressOf, DATABASE, passwordOf, SERVICE_ROLE, SUPERUSER } from './cluster-key.ts';

/** What of a database the superuser owns and a statement can hand on; sequences of columns and indexes follow their tables. */
const HAND_OVER = `
DO $$
DECLARE statement text;
BEGIN
  FOR statement IN
    WITH ours AS (
      SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
    )
    SELECT format('SCHEMA %I', nspname) FROM pg_namespace JOIN ours USING (oid, nspname)
      WHERE nspowner = '${SUPERUSER}'::regrole
    UNION ALL
    SELECT format('%s %s', CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
                  pg_class.oid::regclass)
      FROM pg_class JOIN ours ON ours.oid = relnamespace
      WHERE relowner = '${SUPERUSER}'::regrole AND relkind IN ('r', 'p', 'v', 'm', 'S') AND NOT EXISTS (
        SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
          AND refclassid = 'pg_class'::regclass AND refobjsubid > 0 AND deptype IN ('a', 'i'))
    UNION ALL
    SELECT format('TYPE %s', pg_type.oid::regtype) FROM pg_type JOIN ours ON ours.oid = typnamespace
      WHERE typowner = '${SUPERUSER}'::regrole AND typtype IN ('e', 'd')
    UNION ALL
    SELECT format('ROUTINE %s', pg_proc.oid::regprocedure) FROM pg_proc JOIN ours ON ours.oid = pronamespace
      WHERE proowner = '${SUPERUSER}'::regrole
  LOOP
    EXECUTE 'ALTER ' || statement || ' OWNER TO ${SERVICE_ROLE}';
  END LOOP;
END $$`;

/**
 * Makes the service's role and the database it owns; what earlier versions made in it as superuser becomes the role's.
 * To be called after each start of the server.
 */
export async function prepareServiceDatabase(key: string, port: number): Promise<void> {
  await as(addressOf(key, SUPERUSER, port, 'postgres'), async (client) => {
    const role = await execute(client, 'SELECT 1 FROM pg_roles WHERE rolname = $1', [SERVICE_ROLE]);
    await execute(
      client,
      `${role === 0 ? 'CREATE' : 'ALTER'} ROLE ${SERVICE_ROLE} LOGIN NOSUPERUSER PASSWORD '${passwordOf(key, SERVICE_ROLE)}'`,
    );
    const found = await execute(client, 'SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    await execute(
      client,
      found === 0
        ? `CREATE DATABASE ${DATABASE} OWNER ${SERVICE_ROLE}`
        : `ALTER DATABASE ${DATABASE} OWNER TO ${SERVICE_ROLE}`,
    );
  });
  await as(addressOf(key, SUPERUSER, port, DATABASE), (client) => execute(client, HAND_OVER));
}

const countRow = z.object({ n: z.int() });

/** Sessions of our processes on the server at `url`. */
export async function countUsers(url: string): Promise<number> {
  return await as(url, async (client) => {
    const { n } = await onlyRow(
      client,
      countRow,
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name LIKE 'lotlens%' AND pid <> pg_backend_pid()",
    );
    return n;
  });
}

/** Null when the server answers at `url`, else the fault. */
export async function faultOf(url: string): Promise<Error | null> {
  return await as(url, async () => null).catch((error: Error) => error);
}

async function as<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
