import { csvDelimiter } from '../../data-tables/csv-delimiter.ts';
import { CsvFault, type CsvRecord, csvRecords } from '../../data-tables/csv-records.ts';
import { type DecimalStyle, decimalStyle } from '../../data-tables/decimal-style.ts';
import { storableJson } from '../../storable-text.ts';
import { type ImportCells, type ImportRow, ImportRowFault, readImportRow } from './read-import-row.ts';

/** A row that was not taken: its line in the file (the first is 1) and why. */
export type RefusedRow = { line: number; number: string | null; reason: string };

/** The file as a whole can't be read. */
export class ImportFileError extends Error {}

const REQUIRED = ['make', 'model', 'year_from', 'year_to', 'group', 'number', 'name'] as const;

/**
 * Reads a parts file: CSV (comma, semicolon or tab, header required) or JSON Lines, UTF-8 with or without a byte order mark, or UTF-16 with one.
 * Required: make, model, year_from, year_to, group (or `diagram`), number, name. `defaultSource` names rows without a source.
 * How its prices are written (`price_style`) is decided once, from all rows; a file separated by semicolons is taken for one with
 * decimal commas where no price tells. Throws ImportFileError where the whole file is unusable; a bad row is refused with its line
 * and the rest is taken.
 */
export function readImportFile(
  bytes: Uint8Array,
  defaultSource: string,
): { rows: ImportRow[]; refused: RefusedRow[]; price_style: DecimalStyle } {
  const text = decode(bytes);
  const refused: RefusedRow[] = [];
  const rows: ImportRow[] = [];
  const lineOf = new Map<string, number>();
  const refuse = (line: number, number: string | undefined, reason: string) =>
    refused.push({ line, number: number?.trim() || null, reason });
  const isJson = /^\s*\{/.test(text);
  const records = isJson ? jsonLines(text) : csvRows(text);
  const price_style = decimalStyle(
    records.map(({ cells }) => cells.price),
    !isJson && csvDelimiter(text) === ';' ? 'comma' : 'point',
  );
  for (const { line, cells, fault } of records) {
    if (fault !== null) {
      refuse(line, cells.number, fault);
      continue;
    }
    try {
      const row = readImportRow(cells, defaultSource, price_style);
      const identity = JSON.stringify(row);
      const earlier = lineOf.get(identity);
      if (earlier !== undefined) throw new ImportRowFault(`repeats line ${earlier}`);
      lineOf.set(identity, line);
      rows.push(row);
    } catch (error) {
      if (!(error instanceof ImportRowFault)) throw error;
      refuse(line, cells.number, error.message);
    }
  }
  return { rows, refused, price_style };
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    // The decoder drops a byte order mark by itself.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportFileError('The file is not UTF-8 text. Save it as UTF-8 and import it again.');
  }
}

type FileRecord = { line: number; cells: ImportCells; fault: string | null };

/** `Year From` and `year_from` are the same column; `diagram` is another name for the group. */
function columnName(text: string): string {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return name === 'diagram' ? 'group' : name;
}

function csvRows(text: string): FileRecord[] {
  let read: CsvRecord[];
  try {
    read = [...csvRecords(text)];
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    throw new ImportFileError(`The file is not CSV: ${error.message}`);
  }
  const columns = (read[0]?.cells ?? []).map(columnName);
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw new ImportFileError(
      `The first line must name the columns; missing: ${missing.join(', ')}. Found: ${columns.join(', ') || 'nothing'}.`,
    );
  return read.slice(1).map(({ line, cells }) =>
    // A row of another width is refused: its cells would have to be guessed.
    cells.length === columns.length
      ? {
          line,
          cells: Object.fromEntries(columns.map((column, index) => [column, cells[index]])),
          fault: null,
        }
      : {
          line,
          cells: { number: cells[columns.indexOf('number')] },
          fault: `has ${cells.length} columns where the header has ${columns.length}`,
        },
  );
}

/** A number of JSON has a decimal point: one of three decimals gets a fourth, so as not to look like thousands. */
const cellText = (cell: string | number): string =>
  typeof cell === 'number' ? String(cell).replace(/\.\d{3}$/, '$&0') : cell;

function jsonLines(text: string): FileRecord[] {
  return text.split(/\r?\n/).flatMap((lineText, index): FileRecord[] => {
    if (lineText.trim() === '') return [];
    const line = index + 1;
    let value: unknown;
    try {
      value = storableJson(JSON.parse(lineText) as unknown);
    } catch {
      return [{ line, cells: {}, fault: 'is not JSON' }];
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return [{ line, cells: {}, fault: 'is not a JSON object' }];
    const cells = Object.entries(value).flatMap(([column, cell]): [string, string][] =>
      typeof cell === 'string' || typeof cell === 'number' ? [[columnName(column), cellText(cell)]] : [],
    );
    return [{ line, cells: Object.fromEntries(cells), fault: null }];
  });
}
