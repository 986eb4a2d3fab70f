import { z } from 'zod';
import { readTsv } from './read-table.ts';
import type { VehicleFacts } from './vehicle-facts.ts';

const rowSchema = z.object({
  make: z.string(),
  models: z.string().transform((text) => text.split('; ')),
  from_year: z.coerce.number().int(),
});
const firstYears = new Map(
  readTsv('aluminium-bodies.tsv', rowSchema).flatMap(({ make, models, from_year }) =>
    models.map((model) => [`${make} ${model}`, from_year] as const),
  ),
);

/** Whether the outer body of this model and year is aluminium (common knowledge); false where the year is unknown. */
export function hasAluminiumBody({ make, model }: VehicleFacts, year: number | null): boolean {
  const from = firstYears.get(`${make} ${model}`);
  return from !== undefined && year !== null && year >= from;
}
