import type { z } from 'zod';
import { tableName as nameOf, tableText } from './table-files.ts';

/** A shipped data table that does not hold what its reader expects: names file, row and column. */
export class DataTableFault extends Error {}

/** Each table is read once: a checker compiled for it would take longer than the check. */
const UNCOMPILED = { jitless: true };

/**
 * A tab-separated table: header first, each further line a row, `#` starts a comment line, empty lines count for nothing.
 * `check` says what is wrong with a row beyond its schema, or answers null. Throws DataTableFault.
 */
export function readTsv<S extends z.ZodType>(
  file: URL,
  schema: S,
  check: (row: z.infer<S>) => string | null = () => null,
): z.infer<S>[] {
  let columns: string[] | null = null;
  const rows: z.infer<S>[] = [];
  for (const [position, line] of tableText(file).split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const cells = line.split('\t');
    if (columns === null) {
      columns = cells;
      continue;
    }
    const place = (): string => `${nameOf(file)}, line ${position + 1}`;
    if (cells.length > columns.length)
      throw new DataTableFault(`${place()}: ${cells.length} cells under ${columns.length} columns`);
    const read = schema.safeParse(
      Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
      UNCOMPILED,
    );
    if (!read.success) throw new DataTableFault(`${place()}, ${sentences(read.error, 'column')}`);
    const fault = check(read.data);
    if (fault !== null) throw new DataTableFault(`${place()}: ${fault}`);
    rows.push(read.data);
  }
  return rows;
}

/** A JSON table. Throws DataTableFault naming the file and the path of each value that does not fit. */
export function readJson<S extends z.ZodType>(file: URL, schema: S): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(tableText(file));
  } catch (error) {
    throw new DataTableFault(`${nameOf(file)}: ${(error as Error).message}`);
  }
  const read = schema.safeParse(value, UNCOMPILED);
  if (!read.success) throw new DataTableFault(`${nameOf(file)}, ${sentences(read.error, 'at')}`);
  return read.data;
}

/** What is wrong, each with its column or path; the first five tell enough. */
function sentences(error: z.ZodError, word: string): string {
  const all = error.issues.map(
    ({ path: where, message }) => `${word} ${where.join('.') || '(whole)'}: ${message}`,
  );
  return [...all.slice(0, 5), ...(all.length > 5 ? [`and ${all.length - 5} more`] : [])].join('; ');
}
