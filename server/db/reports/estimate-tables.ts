import { gunzipSync, gzipSync } from 'node:zlib';
import type pg from 'pg';
import { z } from 'zod';
import type { TableFiles } from '../../data-tables/table-files.ts';
import type { Queryable } from '../client.ts';
import { bytea, execute, firstRow } from '../rows.ts';

const idSchema = z.object({ id: z.string() });

/** Keeps a set of tables under its id; a set that is kept already stays as it is. */
export async function keepTables(
  client: Queryable,
  { id, files }: { id: string; files: TableFiles },
): Promise<void> {
  // Packed only where they are new: every start asks, an update at most brings others.
  if (await firstRow(client, idSchema, 'SELECT id FROM estimate_tables WHERE id = $1', [id])) return;
  await execute(
    client,
    'INSERT INTO estimate_tables (id, files) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
    [id, gzipSync(JSON.stringify(files))],
  );
}

const keptSchema = z.object({ files: bytea });
const filesSchema = z.record(z.string(), z.string());

/** The tables of an id; null where they were never kept here. */
export async function findTables(pool: pg.Pool, id: string): Promise<TableFiles | null> {
  const kept = await firstRow(pool, keptSchema, 'SELECT files FROM estimate_tables WHERE id = $1', [id]);
  return kept ? filesSchema.parse(JSON.parse(gunzipSync(kept.files).toString('utf8'))) : null;
}
