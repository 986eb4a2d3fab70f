import { stringify } from 'csv-stringify/sync';
import type { StatementFile } from '../../../contract/partners/commission.ts';

const COLUMNS = [
  'period',
  'seller',
  'entry_id',
  'kind',
  'lead_id',
  'voucher',
  'order',
  'ordered_at',
  'net',
  'rate_percent',
  'commission',
  'currency',
  'state',
  'source',
  'correction_of',
  'note',
  'entered_at',
  'issued_at',
  'paid_at',
] as const;

/** A month's lines as a table; what a spreadsheet would run as a formula is led by an apostrophe. */
export const statementCsv = ({ entries, period, company, issued_at, paid_at }: StatementFile): string =>
  stringify(
    entries.map((entry) => ({ period, seller: company, ...entry, issued_at, paid_at })),
    { header: true, columns: [...COLUMNS], escape_formulas: true },
  );
