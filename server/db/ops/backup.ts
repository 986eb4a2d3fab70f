import type pg from 'pg';
import { z } from 'zod';

/** All rows of the service's own tables as JSON lines, and back. The queue's tables are not kept: jobs are made anew. */

const PAGE = 500;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Our tables, parents before children. */
export async function tablesInOrder(client: pg.ClientBase): Promise<string[]> {
  const tables = await client.query<{ name: string; parents: string[] }>(
    `SELECT t.relname AS name, coalesce(array_agg(p.relname::text) FILTER (WHERE p.relname IS NOT NULL AND p.oid <> t.oid), '{}') AS parents
       FROM pg_class t LEFT JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f' LEFT JOIN pg_class p ON p.oid = c.confrelid
      WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' GROUP BY t.oid, t.relname ORDER BY t.relname`,
  );
  const left = new Map(tables.rows.map((row) => [row.name, row.parents]));
  const order: string[] = [];
  while (left.size > 0) {
    const ready = [...left].filter(([, parents]) => parents.every((parent) => !left.has(parent)));
    if (ready.length === 0) throw new Error('the tables refer to each other in a ring');
    for (const [name] of ready) {
      order.push(name);
      left.delete(name);
    }
  }
  return order;
}

/** Which migration the schema is at: how many were applied. */
export async function schemaVersion(client: pg.ClientBase): Promise<number> {
  const found = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations',
  );
  return found.rows[0]?.n ?? 0;
}

/** Hands over every row of a table as one line of JSON text, exactly as PostgreSQL writes it. Needs a transaction. */
export async function dumpTable(
  client: pg.ClientBase,
  table: string,
  write: (line: string) => Promise<void>,
): Promise<number> {
  await client.query(
    `DECLARE dump NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${quoted(table)} t`,
  );
  let rows = 0;
  for (;;) {
    const page = await client.query<{ line: string }>(`FETCH ${PAGE} FROM dump`);
    for (const { line } of page.rows) await write(line);
    rows += page.rows.length;
    if (page.rows.length < PAGE) break;
  }
  await client.query('CLOSE dump');
  return rows;
}

/** Puts dumped lines back; columns that are newer than the backup get their defaults. */
export async function loadTable(
  client: pg.ClientBase,
  table: string,
  lines: AsyncIterable<string>,
): Promise<number> {
  let page: string[] = [];
  let rows = 0;
  const flush = async (): Promise<void> => {
    const [first] = page;
    if (first === undefined) return;
    const columns = Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(first)))
      .map(quoted)
      .join(', ');
    await client.query(
      `INSERT INTO ${quoted(table)} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::${quoted(table)}, $1::json)`,
      [`[${page.join(',')}]`],
    );
    rows += page.length;
    page = [];
  };
  for await (const line of lines) {
    page.push(line);
    if (page.length === PAGE) await flush();
  }
  await flush();
  return rows;
}

/** Numbers go on after the highest one that was put back. */
export async function advanceSequences(client: pg.ClientBase): Promise<void> {
  const found = await client.query<{ name: string; column: string; sequence: string }>(
    `SELECT c.table_name AS name, c.column_name AS column, pg_get_serial_sequence(format('%I.%I', c.table_schema, c.table_name), c.column_name) AS sequence
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND pg_get_serial_sequence(format('%I.%I', c.table_schema, c.table_name), c.column_name) IS NOT NULL`,
  );
  for (const { name, column, sequence } of found.rows)
    await client.query(
      `SELECT setval($1, greatest(1, (SELECT coalesce(max(${quoted(column)}), 0) FROM ${quoted(name)})), EXISTS (SELECT 1 FROM ${quoted(name)}))`,
      [sequence],
    );
}
