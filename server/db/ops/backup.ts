import pg from 'pg';
import { z } from 'zod';
import { transactionOn } from '../client.ts';
import { SAYS_LATER } from '../reports/late-photos.ts';
import { execute, onlyRow, rows } from '../rows.ts';

/** All rows of the service's own tables as JSON lines, and back. The queue's tables are not kept: jobs are made anew. */

/** A row may hold a report and all it was made from, half a million characters: of those few are held at once. */
const PAGE = 500;
const PAGE_CHARACTERS = 8_000_000;
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const tableRow = z.object({ name: z.string(), parents: z.array(z.string()) });
const countRow = z.object({ n: z.int() });
const lineRow = z.object({ line: z.string() });
const sequenceRow = z.object({ name: z.string(), column: z.string(), sequence: z.string() });
const idRow = z.object({ id: z.string() });

/** Runs `work` in one transaction on a connection of its own, which sees the database as of one moment. */
export const inSnapshot = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onOwnConnection(url, (client) =>
    transactionOn(client, () => work(client), 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'),
  );

/** Runs `work` in one transaction on a connection of its own, however long it takes. */
export const inLongTransaction = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onOwnConnection(url, (client) => transactionOn(client, () => work(client)));

async function onOwnConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'lotlens-backup' });
  // A connection that is lost says so by the statement on it; unheard it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Our tables, parents before children. */
export async function tablesInOrder(client: pg.ClientBase): Promise<string[]> {
  const tables = await rows(
    client,
    tableRow,
    `SELECT t.relname AS name, coalesce(array_agg(p.relname::text) FILTER (WHERE p.relname IS NOT NULL AND p.oid <> t.oid), '{}') AS parents
       FROM pg_class t LEFT JOIN pg_constraint c ON c.conrelid = t.oid AND c.contype = 'f' LEFT JOIN pg_class p ON p.oid = c.confrelid
      WHERE t.relnamespace = 'public'::regnamespace AND t.relkind = 'r' GROUP BY t.oid, t.relname ORDER BY t.relname`,
  );
  const left = new Map(tables.map((row) => [row.name, row.parents]));
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
  const { n } = await onlyRow(
    client,
    countRow,
    'SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations',
  );
  return n;
}

/** Hands over every row of a table as one line of JSON text, exactly as PostgreSQL writes it. Needs a transaction. */
export async function dumpTable(
  client: pg.ClientBase,
  table: string,
  write: (line: string) => Promise<void>,
): Promise<number> {
  await execute(
    client,
    `DECLARE dump NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS line FROM ${quoted(table)} t`,
  );
  let written = 0;
  let longest = 1;
  for (let most = 8; ; most = Math.ceil(Math.min(PAGE, 2 * most, PAGE_CHARACTERS / longest))) {
    const page = await rows(client, lineRow, `FETCH ${most} FROM dump`);
    for (const { line } of page) {
      longest = Math.max(longest, line.length);
      await write(line);
    }
    written += page.length;
    if (page.length < most) break;
  }
  await execute(client, 'CLOSE dump');
  return written;
}

/** Columns the database makes of others: they come by themselves, and take no value. */
async function generatedColumns(client: pg.ClientBase, table: string): Promise<ReadonlySet<string>> {
  const made = await rows(
    client,
    z.object({ name: z.string() }),
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attgenerated <> ''`,
    [quoted(table)],
  );
  return new Set(made.map(({ name }) => name));
}

/** Puts dumped lines back; columns that are newer than the backup get their defaults. */
export async function loadTable(
  client: pg.ClientBase,
  table: string,
  lines: AsyncIterable<string>,
): Promise<number> {
  let page: string[] = [];
  let characters = 0;
  let loaded = 0;
  const made = await generatedColumns(client, table);
  const flush = async (): Promise<void> => {
    const [first] = page;
    if (first === undefined) return;
    const columns = Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(first)))
      .filter((column) => !made.has(column))
      .map(quoted)
      .join(', ');
    await execute(
      client,
      `INSERT INTO ${quoted(table)} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::${quoted(table)}, $1::json)`,
      [`[${page.join(',')}]`],
    );
    loaded += page.length;
    page = [];
    characters = 0;
  };
  for await (const line of lines) {
    page.push(line);
    characters += line.length;
    if (page.length === PAGE || characters >= PAGE_CHARACTERS) await flush();
  }
  await flush();
  return loaded;
}

/** Numbers go on after the highest one that was put back. */
export async function advanceSequences(client: pg.ClientBase): Promise<void> {
  const found = await rows(
    client,
    sequenceRow,
    `SELECT c.table_name AS name, c.column_name AS column, pg_get_serial_sequence(format('%I.%I', c.table_schema, c.table_name), c.column_name) AS sequence
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND pg_get_serial_sequence(format('%I.%I', c.table_schema, c.table_name), c.column_name) IS NOT NULL`,
  );
  for (const { name, column, sequence } of found)
    await execute(
      client,
      `SELECT setval($1, greatest(1, (SELECT coalesce(max(${quoted(column)}), 0) FROM ${quoted(name)})), EXISTS (SELECT 1 FROM ${quoted(name)}))`,
      [sequence],
    );
}

/** The first of the tables an installation in use has rows in; null in one never used. */
export async function usedTable(client: pg.ClientBase): Promise<string | null> {
  for (const table of ['users', 'reports', 'lots', 'quota_ledger', 'partners', 'catalogue_parts'])
    if ((await execute(client, `SELECT 1 FROM ${table} LIMIT 1`)) > 0) return table;
  return null;
}

/**
 * Empties a database that is not in use: of the keys and tables that the first start made, what the service noted of itself since, what
 * commands did before a restore, and what was counted of whoever knocked meanwhile.
 */
export async function emptyUnused(client: pg.ClientBase): Promise<void> {
  for (const table of (await tablesInOrder(client)).reverse())
    await execute(client, `DELETE FROM ${quoted(table)}`);
}

const unfinishedLot = z.object({ id: z.string(), user_id: z.string(), turn: z.int().nullable() });
const unfinishedMessage = z.object({
  id: z.string(),
  webhook_id: z.string(),
  attempts: z.int(),
  wait_seconds: z.number(),
});
const unfinishedLook = z.object({ id: z.string(), user_id: z.string() });
const planRow = z.object({ subscription: z.string() });

/** What a backup holds that was not done: workers go on with the reports by themselves, the others need jobs of their own. */
export type UnfinishedWork = {
  reports: number;
  mails: string[];
  /** That wait on boards, by turn. */
  lots: z.infer<typeof unfinishedLot>[];
  messages: z.infer<typeof unfinishedMessage>[];
  /** Finished reports that say that photos are examined later. */
  looks: z.infer<typeof unfinishedLook>[];
  /** Monthly plans of deleted accounts, of which the payment service may not have been told. */
  plans: string[];
};

export async function unfinishedWork(client: pg.ClientBase): Promise<UnfinishedWork> {
  const reports = await onlyRow(
    client,
    countRow,
    'SELECT count(*)::int AS n FROM reports WHERE finished_at IS NULL AND claimable_at IS NOT NULL',
  );
  const mails = await rows(client, idRow, 'SELECT id FROM mails WHERE sent_at IS NULL AND failure IS NULL');
  return {
    reports: reports.n,
    mails: mails.map((row) => row.id),
    lots: await rows(
      client,
      unfinishedLot,
      `SELECT id, user_id, turn FROM waiting_lots WHERE state = 'queued' ORDER BY turn NULLS FIRST, number`,
    ),
    messages: await rows(
      client,
      unfinishedMessage,
      `SELECT id, webhook_id, attempts, greatest(0, coalesce(extract(epoch FROM next_at - now()), 0))::float8 AS wait_seconds
         FROM webhook_messages WHERE state = 'waiting'`,
    ),
    looks: await rows(
      client,
      unfinishedLook,
      `SELECT id, user_id FROM reports WHERE user_id IS NOT NULL AND status = 'finished' AND ${SAYS_LATER}`,
    ),
    plans: (
      await rows(
        client,
        planRow,
        "SELECT subscription FROM quota_purchases WHERE user_id IS NULL AND every = 'month' AND state <> 'ended' AND subscription IS NOT NULL",
      )
    ).map(({ subscription }) => subscription),
  };
}
