import { stringify } from 'csv-stringify/sync';
import type { ExportFormat } from '../../../contract/api/report-answers.ts';
import type { DealSheet } from '../../../contract/deal/deal-sheet.ts';
import type { BasketKind } from '../../../contract/report-view/baskets.ts';
import type { CheckedNumber } from '../../../contract/schemas/offers.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { reportFileName } from '../../pdf/printed-reports.ts';
import { emsZipOf } from './export-ems.ts';
import { type Column, LINE_COLUMNS, numberedLines, PARTS_COLUMNS, partsToOrder } from './export-lines.ts';
import { XLSX_TYPE, xlsxOf } from './export-xlsx.ts';
import { SCOPE_COLUMNS, scopeRows } from './scope-rows.ts';

/** A byte order mark: without it spreadsheets take UTF-8 for their own code page. */
const MARK = '\uFEFF';

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula is led by an apostrophe. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  MARK +
  stringify([columns.map(({ heading }) => heading), ...rows.map((row) => columns.map(({ of }) => of(row)))], {
    escape_formulas: true,
    record_delimiter: '\r\n',
  });

/** What goes with the report: its deal, where its owner asks, and whose prices stand beside the parts to order. */
type Beside = {
  readonly deal: DealSheet | null;
  readonly basket: BasketKind;
  readonly checked: readonly CheckedNumber[];
};
export type ExportedReport = { filename: string; type: string; bytes: Buffer };

const CSV = 'text/csv; charset=utf-8';
const FORMATS: Record<
  ExportFormat,
  { type: string; ending: string; make(model: ReportModel, beside: Beside): string | Promise<Buffer> }
> = {
  json: {
    type: 'application/json; charset=utf-8',
    ending: '.json',
    make: (model, { deal }) => `${JSON.stringify(deal ? { ...model, deal } : model, null, 2)}\n`,
  },
  csv: {
    type: CSV,
    ending: '.csv',
    make: (model) =>
      model.estimate.outcome
        ? csvOf(SCOPE_COLUMNS, scopeRows(model))
        : csvOf(LINE_COLUMNS, numberedLines(model)),
  },
  xlsx: {
    type: XLSX_TYPE,
    ending: '.xlsx',
    make: (model, { deal }) => xlsxOf(model, deal),
  },
  parts: {
    type: CSV,
    ending: '-parts.csv',
    make: (model, { basket, checked }) => csvOf(PARTS_COLUMNS, partsToOrder(model, basket, checked)),
  },
  ems: { type: 'application/zip', ending: '-ems.zip', make: emsZipOf },
};

/** The finished report as a file: its versioned model, its lines, the parts to order, or an EMS pre-fill. Throws validation_error. */
export async function exportReport(
  model: ReportModel,
  format: ExportFormat,
  beside: Beside = { deal: null, basket: 'oem', checked: [] },
): Promise<ExportedReport> {
  const { type, ending, make } = FORMATS[format];
  return { filename: reportFileName(model, ending), type, bytes: Buffer.from(await make(model, beside)) };
}
