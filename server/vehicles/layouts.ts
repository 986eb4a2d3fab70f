import { z } from 'zod';
import { readTsv } from '../data-tables/data-table.ts';
import { findModel } from './find-model.ts';
import { bareName, type ListedMake, listedMake } from './models.ts';

/**
 * One row of data/layouts.tsv: how cars of a model are built, from one model year to another, and which parts they have. Common
 * knowledge, from makers' specification sheets (basis: judgement).
 */
const layoutSchema = z.object({
  make: z.string(),
  model: z.string(),
  from: z.coerce.number().int(),
  to: z.coerce.number().int(),
  front_suspension: z.string(),
  rear_suspension: z.string(),
  frame: z.enum(['ladder', 'unibody', 'skateboard']),
  fuel: z.string(),
  traction_battery: z.string(),
  front_radar: z.string(),
  /** Radars at the rear corners; empty: by model year. Absent in older tables. */
  rear_radar: z.string().optional(),
  fog_lamps: z.string(),
  parking_sensors: z.string(),
  propeller_shaft: z.string(),
  /** Radiator grille above the bumper; empty: as other cars. Absent in older tables. */
  grille: z.string().optional(),
  /** `glass`: a fixed pane in place of the roof panel; empty: as other cars. Absent in older tables. */
  roof: z.enum(['glass', '']).optional(),
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

function layoutsOf(make: string, model: string, year: number | null): readonly Layout[] {
  read ??= readLayouts();
  const rows = read.get(lineOf(make, model) ?? '') ?? [];
  return rows.filter(({ from, to }) => year === null || (year >= from && year <= to));
}

/** The layout of a model in a year; null where none is listed. */
export const layoutOf = (make: string, model: string, year: number): Layout | null =>
  layoutsOf(make, model, year)[0] ?? null;

/** The frame of a car by model and year; null where no layout is listed, or without a year where its generations differ. */
export function frameOf(make: string, model: string, year: number | null): Layout['frame'] | null {
  const frames = new Set(layoutsOf(make, model, year).map(({ frame }) => frame));
  const [frame] = frames;
  return frames.size === 1 ? (frame ?? null) : null;
}
