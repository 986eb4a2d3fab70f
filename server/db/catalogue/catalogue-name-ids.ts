import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, rows } from '../rows.ts';

type Sighting = { catalogue: string; name_id: string; number: string; category: string | null };
const countedSchema = z.object({
  catalogue: z.string(),
  name_id: z.string(),
  category: z.string().nullable(),
  numbers: z.int(),
});
type Counted = z.infer<typeof countedSchema>;

/**
 * Notes which category the names of these numbers gave to their source's own part ids, a number once however often it is
 * seen, and answers what all numbers ever seen say of these ids.
 */
export async function learnNameIds(client: Queryable, seen: readonly Sighting[]): Promise<Counted[]> {
  const column = <K extends keyof Sighting>(key: K) => seen.map((sighting) => sighting[key]);
  await execute(
    client,
    `INSERT INTO catalogue_name_ids (catalogue, name_id, number, category)
       SELECT DISTINCT ON (catalogue, name_id, number) * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
         AS seen (catalogue, name_id, number, category) ORDER BY catalogue, name_id, number
     ON CONFLICT (catalogue, name_id, number) DO UPDATE SET category = excluded.category
       WHERE catalogue_name_ids.category IS DISTINCT FROM excluded.category`,
    [column('catalogue'), column('name_id'), column('number'), column('category')],
  );
  return await rows(
    client,
    countedSchema,
    `SELECT catalogue, name_id, category, count(*)::int AS numbers FROM catalogue_name_ids
      WHERE (catalogue, name_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))
      GROUP BY catalogue, name_id, category`,
    [column('catalogue'), column('name_id')],
  );
}
