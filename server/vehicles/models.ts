import { z } from 'zod';
import { bodyClassSchema, makeKeySchema } from '../../contract/schemas/vehicle.ts';
import type { MakeKey } from '../../contract/vehicles/makes.ts';
import { readTsv } from '../data-tables/data-table.ts';

/**
 * One row of data/models.tsv: the model lines the 19 makes sold in the US from 2000 on, under one name each, with the body
 * most of them have. `body_class` is common knowledge set down by us (basis: judgement); listing and VIN come before it.
 */
export const modelSchema = z.object({
  make: makeKeySchema,
  model: z.string().min(1),
  body_class: bodyClassSchema,
  /** Other spellings, letters and digits only. */
  aliases: z.string().transform((text) => text.split('; ').filter(Boolean)),
});
export type Model = z.infer<typeof modelSchema>;

/** Lower case letters and digits alone: `CR-V`, `CRV` and `cr v` are the same word. */
export function bareName(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function readModels(): ReadonlyMap<MakeKey, ReadonlyMap<string, Model>> {
  const byMake = new Map<MakeKey, Map<string, Model>>();
  readTsv(new URL('data/models.tsv', import.meta.url), modelSchema, (model) => {
    const names = byMake.get(model.make) ?? new Map<string, Model>();
    byMake.set(model.make, names);
    for (const name of [bareName(model.model), ...model.aliases]) {
      if (names.has(name)) return `${model.make} ${name} stands twice`;
      names.set(name, model);
    }
    return null;
  });
  return byMake;
}

let models: ReadonlyMap<MakeKey, ReadonlyMap<string, Model>> | undefined;
const NONE: ReadonlyMap<string, Model> = new Map();

/** The model lines of a make by bare name, aliases included. */
export function modelsOf(make: MakeKey | null): ReadonlyMap<string, Model> {
  models ??= readModels();
  return (make && models.get(make)) || NONE;
}
