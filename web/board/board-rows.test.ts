import { describe, expect, it } from 'vitest';
import type { ReportCardData } from '../report-list/report-card-data.ts';
import { type BoardLot, boardRows, nameOf, WHOLE_BOARD } from './board-rows.ts';

const report = (name: string, card: Partial<ReportCardData> = {}): BoardLot => ({
  kind: 'report',
  id: name,
  card: {
    id: name,
    reportId: name,
    taskId: null,
    name,
    vin: null,
    lot: null,
    make: null,
    bodyType: null,
    mileage: null,
    status: 'finished',
    outcome: 'ready',
    statusMessage: '',
    sentence: '',
    progress: 1,
    date: '',
    totalCost: null,
    url: '',
    diagram: null,
    figures: null,
    deal: null,
    changes: [],
    archived: false,
    tag: null,
    note: null,
    ...card,
  },
});
const waiting: BoardLot = {
  kind: 'waiting',
  id: 'w',
  lot: { id: 'w', listed: 'Z', lot_key: null, state: 'queued', code: null, reason: null, date: '' },
};
const deal = (verdict: 'buy' | 'pass', ceiling: number | null) => ({
  deal: { verdict, ceiling, current: true },
});
const LOTS = [
  waiting,
  report('A', { ...deal('pass', 900), tag: 'Monday' }),
  report('C', { ...deal('buy', 4_000), note: 'second key' }),
  report('B', { ...deal('buy', null), tag: 'monday sale' }),
];
const shown = (view: Partial<typeof WHOLE_BOARD>): string[] =>
  boardRows(LOTS, { ...WHOLE_BOARD, ...view }).map((row) =>
    row.kind === 'group' ? `${row.name} (${row.count})` : nameOf(row),
  );

describe('the rows of the board', () => {
  it('stand as they came unless sorted', () => {
    expect(shown({})).toEqual(['Z', 'A', 'C', 'B']);
  });

  it.each([
    ['ceiling', 'asc', ['A', 'C', 'Z', 'B']],
    ['ceiling', 'desc', ['C', 'A', 'Z', 'B']],
    ['verdict', 'asc', ['C', 'B', 'A', 'Z']],
    ['vehicle', 'desc', ['Z', 'C', 'B', 'A']],
  ] as const)('sorted by %s, %s, end with what is not known', (sort, order, names) => {
    expect(shown({ sort, order })).toEqual(names);
  });

  it('are grouped by the day a lot is sold on now, not by the one its report has', () => {
    const moved = report('M', {
      changes: [
        { fact: 'sale_date', before: '2026-12-01', after: '2026-12-08', read_at: '2026-11-23T12:00:00Z' },
      ],
    });
    const rows = boardRows([moved], { ...WHOLE_BOARD, group: 'sale_date' });
    expect(rows.map((row) => (row.kind === 'group' ? row.name : nameOf(row)))).toEqual(['2026-12-08', 'M']);
  });

  it('are narrowed by words, verdict and status', () => {
    expect(shown({ text: 'MONDAY' })).toEqual(['A', 'B']);
    expect(shown({ text: 'key' })).toEqual(['C']);
    expect(shown({ text: 'sale b' })).toEqual(['B']);
    expect(shown({ verdict: 'buy' })).toEqual(['C', 'B']);
    expect(shown({ status: 'waiting' })).toEqual(['Z']);
  });

  it('are grouped, the unknown last, each sorted within', () => {
    expect(shown({ group: 'verdict', sort: 'vehicle' })).toEqual([
      'Buy (2)',
      'B',
      'C',
      'Pass (1)',
      'A',
      'No verdict (1)',
      'Z',
    ]);
  });
});
