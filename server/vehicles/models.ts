import { z } from 'zod';
import { bodyClassSchema } from '../../contract/schemas/vehicle.ts';
import { type MakeKey, SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import { readTsv } from '../data-tables/data-table.ts';
import { readMake } from './makes.ts';

/** Makes beyond the 19 whose model lines are listed too, by their bare names. */
const MORE_LISTED_MAKES = [
  'chevrolet',
  'gmc',
  'ram',
  'dodge',
  'jeep',
  'chrysler',
  'buick',
  'cadillac',
  'lincoln',
  'tesla',
  'mercedesbenz',
  'mini',
  'genesis',
  'rivian',
] as const;
/** A make whose model lines are listed. */
export type ListedMake = MakeKey | (typeof MORE_LISTED_MAKES)[number];
const listedMakeSchema = z.enum([...(Object.keys(SUPPORTED_MAKES) as MakeKey[]), ...MORE_LISTED_MAKES]);

/** The listed make that a text names; null for others and for unknown words. */
export function listedMake(text: string): ListedMake | null {
  const { key, name } = readMake(text);
  const more = listedMakeSchema.safeParse(key ?? bareName(name));
  return more.success ? more.data : null;
}

/**
 * One row of data/models.tsv: the model lines these makes sold in the US from 2000 on, under one name each, with the body
 * most of them have. `body_class` is common knowledge set down by us (basis: judgement); listing and VIN come before it.
 */
export const modelSchema = z.object({
  make: listedMakeSchema,
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

function readModels(): ReadonlyMap<ListedMake, ReadonlyMap<string, Model>> {
  const byMake = new Map<ListedMake, Map<string, Model>>();
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

let models: ReadonlyMap<ListedMake, ReadonlyMap<string, Model>> | undefined;
const NONE: ReadonlyMap<string, Model> = new Map();

/** The model lines of a make by bare name, aliases included. */
export function modelsOf(make: ListedMake | null): ReadonlyMap<string, Model> {
  models ??= readModels();
  return (make && models.get(make)) || NONE;
}
