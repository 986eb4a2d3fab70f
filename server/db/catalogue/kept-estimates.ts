import type pg from 'pg';
import { z } from 'zod';
import { lineOperationSchema } from '../../../contract/schemas/estimate.ts';
import { inTransaction, type Queryable } from '../client.ts';
import { execute, firstRow, onlyRow, rows } from '../rows.ts';

/** An estimate to keep; a price in cents for one piece, hours of the whole line. */
export type NewKeptEstimate = {
  userId: string;
  fileName: string;
  sha256: string;
  format: 'ems' | 'bms' | 'pasted';
  system: string | null;
  dated: string | null;
  vin: string;
  make: string;
  model: string | null;
  modelKey: string | null;
  year: number | null;
  parts: readonly {
    line: number;
    number: string;
    name: string;
    group: string;
    side: 'left' | 'right' | null;
    priceCents: number | null;
    quantity: number;
    labourHours: number;
    refinishHours: number;
    operation: string | null;
  }[];
};

/** A part of a dealer's page that its user opened; one row is kept of a store, VIN and day, known by `sha256`. */
export type NewDealerPart = Omit<NewKeptEstimate, 'format' | 'system' | 'dated' | 'parts'> & {
  dated: string;
  part: {
    number: string;
    name: string;
    priceCents: number | null;
    url: string;
    fitsVin: true | null;
  };
};

const idRow = z.object({ id: z.string() });
const countRow = z.object({ count: z.int() });

/**
 * Keeps an estimate, once for the same files of an account; answers its id, or null where `most` are kept already and it is
 * none of them.
 */
export async function keepEstimate(
  pool: pg.Pool,
  given: NewKeptEstimate,
  most: number,
): Promise<string | null> {
  return await inTransaction(pool, (client) => keepOnce(client, given, most));
}

type Kept = Omit<NewKeptEstimate, 'format'> & { format: NewKeptEstimate['format'] | 'dealer_pages' };

async function keepOnce(client: Queryable, given: Kept, most: number): Promise<string | null> {
  // Those of one user take turns.
  await execute(client, 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [given.userId]);
  const known = await firstRow(
    client,
    idRow,
    'SELECT id FROM kept_estimates WHERE user_id = $1 AND sha256 = $2',
    [given.userId, given.sha256],
  );
  if (known) return known.id;
  const { count } = await onlyRow(
    client,
    countRow,
    'SELECT count(*)::int AS count FROM kept_estimates WHERE user_id = $1',
    [given.userId],
  );
  return count < most ? await insert(client, given) : null;
}

/**
 * Keeps a part of a dealer's page, in place of the same number seen there before for that VIN that day; answers the id of what it
 * stands in, or null where `most` of an account are kept already or `mostParts` in this one.
 */
export async function keepDealerPart(
  pool: pg.Pool,
  { part, ...page }: NewDealerPart,
  { most, mostParts }: { most: number; mostParts: number },
): Promise<string | null> {
  const row = { ...page, format: 'dealer_pages' as const, system: null, parts: [] };
  return await inTransaction(pool, async (client) => {
    const id = await keepOnce(client, row, most);
    if (id === null) return null;
    await execute(client, 'DELETE FROM kept_estimate_parts WHERE estimate_id = $1 AND number = $2', [
      id,
      part.number,
    ]);
    const added = await execute(
      client,
      `INSERT INTO kept_estimate_parts (estimate_id, line, number, name, part_group, price_cents, quantity, labour_hours, refinish_hours, url, fits_vin)
         SELECT $1::uuid, coalesce(max(line), 0) + 1, $2::text, $3::text, '', $4::bigint, 1, 0, 0, $5::text, $6::boolean
           FROM kept_estimate_parts WHERE estimate_id = $1::uuid HAVING count(*) < $7::int`,
      [id, part.number, part.name, part.priceCents, part.url, part.fitsVin, mostParts],
    );
    return added === 0 ? null : id;
  });
}

async function insert(client: Queryable, given: Kept): Promise<string> {
  const { parts } = given;
  const { id } = await onlyRow(
    client,
    idRow,
    `INSERT INTO kept_estimates (user_id, file_name, sha256, format, system, dated, vin, make, model, model_key, year)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [
      given.userId,
      given.fileName,
      given.sha256,
      given.format,
      given.system,
      given.dated,
      given.vin,
      given.make,
      given.model,
      given.modelKey,
      given.year,
    ],
  );
  await execute(
    client,
    `INSERT INTO kept_estimate_parts (estimate_id, line, number, name, part_group, side, price_cents, quantity, labour_hours, refinish_hours, operation)
       SELECT $1::uuid, * FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::float8[], $9::float8[], $10::float8[], $11::text[])`,
    [
      id,
      parts.map(({ line }) => line),
      parts.map(({ number }) => number),
      parts.map(({ name }) => name),
      parts.map(({ group }) => group),
      parts.map(({ side }) => side),
      parts.map(({ priceCents }) => priceCents),
      parts.map(({ quantity }) => quantity),
      parts.map(({ labourHours }) => labourHours),
      parts.map(({ refinishHours }) => refinishHours),
      parts.map(({ operation }) => operation),
    ],
  );
  return id;
}

const keptEstimateRow = z.object({
  id: z.string(),
  file_name: z.string(),
  format: z.enum(['ems', 'bms', 'dealer_pages', 'pasted']),
  system: z.enum(['ccc', 'mitchell', 'audatex']).nullable(),
  dated: z.string().nullable(),
  vin: z.string(),
  year: z.int().nullable(),
  make: z.string(),
  model: z.string().nullable(),
  numbers: z.int(),
  prices: z.int(),
  hours: z.number(),
  kept_at: z.date().transform((moment) => moment.toISOString()),
});
export type KeptEstimateRow = z.infer<typeof keptEstimateRow>;

/** The estimates and dealers' pages an account keeps, or one of them, newest first. */
export async function listKeptEstimates(
  client: Queryable,
  userId: string,
  which: { only?: string } = {},
): Promise<KeptEstimateRow[]> {
  return await rows(
    client,
    keptEstimateRow,
    `SELECT e.id, e.file_name, e.format, e.system, to_char(e.dated, 'YYYY-MM-DD') AS dated, e.vin, e.year, e.make, e.model,
            count(p.id)::int AS numbers, count(p.price_cents)::int AS prices,
            coalesce(sum(p.labour_hours + p.refinish_hours), 0) AS hours, e.kept_at
       FROM kept_estimates e LEFT JOIN kept_estimate_parts p ON p.estimate_id = e.id
      WHERE e.user_id = $1 AND ($2::uuid IS NULL OR e.id = $2)
      GROUP BY e.id ORDER BY e.kept_at DESC, e.id`,
    [userId, which.only ?? null],
  );
}

/** Removes a kept estimate of an account; false: there is no such. */
export async function deleteKeptEstimate(client: Queryable, userId: string, id: string): Promise<boolean> {
  return (
    (await execute(client, 'DELETE FROM kept_estimates WHERE user_id = $1 AND id = $2', [userId, id])) > 0
  );
}

const keptPartRow = z.object({
  vin: z.string(),
  year: z.int().nullable(),
  dated: z.string().nullable(),
  number: z.string(),
  name: z.string(),
  group: z.string(),
  side: z.enum(['left', 'right']).nullable(),
  /** US dollars for one piece. */
  price: z.number().nullable(),
  quantity: z.number(),
  labour_hours: z.number(),
  operation: lineOperationSchema.nullable(),
  /** Pasted by its user, not in an estimate. */
  pasted: z.boolean(),
  /** Of a dealer's page; null: of an estimate. */
  page: z
    .object({ store: z.string(), url: z.string().nullable(), fits_vin: z.literal(true).nullable() })
    .nullable(),
});
export type KeptPartRow = z.infer<typeof keptPartRow>;

/** More lines of one model line than this no report looks through: the newest count. */
const MOST_PARTS = 5_000;

/** What an account's saved estimates, pasted numbers and dealers' pages say of a car and of others of its model line, newest first. */
export async function findKeptParts(
  client: Queryable,
  userId: string,
  car: { vin: string | null; make: string; modelKey: string | null },
): Promise<KeptPartRow[]> {
  return await rows(
    client,
    keptPartRow,
    `SELECT e.vin, e.year, to_char(e.dated, 'YYYY-MM-DD') AS dated, p.number, p.name, p.part_group AS "group", p.side,
            p.price_cents / 100.0::float8 AS price, p.quantity, p.labour_hours, p.operation,
            e.format = 'pasted' AS pasted,
            CASE WHEN e.format = 'dealer_pages'
                 THEN jsonb_build_object('store', e.file_name, 'url', p.url, 'fits_vin', p.fits_vin) END AS page
       FROM kept_estimates e JOIN kept_estimate_parts p ON p.estimate_id = e.id
      WHERE e.user_id = $1 AND e.make = $3 AND (e.vin = $2 OR e.model_key = $4)
      ORDER BY e.vin = $2 DESC NULLS LAST, coalesce(e.dated, e.kept_at::date) DESC, e.kept_at DESC, p.id
      LIMIT ${MOST_PARTS}`,
    [userId, car.vin, car.make, car.modelKey],
  );
}
