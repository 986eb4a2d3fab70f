import { z } from 'zod';
import { readTsv } from '../data-tables/data-table.ts';
import { type DbaseField, FIELD_TYPES } from './dbase-table.ts';

/** The tables of an estimate in EMS, the collision trade's exchange files, in the order they are written: the envelope last. */
export const EMS_TABLES = [
  'ad1',
  'ad2',
  'veh',
  'lin',
  'pfh',
  'pfl',
  'pfp',
  'pfm',
  'pft',
  'pfo',
  'stl',
  'ttl',
  'ven',
  'env',
] as const;
export type EmsTable = (typeof EMS_TABLES)[number];

const fieldSchema = z.object({
  table: z.enum(EMS_TABLES),
  name: z.string().regex(/^[A-Z][A-Z0-9_]{0,9}$/),
  type: z.enum(FIELD_TYPES),
  width: z.coerce.number().int().min(1).max(254),
  decimals: z.coerce.number().int().min(0).max(8),
});

const FIELDS = Map.groupBy(
  readTsv(new URL('data/ems-fields.tsv', import.meta.url), fieldSchema),
  ({ table }) => table,
);

/** The fields of a table of EMS 2.01, in order. */
export const emsFields = (table: EmsTable): readonly DbaseField[] => FIELDS.get(table) ?? [];

/** How wide a text field of a table is. */
export function emsWidth(table: EmsTable, name: string): number {
  const field = emsFields(table).find((one) => one.name === name);
  if (!field) throw new Error(`EMS has no field ${table}.${name}`);
  return field.width;
}
