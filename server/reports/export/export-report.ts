import { stringify } from 'csv-stringify/sync';
import type { ExportFormat } from '../../../contract/api/report-answers.ts';
import type { DealSheet } from '../../../contract/deal/deal-sheet.ts';
import type { BasketKind } from '../../../contract/report-view/baskets.ts';
import { orderLines } from '../../../contract/report-view/line-order.ts';
import { reportAsShown } from '../../../contract/report-view/units/as-shown.ts';
import { inUnits, isUsUnits, US_UNITS } from '../../../contract/report-view/units/shown-units.ts';
import type { CheckedNumber } from '../../../contract/schemas/offers.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { ShownUnits } from '../../../contract/units/shown-units.ts';
import { reportFileName } from '../../pdf/printed-reports.ts';
import { emsZipOf } from './export-ems.ts';
import {
  type Column,
  cellOf,
  column,
  LINE_COLUMNS,
  moneyColumns,
  type NumberedLine,
  numberedLines,
  PARTS_COLUMNS,
  partsToOrder,
} from './export-lines.ts';
import { XLSX_TYPE, xlsxOf } from './export-xlsx.ts';
import { SCOPE_COLUMNS, type ScopeRow, scopeRows } from './scope-rows.ts';

/** A byte order mark: without it spreadsheets take UTF-8 for their own code page. */
const MARK = '\uFEFF';

/** The claim that the rows are for, where its number is noted. */
const claimColumns = <Row>({ claim }: ReportModel): Column<Row>[] =>
  claim?.number ? [column('claim_number', 20, () => claim.number)] : [];

/** Rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula is led by an apostrophe. */
export function csvOf<Row>(own: readonly Column<Row>[], rows: readonly Row[]): string {
  const columns = [...own, ...moneyColumns<Row>()];
  const cells = rows.map((row) => columns.map((one) => cellOf(one, row)));
  const written = stringify([columns.map(({ heading }) => heading), ...cells], {
    escape_formulas: true,
    record_delimiter: '\r\n',
  });
  return MARK + written;
}

/** What goes with the report: its deal, where its owner asks, and whose prices stand beside the parts to order. */
type Beside = {
  readonly deal: DealSheet | null;
  readonly basket: BasketKind;
  readonly checked: readonly CheckedNumber[];
  /** What its owner's figures are shown in; for programs (JSON, EMS) they stay US dollars and miles. */
  readonly units: ShownUnits;
};
export type ExportedReport = { filename: string; type: string; bytes: Buffer };

type Make = (model: ReportModel, beside: Beside) => string | Promise<Buffer>;

/** For people: in the units its owner has set. Every cell is made before `make` returns, an XLSX file of them later. */
const shown =
  (make: Make): Make =>
  (model, beside) =>
    inUnits(beside.units, () => make(reportAsShown(model), beside));

const CSV = 'text/csv; charset=utf-8';
const FORMATS: Record<ExportFormat, { type: string; ending: string; make: Make }> = {
  json: {
    type: 'application/json; charset=utf-8',
    ending: '.json',
    make: (model, { deal, units }) =>
      `${JSON.stringify(
        {
          ...model,
          estimate: { ...model.estimate, lines: orderLines(model.estimate.lines) },
          ...(deal ? { deal } : {}),
          // Said to those who see other units everywhere else.
          ...(isUsUnits(units) ? {} : { units: { money: 'USD', distance: 'mi' } }),
        },
        null,
        2,
      )}\n`,
  },
  csv: {
    type: CSV,
    ending: '.csv',
    make: shown((model) =>
      model.estimate.outcome
        ? csvOf([...SCOPE_COLUMNS, ...claimColumns<ScopeRow>(model)], scopeRows(model))
        : csvOf([...LINE_COLUMNS, ...claimColumns<NumberedLine>(model)], numberedLines(model)),
    ),
  },
  xlsx: {
    type: XLSX_TYPE,
    ending: '.xlsx',
    make: shown((model, { deal }) => xlsxOf(model, deal)),
  },
  parts: {
    type: CSV,
    ending: '-parts.csv',
    make: shown((model, { basket, checked }) => {
      const orders = partsToOrder(model, basket, checked);
      return csvOf([...PARTS_COLUMNS, ...claimColumns<(typeof orders)[number]>(model)], orders);
    }),
  },
  ems: { type: 'application/zip', ending: '-ems.zip', make: emsZipOf },
};

/** The finished report as a file: its versioned model, its lines, the parts to order, or an EMS pre-fill. Throws validation_error. */
export async function exportReport(
  model: ReportModel,
  format: ExportFormat,
  beside: Beside = { deal: null, basket: 'oem', checked: [], units: US_UNITS },
): Promise<ExportedReport> {
  const { type, ending, make } = FORMATS[format];
  return { filename: reportFileName(model, ending), type, bytes: Buffer.from(await make(model, beside)) };
}
