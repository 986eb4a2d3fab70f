import { usDollarsAndCents } from '../report-view/figures.ts';
import type { CommissionEntry, Dispute, PartnerStatement, StatementFile } from './commission.ts';

/** The words of a statement, once: page, PDF and the sample on the page for retailers lay them out. */

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `June 2026` of `2026-06`. */
export const monthWords = (period: string): string =>
  `${MONTHS[Number(period.slice(5)) - 1] ?? ''} ${period.slice(0, 4)}`;

export const STATEMENT_STATE_WORDS: Record<PartnerStatement['state'], string> = {
  open: 'Running month',
  issued: 'Issued, not paid yet',
  paid: 'Paid',
};
export const ENTRY_STATE_WORDS: Record<CommissionEntry['state'], string> = {
  pending: 'Pending',
  approved: 'Approved',
  paid: 'Paid',
  reversed: 'Reversed',
};
const ENTRY_SOURCES: Record<CommissionEntry['source'], string> = {
  postback: 'your system',
  statement: 'your list',
  operator: 'LotLens by hand',
  service: 'LotLens',
};

/** What a line is: `Sale`, `Return of line 12`. */
export function entryWords({ kind, correction_of }: CommissionEntry): string {
  const of = correction_of === null ? '' : ` of line ${correction_of}`;
  return {
    lead: 'Lead',
    sale: 'Sale',
    return: `Return${of}`,
    correction: `Correction${of}`,
    payment: 'Payment',
  }[kind];
}

/** What it goes back to: the voucher or the click, and the order. */
export const entryReference = ({ voucher, lead_id, order }: CommissionEntry): string =>
  [voucher ?? (lead_id === null ? null : `Click ${lead_id}`), order === null ? null : `order ${order}`]
    .filter((part) => part !== null)
    .join(', ');

export const entrySourceWords = (entry: CommissionEntry): string => ENTRY_SOURCES[entry.source];

/** `8%` of a sale's net. */
export const rateWords = (percent: number | null): string => (percent === null ? '' : `${percent}%`);

/** The counts of a month, in the order they are shown. */
export const statementCounts = (statement: PartnerStatement): { label: string; value: string }[] => [
  { label: 'Leads', value: String(statement.leads) },
  { label: 'Quotes asked for', value: String(statement.quotes) },
  { label: 'Quotes accepted', value: String(statement.accepted) },
  { label: 'Sales confirmed', value: String(statement.confirmed) },
  { label: 'Returns', value: String(statement.returns) },
  { label: 'Returns and corrections', value: usDollarsAndCents(statement.corrections) },
  { label: 'Commission', value: usDollarsAndCents(statement.commission) },
];

/** What stands under every statement. */
export const STATEMENT_NOTE =
  'Commission is owed to LotLens for sales and leads that LotLens brought. An order number is shown as a fingerprint. Entries are never changed: a return or a correction is a line of its own. Months are counted in UTC.';

/** Lines as text, for whatever lays them out. Payments stand apart: they are no commission. */
export const statementLines = (file: Pick<StatementFile, 'entries'>) =>
  file.entries
    .filter(({ kind }) => kind !== 'payment')
    .map((entry) => ({
      id: String(entry.entry_id),
      day: (entry.ordered_at ?? entry.entered_at).slice(0, 10),
      what: entryWords(entry),
      reference: entryReference(entry),
      told_by: entrySourceWords(entry),
      net: entry.kind === 'sale' || entry.kind === 'return' ? usDollarsAndCents(entry.net) : '',
      rate: rateWords(entry.rate_percent),
      commission: usDollarsAndCents(entry.commission),
      state: ENTRY_STATE_WORDS[entry.state],
      note: entry.note,
    }));

/** `Line 12: open`. */
export const disputeWords = ({ entry_id, state, correction_id }: Dispute): string =>
  `Line ${entry_id}: ${
    state === 'open'
      ? 'open'
      : correction_id === null
        ? 'settled, nothing due'
        : `settled by line ${correction_id}`
  }`;
