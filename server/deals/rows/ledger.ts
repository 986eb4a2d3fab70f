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
  readonly basis: DealBasis;
  readonly from: DealRow['from'];
  readonly rows: readonly SourcedRow[];
  /** Without its user's own figure. */
  readonly instead_of?: Cents;
};

export type Figure = Pick<LedgerRow, 'cents' | 'basis' | 'rows' | 'low' | 'high'> & {
  readonly from?: LedgerRow['from'];
};

/** Rows of a deal at one bid, each with its user's figure in place of ours where there is one. */
export class Ledger {
  readonly rows: LedgerRow[] = [];
  readonly #own: Deal['settings']['rows'];

  constructor(deal: Deal) {
    this.#own = deal.settings.rows;
  }

  /** Writes a row and answers its amount; what is not known counts nothing. */
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

  /** The amount of a row; null: not known, or there is no such row. */
  amount(id: DealRowId): Cents | null {
    return this.rows.find((row) => row.id === id)?.cents ?? null;
  }
}

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

/** A row as a deal tells it: US dollars, and where its figures come from. */
export const told = (
  { id, group, cents, low, high, basis, from, rows, instead_of }: LedgerRow,
  day: string,
): DealRow => ({
  id,
  group,
  usd: cents === null ? null : dollarsFromCents(cents),
  ...(low === undefined ? {} : { low: dollarsFromCents(low) }),
  ...(high === undefined ? {} : { high: dollarsFromCents(high) }),
  basis,
  from,
  sources: rows.map((row) => sourceOf(row, day)),
  ...(instead_of === undefined ? {} : { instead_of: dollarsFromCents(instead_of) }),
});
