import type { ReportListItem } from '../contract/calls.ts';

const VERDICTS = ['buy', 'consider', 'parts', 'pass'] as const;

/** The id of the row with this number. */
export const rowId = (n: number, first = '0'): string =>
  `${first}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** What the list shows of it. */
export const madeUpFigures = (n: number): NonNullable<ReportListItem['figures']> => ({
  low: 1_500,
  high: 12_900,
  value_share: (n % 97) / 100,
  verdict: 'repairable',
  sale_date: `2026-12-${String(1 + (n % 28)).padStart(2, '0')}T15:00:00Z`,
  photo: null,
  photos_total: 8,
  photos_examined: 0,
  parts_confirmed: 0,
});

/** A finished report of a made-up car, as the list has it: all the rows of a board are told apart by `n`. */
export const madeUpRow = (n: number, changes: Partial<ReportListItem> = {}): ReportListItem => ({
  report_id: rowId(n),
  task_id: rowId(n, '1'),
  model_name: `${2000 + (n % 25)} TOYOTA CAMRY SE ${n}`,
  vin: 'JN1BV7AR6FM000000',
  lot_number: String(43_900_000 + n),
  make_name: 'TOYOTA',
  body_type: 'Sedan',
  mileage: 71_905,
  task_status: 'finished',
  progress: 1,
  message: '',
  error_code: null,
  date: '2026-11-20T10:00:00.000Z',
  total_cost: 2_000 + ((n * 37) % 9_000),
  url: `https://www.copart.com/lot/${43_900_000 + n}`,
  lot_key: `copart:${n}`,
  seq: 0,
  figures: madeUpFigures(n),
  deal: { verdict: VERDICTS[n % 4] ?? null, ceiling: 25 * n, current: true },
  ...changes,
});
