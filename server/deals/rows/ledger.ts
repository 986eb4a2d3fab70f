import type { DealRowId } from '../../../contract/deal/deal-settings.ts';
import type { DealBasis, DealNeed, DealRow } from '../../../contract/deal/deal-sheet.ts';
import { type Cents, centsFromDollars, dollarsFromCents } from '../../../contract/schemas/money.ts';
import type { Deal } from '../deal-lot.ts';
import { type SourcedRow, sourceOf } from '../tables/sourced-row.ts';

/** A row before it is told: integer cents. */
export type LedgerRow = {
  readonly id: DealRowId;
  readonly group: DealRow['group'];
  readonly cents: Cents | null;
  readonly low?: Cents;
  readonly high?: Cents;
  /** Taken of a sum with an unknown row in it. */
  readonly at_least?: true;
  readonly basis: DealBasis;
  readonly from: DealRow['from'];
  readonly rows: readonly SourcedRow[];
  /** Without its user's own figure. */
  readonly instead_of?: Cents;
};

export type Figure = Pick<LedgerRow, 'cents' | 'basis' | 'rows' | 'low' | 'high' | 'at_least'> & {
  readonly from?: LedgerRow['from'];
};

/** The costs that nobody knows: neither what the car sells for nor what is wanted of it is one. */
export const unknownCosts = ({ rows }: Pick<Ledger, 'rows'>): readonly LedgerRow[] =>
  rows.filter(({ cents, group }) => cents === null && group !== 'resale' && group !== 'wanted');

/** Rows of a deal at one bid, each with its user's figure in place of ours where there is one. */
export class Ledger {
  readonly rows: LedgerRow[] = [];
  readonly #own: Deal['settings']['rows'];

  constructor(deal: Deal) {
    this.#own = deal.settings.rows;
  }

  /** Writes a row and returns its amount; an unknown one adds nothing, and leaves its group open. */
  put(id: DealRowId, group: DealRow['group'], figure: Figure): Cents {
    const own = this.#own?.[id];
    const row: LedgerRow =
      own === undefined
        ? { id, group, from: 'table', ...figure }
        : {
            id,
            group,
            cents: centsFromDollars(own),
            basis: { code: 'user' },
            from: 'user',
            rows: [],
            ...(figure.cents === null ? {} : { instead_of: figure.cents }),
          };
    this.rows.push(row);
    return row.cents ?? 0;
  }

  /** What the rows so far come to, by their groups. */
  sum(...groups: readonly DealRow['group'][]): Cents {
    return this.rows.reduce((sum, row) => sum + (groups.includes(row.group) ? (row.cents ?? 0) : 0), 0);
  }

  /** What the rows of these groups so far come to, and whether one of them is unknown or a least amount. */
  total(...groups: readonly DealRow['group'][]): Total {
    return {
      cents: this.sum(...groups),
      open: this.rows.some((row) => groups.includes(row.group) && isOpen(row)),
    };
  }

  /** What these rows come to; a row that is not on the sheet adds nothing. */
  totalOf(ids: readonly DealRowId[]): Total {
    const rows = this.rows.filter(({ id }) => ids.includes(id));
    return { cents: rows.reduce((sum, { cents }) => sum + (cents ?? 0), 0), open: rows.some(isOpen) };
  }

  /** The amount of a row; null: not known, or there is no such row. */
  amount(id: DealRowId): Cents | null {
    return this.rows.find((row) => row.id === id)?.cents ?? null;
  }
}

/** A sum of costs; `open`: one of them is unknown, so it is at least this much. */
export type Total = { readonly cents: Cents; readonly open: boolean };

export const plus = (...totals: readonly Total[]): Total => ({
  cents: totals.reduce((sum, { cents }) => sum + cents, 0),
  open: totals.some(({ open }) => open),
});

const isOpen = ({ cents, at_least }: LedgerRow): boolean => cents === null || at_least === true;

/** A row of a table with a doubt that this very lot raises, in place of the table's own. */
export const doubted = <Row extends SourcedRow>(
  row: Row,
  doubt: NonNullable<SourcedRow['doubt']> | null,
): Row => (doubt === null ? row : { ...row, doubt });

/** A row that has to be entered. */
export const unknown = (needs: DealNeed): Figure => ({
  cents: null,
  basis: { code: 'unknown', needs },
  rows: [],
  from: 'unknown',
});

export const flat = (usd: number, row: SourcedRow): Figure => ({
  cents: centsFromDollars(usd),
  basis: { code: 'flat' },
  rows: [row],
});

/** The middle of what its source gives as a range. */
export const middle = (row: SourcedRow & { low: number; high: number }): Figure => {
  const { low, high } = row;
  if (low === high) return flat(low, row);
  return {
    cents: centsFromDollars((low + high) / 2),
    low: centsFromDollars(low),
    high: centsFromDollars(high),
    basis: { code: 'middle', low, high },
    rows: [row],
  };
};

export const percentCents = (cents: Cents, percent: number): Cents => Math.round((cents * percent) / 100);

export const percentOf = (cents: Cents, percent: number, row: SourcedRow): Figure => ({
  cents: percentCents(cents, percent),
  basis: { code: 'percent', percent, of: dollarsFromCents(cents) },
  rows: [row],
});

/** A percentage of a sum: at least that much where the sum is open. */
export const percentOfTotal = ({ cents, open }: Total, percent: number, row: SourcedRow): Figure => ({
  ...percentOf(cents, percent, row),
  ...(open && percent > 0 ? { at_least: true as const } : {}),
});

/** A row as a deal tells it: US dollars, and where its figures come from. */
export const told = (
  { id, group, cents, low, high, at_least, basis, from, rows, instead_of }: LedgerRow,
  day: string,
): DealRow => ({
  id,
  group,
  usd: cents === null ? null : dollarsFromCents(cents),
  ...(low === undefined ? {} : { low: dollarsFromCents(low) }),
  ...(high === undefined ? {} : { high: dollarsFromCents(high) }),
  ...(at_least ? { at_least } : {}),
  basis,
  from,
  sources: rows.map((row) => sourceOf(row, day)),
  ...(instead_of === undefined ? {} : { instead_of: dollarsFromCents(instead_of) }),
});
