import { z } from 'zod';
import { shippedTables } from '../../data-tables/table-files.ts';
import { readJson } from './read-table.ts';
import { VALUE_DATED } from './vehicle-value.ts';

const versioned = z.object({ version: z.string() });
const TABLES = [
  'rates',
  'refinish',
  'fixed-lines',
  'operation-callers',
  'part-types',
  'price-class',
  'selection',
  'vehicle-value',
  'range-factors',
  'inference',
  'repair-extent',
];

/** Versions of the tables an estimate was made with. */
export const TABLES_VERSION = [
  'part-costs-2',
  ...TABLES.map((table) => readJson(`${table}.json`, versioned).version),
].join(', ');
/** Of all tables an estimate is calculated from, as this process would read them shipped: two ids differ where any table does. */
export const TABLES_ID = shippedTables().id;
export const TABLES_DATED = VALUE_DATED;
