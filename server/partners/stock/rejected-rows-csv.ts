import { stringify } from 'csv-stringify/sync';
import type { BadRow } from '../../../contract/partners/feed.ts';
import { BAD_ROW_WORDS } from '../../../contract/partners/feed-words.ts';

/** Rejected rows of a stock file as CSV: its row, the partner's own id, the reason's code and what to do. */
export const rejectedRowsCsv = (rows: readonly BadRow[]): string =>
  `\uFEFF${stringify(
    [
      ['row', 'item', 'reason', 'what_to_do'],
      ...rows.map(({ row, item, reason }) => [row, item, reason, BAD_ROW_WORDS[reason]]),
    ],
    { escape_formulas: true, record_delimiter: '\r\n' },
  )}`;
