import { z } from 'zod';
import { readTsv } from '../data-tables/data-table.ts';
import { findModel } from './find-model.ts';
import { bareName, type ListedMake, listedMake } from './models.ts';

/**
 * One row of data/layouts.tsv: how cars of a model are built, from one model year to another. Common knowledge, from makers'
 * specification sheets (basis: judgement).
 */
const layoutSchema = z.object({
  make: z.string(),
  model: z.string(),
  from: z.coerce.number().int(),
  to: z.coerce.number().int(),
  frame: z.enum(['ladder', 'unibody', 'skateboard']),
});
export type Layout = z.infer<typeof layoutSchema>;

let read: ReadonlyMap<string, readonly Layout[]> | undefined;

const keyOf = (make: ListedMake, model: string): string => `${make} ${bareName(model)}`;

function readLayouts(): ReadonlyMap<string, readonly Layout[]> {
  const rows = readTsv(new URL('data/layouts.tsv', import.meta.url), layoutSchema, ({ make, model }) =>
    listedMake(make) === null || lineOf(make, model) === null
      ? `${make} ${model} is in no list of models`
      : null,
  );
  return Map.groupBy(rows, ({ make, model }) => lineOf(make, model) ?? '');
}

/** The model line as a key; null where the lists do not know it. */
function lineOf(make: string, model: string): string | null {
  const listed = listedMake(make);
  const found = listed === null ? null : findModel(listed, model);
  return listed === null || found === null ? null : keyOf(listed, found.model);
}

/** The frame of a car by model and year; null where no layout is listed, or without a year where its generations differ. */
export function frameOf(make: string, model: string, year: number | null): Layout['frame'] | null {
  read ??= readLayouts();
  const rows = read.get(lineOf(make, model) ?? '') ?? [];
  const fit = rows.filter(({ from, to }) => year === null || (year >= from && year <= to));
  const frames = new Set(fit.map(({ frame }) => frame));
  const [frame] = frames;
  return frames.size === 1 ? (frame ?? null) : null;
}
