import type { ReportListItem } from '../../../contract/calls.ts';
import { outcomeOf } from '../../../contract/report-status.ts';
import { priceWords } from '../../../contract/report-view/deal/price-words.ts';
import { DEAL_VERDICTS } from '../../../contract/report-view/deal/short-answer.ts';
import { shownDistance } from '../../../contract/report-view/figures.ts';
import { costBasis, OUTCOME_WORDS } from '../../../contract/report-view/head/card-words.ts';
import { verdictWords } from '../../../contract/report-view/head/verdict-words.ts';
import { inUnits, shownUnits } from '../../../contract/report-view/units/shown-units.ts';
import type { ShownUnits } from '../../../contract/units/shown-units.ts';
import { type Column, column } from './export-lines.ts';
import { csvOf } from './export-report.ts';
import { workbookOf, XLSX_TYPE } from './export-xlsx.ts';

/** Of the value before the damage: 0.874 where the list says 87%. */
const rounded = (share: number | null): number | null => share && Math.round(share * 1000) / 1000;

/** One row a report: the figures of the list in the units that are shown; empty is unknown or not finished. */
const columnsOf = (claimNumbers: ReadonlyMap<string, string>): readonly Column<ReportListItem>[] => [
  column('vehicle', 30, ({ model_name }) => model_name),
  column('vin', 18, ({ vin }) => vin),
  column('lot', 12, ({ lot_number }) => lot_number),
  ...(claimNumbers.size === 0
    ? []
    : [column<ReportListItem>('claim_number', 20, ({ report_id }) => claimNumbers.get(report_id) ?? null)]),
  column('sale_date', 20, ({ figures }) => figures?.sale_date ?? null),
  column('status', 12, ({ task_status, error_code }) => OUTCOME_WORDS[outcomeOf(task_status, error_code)]),
  column('repair_likely', 12, ({ total_cost }) => total_cost, true),
  column('repair_low', 12, ({ figures }) => figures?.low ?? null, true),
  column('repair_high', 12, ({ figures }) => figures?.high ?? null, true),
  column('repair_to_value', 10, ({ figures }) => rounded(figures?.value_share ?? null)),
  column('verdict', 24, ({ figures }) => (figures ? verdictWords({ total_loss: figures }) : null)),
  column('deal', 10, ({ deal }) => (deal?.verdict ? DEAL_VERDICTS[deal.verdict] : null)),
  column('max_bid', 12, ({ deal }) => deal?.ceiling ?? null, true),
  column('sells_for', 12, ({ deal }) => deal?.price?.usd ?? null, true),
  column('sells_for_words', 40, ({ deal }) => (deal?.price ? priceWords(deal.price) : null)),
  column('sale_state', 12, ({ figures }) => figures?.market?.sale_state ?? null),
  column('price_currency', 8, ({ figures }) => figures?.market?.currency ?? null),
  column('current_bid', 12, ({ figures }) => figures?.market?.current_bid ?? null),
  column('buy_now', 12, ({ figures }) => figures?.market?.buy_now ?? null),
  column('final_bid', 12, ({ figures }) => figures?.market?.final_bid ?? null),
  column('rests_on', 30, ({ figures }) => (figures ? costBasis(figures) : null)),
  column(
    shownUnits().distance === 'km' ? 'mileage_km' : 'mileage',
    10,
    ({ mileage }) => mileage && shownDistance(mileage),
  ),
  column('tag', 14, ({ tag }) => tag ?? null),
  column('note', 30, ({ note }) => note ?? null),
  column('made_on', 20, ({ date }) => date),
  column('lot_link', 30, ({ url }) => url || null),
  column('report_id', 36, ({ report_id }) => report_id),
];

/** The figures of several reports as one file, with a column of claim numbers where any is noted (by the report's id). */
export async function exportList(
  reports: readonly ReportListItem[],
  format: 'csv' | 'xlsx',
  { units, claimNumbers }: { units: ShownUnits; claimNumbers: ReadonlyMap<string, string> },
): Promise<{ type: string; filename: string; bytes: Buffer | string }> {
  const filename = `lotlens-reports.${format}`;
  // Every cell is made before a workbook of them is.
  const bytes = await inUnits(units, () =>
    format === 'csv'
      ? csvOf(columnsOf(claimNumbers), reports)
      : workbookOf('Reports', columnsOf(claimNumbers), reports),
  );
  return { filename, type: format === 'csv' ? 'text/csv; charset=utf-8' : XLSX_TYPE, bytes };
}
