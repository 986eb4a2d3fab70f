import { z } from 'zod';
import * as dataTable from '../../data-tables/data-table.ts';
import { hasTable } from '../../data-tables/table-files.ts';

const file = (name: string): URL => new URL(`../data/${name}`, import.meta.url);

/** A JSON table of data/, checked against its schema at load. */
export const readJson = <S extends z.ZodType>(name: string, schema: S): z.infer<S> =>
  dataTable.readJson(file(name), schema);

/** A tab-separated table of data/, each row checked against its schema at load. */
export const readTsv = <S extends z.ZodType>(name: string, schema: S): z.infer<S>[] =>
  dataTable.readTsv(file(name), schema);

/** The same of tables that older sets lack: null there, so that reports made with those stay as they are. */
export const readLaterJson = <S extends z.ZodType>(name: string, schema: S): z.infer<S> | null =>
  hasTable(file(name)) ? readJson(name, schema) : null;
export const readLaterTsv = <S extends z.ZodType>(name: string, schema: S): z.infer<S>[] | null =>
  hasTable(file(name)) ? readTsv(name, schema) : null;

/** Points of a curve, by rising x. */
export const curveSchema = z.array(z.tuple([z.number(), z.number()])).min(1);
export type Curve = z.infer<typeof curveSchema>;

/** Value of a curve at x: straight between its points, flat beyond its ends. */
export function onCurve(curve: Curve, x: number): number {
  const [first] = curve;
  if (!first || x <= first[0]) return first?.[1] ?? 0;
  let before = first;
  for (const point of curve) {
    if (x < point[0]) return before[1] + ((point[1] - before[1]) * (x - before[0])) / (point[0] - before[0]);
    before = point;
  }
  return before[1];
}

const PUBLIC_SOURCES = readJson(
  'public-sources.json',
  z.object({
    about: z.string(),
    sources: z.record(
      z.string(),
      z.object({ name: z.string().min(1), year: z.number().int().nullable(), url: z.url().nullable() }),
    ),
  }),
).sources;

/** Ids of public-sources.json. */
export const sourcesSchema = z.array(
  z.string().refine((id) => Object.hasOwn(PUBLIC_SOURCES, id), 'not in public-sources.json'),
);
export const basisSchema = z.enum(['anchored', 'judgement']);

/**
 * Why a figure is what it is. Anchored: it follows its sources; judgement: they bound it, or there is none, which the
 * ground then says.
 */
export const groundSchema = z
  .object({ basis: basisSchema, ground: z.string().min(1), sources: sourcesSchema })
  .refine(({ basis, sources }) => basis === 'judgement' || sources.length > 0, 'anchored in no source')
  .refine(
    ({ ground, sources }) => sources.length > 0 || /no public figure/i.test(ground),
    'names no source, nor that there is none',
  );
