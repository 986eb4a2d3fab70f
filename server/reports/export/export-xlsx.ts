import type { DealSheet } from '../../../contract/deal/deal-sheet.ts';
import { claimView } from '../../../contract/report-view/claim/claim-words.ts';
import { toldViewsWords } from '../../../contract/report-view/grounds/told-views.ts';
import { examinedWords } from '../../../contract/report-view/head/examined.ts';
import {
  readingFlags,
  unreadWords,
  vinReadWords,
} from '../../../contract/report-view/head/photo-readings.ts';
import { marketFacts } from '../../../contract/report-view/market/market-facts.ts';
import { saleStateOf } from '../../../contract/report-view/market/sale-end.ts';
import { outcomeRows } from '../../../contract/report-view/outcome-rows.ts';
import { shownAmount } from '../../../contract/report-view/units/shown-amounts.ts';
import { unitsWords } from '../../../contract/report-view/units/units-words.ts';
import { assumptionsOf } from '../../../contract/report-view/words/assumptions.ts';
import { gapWords } from '../../../contract/report-view/words/reservation.ts';
import { plain } from '../../../contract/report-view/words/sentence.ts';
import { titleWords } from '../../../contract/report-view/words/title-words.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { dealColumns, dealRows } from './export-deal.ts';
import { type Cell, type Column, cellOf, LINE_COLUMNS, moneyColumns, numberedLines } from './export-lines.ts';
import { SCOPE_COLUMNS, scopeRows } from './scope-rows.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MONEY = '#,##0.00';
const heading = (text: string) => ({ value: text, fontWeight: 'bold' as const });

/** Texts are typed as texts, never as formulas, whatever they begin with. */
function typedCell(value: Cell, money = false) {
  if (value === null || value === '') return null;
  if (typeof value === 'number')
    return money ? { value, type: Number, format: MONEY } : { value, type: Number };
  return { value, type: String };
}

const sheetOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]) => [
  columns.map((column) => heading(column.heading)),
  ...rows.map((row) => columns.map((column) => typedCell(cellOf(column, row), column.money))),
];

const rowsSheet = <Row>(sheet: string, columns: readonly Column<Row>[], rows: readonly Row[]) => ({
  sheet,
  data: sheetOf(columns, rows),
  columns: columns.map(({ width }) => ({ width })),
  stickyRowsCount: 1,
});

function aboutRows(model: ReportModel): [string, Cell][] {
  const { lot, estimate } = model;
  return [
    ['report', model.report_id],
    ['made', model.created_at],
    ['edited', model.edit === undefined ? 'no' : `version ${model.edit.version}, ${model.edit.edited_at}`],
    ['sample', model.sample ? 'yes' : 'no'],
    ['vehicle', lot.name],
    ['vin', [lot.vin, vinReadWords(model)].filter(Boolean).join('; ') || null],
    ['lot', [lot.site ?? 'entered by hand', lot.lot_number].filter(Boolean).join(' ')],
    ['lot_page', lot.url],
    ['title', titleWords(lot)],
    ['sale_state', lot.market ? saleStateOf(lot, Date.now()) : lot.listing_state],
    ...marketFacts(lot, Date.now()).map(({ label, value }): [string, Cell] => [`market: ${label}`, value]),
    ['examined', [examinedWords(model), toldViewsWords(model), unreadWords(model)].filter(Boolean).join(' ')],
    ...unitsWords().map((sentence): [string, Cell] => ['units', sentence]),
    ['rates', estimate.profile.name],
    ['tables', `${estimate.versions.tables}; ${estimate.versions.dated}`],
    ...assumptionsOf(estimate).map((sentence): [string, Cell] => ['assumption', plain(sentence)]),
    ...(model.claim ? claimRows(model) : []),
    ...readingFlags(model).map((flag): [string, Cell] => ['red_flag', flag]),
    ...model.gaps.map((gap): [string, Cell] => ['gap', gapWords(gap)]),
  ];
}

function claimRows(model: ReportModel): [string, Cell][] {
  const { facts, verdict, tips, payments, note } = claimView(model);
  return [
    ...facts.map(({ label, value }): [string, Cell] => [`claim: ${label}`, value]),
    ['claim: Total loss', verdict],
    ...tips.map((tip): [string, Cell] => ['claim: turns at', tip]),
    ...payments.map(({ label, value }): [string, Cell] => [`claim: to pay, ${label}`, value]),
    ['claim: note', note],
  ];
}

function totalRows(model: ReportModel): [string, Cell][] {
  const { estimate } = model;
  return [
    ...estimate.totals
      .filter(({ key }) => key !== 'tax')
      .map((row): [string, Cell] => [row.label, row.likely]),
    ['Subtotal', estimate.subtotal],
    ['Tax', estimate.tax],
    ...(estimate.outcome ? outcomeRows(estimate.outcome) : []).map(({ label, amount }): [string, Cell] => [
      label,
      amount,
    ]),
    ['Total, low', estimate.total.low],
    ['Total, likely', estimate.total.likely],
    ['Total, high', estimate.total.high],
  ];
}

const pairs = (rows: [string, Cell][], money: boolean) =>
  rows.map(([name, value]) => [
    typedCell(name),
    typedCell(money && typeof value === 'number' ? shownAmount(value) : value, money),
  ]);
const PAIR_WIDTHS = [{ width: 34 }, { width: 60 }];

/** The lines, the totals and what they rest on, as an Excel workbook of three sheets; of a deal its rows are the fourth. */
export async function xlsxOf(model: ReportModel, deal: DealSheet | null): Promise<Buffer> {
  // The units that are shown hold only until the first wait, so every cell is made before it.
  const sheets = [
    model.estimate.outcome
      ? rowsSheet('Lines', SCOPE_COLUMNS, scopeRows(model))
      : rowsSheet('Lines', LINE_COLUMNS, numberedLines(model)),
    { sheet: 'Totals', data: pairs(totalRows(model), true), columns: PAIR_WIDTHS },
    { sheet: 'About', data: pairs(aboutRows(model), false), columns: PAIR_WIDTHS },
    ...(deal ? [rowsSheet('Deal', dealColumns(), dealRows(deal))] : []),
  ];
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return await writeExcelFile(sheets).toBuffer();
}

/** One sheet of rows, as an Excel workbook; other money is named in columns of its own. */
export async function workbookOf<Row>(
  sheet: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<Buffer> {
  const sheets = [rowsSheet(sheet, [...columns, ...moneyColumns<Row>()], rows)];
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return await writeExcelFile(sheets).toBuffer();
}
