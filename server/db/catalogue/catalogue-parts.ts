import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, type Queryable } from '../client.ts';
import { execute, onlyRow, rows } from '../rows.ts';

/** A part of an imported catalogue, as written. `dated` is the ISO date of the source; null unknown. */
export type NewCataloguePart = {
  make: string;
  model: string;
  model_key: string;
  year_from: number;
  year_to: number;
  vin_prefix: string | null;
  part_group: string;
  number: string;
  number_norm: string;
  name: string;
  side: string | null;
  position: string | null;
  quantity: number | null;
  notes: string | null;
  price: number | null;
  currency: string | null;
  supplier_url: string | null;
  source: string;
  licence: string | null;
  dated?: string | null;
};

const foundCataloguePartSchema = z.object({
  number: z.string(),
  name: z.string(),
  group: z.string(),
  side: z.string().nullable(),
  position: z.string().nullable(),
  quantity: z.number().nullable(),
  notes: z.string().nullable(),
  price: z.number().nullable(),
  currency: z.string().nullable(),
  url: z.string().nullable(),
  vin_prefix: z.string().nullable(),
  catalogue: z.string(),
  source: z.string(),
  dated: z.string().nullable(),
  year_from: z.int(),
  year_to: z.int(),
});
/** A stored part with the names of the contract; `price` in its own currency, `dated` as ISO date, null unknown. */
export type FoundCataloguePart = z.infer<typeof foundCataloguePartSchema>;

const countRow = z.object({ count: z.int() });

/** Parts of all imported catalogues. */
export async function countCatalogueParts(client: Queryable): Promise<number> {
  const { count } = await onlyRow(client, countRow, 'SELECT count(*)::int AS count FROM catalogue_parts');
  return count;
}

/** Rows sent in one statement: well below what a single parameter list should carry. */
const BATCH = 2_000;

/**
 * Puts `rows` in place of all rows of `catalogue`, in one transaction: readers see the old file or the new one, never half.
 * Importing the same catalogue twice at once waits. Answers how many rows stand now.
 */
export async function replaceCatalogue(
  pool: pg.Pool,
  { catalogue, rows }: { catalogue: string; rows: readonly NewCataloguePart[] },
): Promise<number> {
  return await inTransaction(pool, async (client) => {
    await execute(client, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `catalogue ${catalogue}`,
    ]);
    await execute(client, 'DELETE FROM catalogue_parts WHERE catalogue = $1', [catalogue]);
    for (let at = 0; at < rows.length; at += BATCH)
      await insert(client, catalogue, rows.slice(at, at + BATCH));
    return rows.length;
  });
}

async function insert(
  client: Queryable,
  catalogue: string,
  parts: readonly NewCataloguePart[],
): Promise<void> {
  const column = <K extends keyof NewCataloguePart>(key: K) => parts.map((row) => row[key] ?? null);
  await execute(
    client,
    `INSERT INTO catalogue_parts (catalogue, make, model, model_key, year_from, year_to, vin_prefix, part_group, number,
         number_norm, name, side, position, quantity, notes, price, currency, supplier_url, source, licence, dated)
       SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[], $9::text[],
         $10::text[], $11::text[], $12::text[], $13::text[], $14::numeric[], $15::text[], $16::numeric[], $17::text[],
         $18::text[], $19::text[], $20::text[], $21::date[])`,
    [
      catalogue,
      column('make'),
      column('model'),
      column('model_key'),
      column('year_from'),
      column('year_to'),
      column('vin_prefix'),
      column('part_group'),
      column('number'),
      column('number_norm'),
      column('name'),
      column('side'),
      column('position'),
      column('quantity'),
      column('notes'),
      column('price'),
      column('currency'),
      column('supplier_url'),
      column('source'),
      column('licence'),
      column('dated'),
    ],
  );
}

/** Parts of a model line for a model year, in the order of the file; `year` null asks for every year. */
export async function findCatalogueParts(
  client: Queryable,
  query: { make: string; model_key: string; year: number | null },
): Promise<FoundCataloguePart[]> {
  return await rows(
    client,
    foundCataloguePartSchema,
    `SELECT number, name, part_group AS "group", side, position, quantity::float8 AS quantity, notes, price::float8 AS price,
            currency, supplier_url AS url, vin_prefix, catalogue, source,
            to_char(dated, 'YYYY-MM-DD') AS dated, year_from, year_to
       FROM catalogue_parts
      WHERE make = $1 AND model_key = $2 AND ($3::int IS NULL OR $3 BETWEEN year_from AND year_to)
      ORDER BY id`,
    [query.make, query.model_key, query.year],
  );
}

/** What the VINs of the cars begin with that there are parts of, each once; null: any car of the model. */
export async function findCataloguePrefixes(
  client: Queryable,
  query: { make: string; model_key: string; year: number | null },
): Promise<{ vin_prefix: string | null }[]> {
  return await rows(
    client,
    foundCataloguePartSchema.pick({ vin_prefix: true }),
    `SELECT DISTINCT vin_prefix FROM catalogue_parts
      WHERE make = $1 AND model_key = $2 AND ($3::int IS NULL OR $3 BETWEEN year_from AND year_to)`,
    [query.make, query.model_key, query.year],
  );
}

const storedCatalogueSchema = z.object({
  catalogue: z.string(),
  rows: z.int(),
  models: z.int(),
  imported_at: z.date().transform((moment) => moment.toISOString()),
});
export type StoredCatalogue = z.infer<typeof storedCatalogueSchema>;

/** What is imported, newest first. */
export async function listCatalogues(client: Queryable): Promise<StoredCatalogue[]> {
  return await rows(
    client,
    storedCatalogueSchema,
    `SELECT catalogue, count(*)::int AS rows, count(DISTINCT (make, model_key))::int AS models, max(imported_at) AS imported_at
       FROM catalogue_parts GROUP BY catalogue ORDER BY max(imported_at) DESC, catalogue`,
  );
}
