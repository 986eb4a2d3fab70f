import type pg from 'pg';
import {
  SALE_REFUSAL_WORDS,
  type SalesListAnswer,
  saleRefusalSchema,
  toldSaleSchema,
} from '../../../contract/partners/sale.ts';
import { currencyIn } from '../../data-tables/amount-currency.ts';
import { CsvFault, csvRecords } from '../../data-tables/csv-records.ts';
import { amountIn, type DecimalStyle, decimalStyle } from '../../data-tables/decimal-style.ts';
import { AppError, ownSentences } from '../../errors.ts';
import { inputFault } from '../../input-reason.ts';
import { endOfDay, takeSale } from './take-sale.ts';

const MOST_ROWS = 1_000;
/** All that is read of a row. */
const COLUMNS = ['click_id', 'voucher', 'order_id', 'currency', 'net', 'state', 'return_id', 'at'] as const;
type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;

/** A column as its name is compared: `Order ID` is `order_id`. */
const columnOf = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

/** Throws validation_error for what is no CSV, or has too many rows. */
function readRecords(content: string): Cells[] {
  const field = { details: { field: 'content' } };
  const records: Cells[] = [];
  let places: readonly (readonly [column: (typeof COLUMNS)[number], at: number])[] | null = null;
  try {
    for (const { cells } of csvRecords(content)) {
      if (places === null) {
        const names = cells.map(columnOf);
        places = COLUMNS.map((column) => [column, names.lastIndexOf(column)] as const);
        continue;
      }
      records.push(Object.fromEntries(places.map(([column, at]) => [column, cells[at]?.trim()])));
      if (records.length > MOST_ROWS)
        throw new AppError(
          'validation_error',
          `At most ${MOST_ROWS.toLocaleString('en-US')} rows at a time.`,
          field,
        );
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    throw new AppError('validation_error', 'This file is no CSV list that can be read.', {
      ...field,
      cause: error,
    });
  }
  if (records.length === 0) throw new AppError('validation_error', 'The file has no rows.', field);
  return records;
}

const filled = (value: string | undefined): string | undefined => (value === '' ? undefined : value);
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A day as Americans write it, month first: 11/28/2026 or 11-28-26. */
const US_DAY =
  /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?:,? +(\d{1,2}):(\d{2})(?::\d{2})?(?: ?([AP])M)?)?$/i;

/** The ISO day and UTC time of a US date; null where it is none: its parts may lie outside the calendar. */
function usMoment(text: string): string | null {
  const [, month = '', day = '', year = '', hour, minute = '0', half] = US_DAY.exec(text) ?? [];
  if (month === '') return null;
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const date = new Date(Date.UTC(fullYear, Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null;
  if (hour === undefined) return endOfDay(date);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  if (hours > 23 || Number(minute) > 59) return null;
  date.setUTCHours(hours, Number(minute));
  return date.toISOString();
}

/** A day alone is its end, UTC: no lead of that day comes after it. A time without a zone is UTC. */
const momentOf = (at: string | undefined): string | undefined =>
  at === undefined ? at : DAY.test(at) ? endOfDay(new Date(at)) : (usMoment(at) ?? at);

/** A row as a program would have told it. */
const toldBy = (record: Cells, style: DecimalStyle): unknown => ({
  click_id: filled(record.click_id),
  voucher: filled(record.voucher),
  order_id: record.order_id,
  currency: filled(record.currency) ?? currencyIn(record.net) ?? 'USD',
  net: amountIn(style, record.net ?? '') ?? Number.NaN,
  state: filled(record.state)?.toLowerCase() ?? 'confirmed',
  return_id: filled(record.return_id),
  at: momentOf(record.at),
});

/** Takes each row as if it had been told alone; one that is refused stops no other. Throws validation_error for the whole file. */
export async function takeSalesList(
  tools: { pool: pg.Pool; now(): Date },
  partnerId: string,
  content: string,
): Promise<SalesListAnswer> {
  const answer: SalesListAnswer = { entered: 0, known: 0, refused: [] };
  const records = readRecords(content);
  const style = decimalStyle(
    records.map(({ net }) => net),
    'point',
  );
  for (const [index, record] of records.entries()) {
    // The header is row 1.
    const row = index + 2;
    const input = toldBy(record, style);
    const told = toldSaleSchema.safeParse(input, ownSentences);
    if (!told.success) {
      answer.refused.push({ row, reason: inputFault(told.error.issues, input).message });
      continue;
    }
    const outcome = await takeSale(tools, partnerId, told.data, 'statement');
    if (outcome === 'entered' || outcome === 'known') answer[outcome] += 1;
    else answer.refused.push({ row, reason: SALE_REFUSAL_WORDS[saleRefusalSchema.parse(outcome)] });
  }
  return answer;
}
