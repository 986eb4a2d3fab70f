import type { CommissionEntry, StatementFile } from './commission.ts';
import { shareOf } from './commission-share.ts';
import { monthWords, STATEMENT_NOTE, statementCounts, statementLines } from './statement-words.ts';

/** Made-up sales at a made-up rate: what their month comes to is reckoned as every month is. */
const PERCENT = 8;
const PERIOD = '2026-10';

/** US cents of a sale or, negative, of what of it went back. */
type Told = { net: number; day: string; order: string } & (
  | { lead: string; voucher?: never; of?: never }
  | { voucher: string; lead?: never; of?: never }
  | { of: number; lead?: never; voucher?: never }
);
const TOLD: readonly Told[] = [
  { net: 41_250, day: '2026-10-06', order: '9f2c4e6a8b0d', lead: 'k3v9q0x7m2b8r5t1' },
  { net: 18_900, day: '2026-10-14', order: '51d7a3c09e62', voucher: 'LL-7KQ4WXYZ' },
  { net: -8_250, day: '2026-10-21', order: '9f2c4e6a8b0d', of: 1 },
];

const dollars = (cents: number): number => cents / 100;

const entries = TOLD.map(
  ({ net, day, order, lead, voucher, of }, at): CommissionEntry => ({
    entry_id: at + 1,
    kind: of === undefined ? 'sale' : 'return',
    lead_id: lead ?? null,
    voucher: voucher ?? null,
    order,
    ordered_at: `${day}T12:00:00.000Z`,
    net: dollars(net),
    rate_percent: PERCENT,
    commission: dollars(Math.sign(net) * shareOf(Math.abs(net), PERCENT * 100)),
    state: 'approved',
    source: voucher === undefined ? 'postback' : 'statement',
    correction_of: of ?? null,
    note: '',
    entered_at: `${day}T12:00:00.000Z`,
    currency: 'USD',
  }),
);
const sum = (of: readonly CommissionEntry[]): number =>
  dollars(of.reduce((cents, { commission }) => cents + Math.round(commission * 100), 0));
const returns = entries.filter(({ kind }) => kind === 'return');

const FILE: StatementFile = {
  period: PERIOD,
  state: 'issued',
  statement_id: null,
  leads: 14,
  quotes: 3,
  accepted: 1,
  confirmed: entries.length - returns.length,
  returns: returns.length,
  commission: sum(entries),
  corrections: sum(returns),
  issued_at: null,
  paid_at: null,
  company: 'Made-up Parts Co.',
  entries,
};

/** A statement as partners get one, in words; whoever shows it labels it as a sample. */
export const SAMPLE_STATEMENT = {
  company: FILE.company,
  month: monthWords(PERIOD),
  counts: statementCounts(FILE),
  lines: statementLines(FILE),
  note: STATEMENT_NOTE,
};
