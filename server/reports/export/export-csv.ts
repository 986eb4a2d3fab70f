import { stringify } from 'csv-stringify/sync';
import type { Column } from './export-lines.ts';

/** A byte order mark: without it spreadsheets take UTF-8 for their own code page. */
const MARK = '\uFEFF';

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula is led by an apostrophe. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  MARK +
  stringify([columns.map(({ heading }) => heading), ...rows.map((row) => columns.map(({ of }) => of(row)))], {
    escape_formulas: true,
    record_delimiter: '\r\n',
  });
