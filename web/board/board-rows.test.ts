import { describe, expect, it } from 'vitest';
import { NO_MARKET } from '../../contract/schemas/market.ts';
import type { ReportCardData } from '../report-list/report-card-data.ts';
import { type BoardLot, boardLots, boardRows, nameOf, WHOLE_BOARD } from './board-rows.ts';

const figures = {
  low: 1_500,
  high: 12_900,
  value_share: null,
  verdict: null,
  sale_date: null,
  photo: null,
  photos_total: 8,
  photos_examined: 0,
  parts_confirmed: 0,
};
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
const waiting: Extract<BoardLot, { kind: 'waiting' }> = {
  kind: 'waiting',
  id: 'w',
  lot: {
    id: 'w',
    listed: 'Z',
    name: null,
    lot_key: null,
    state: 'queued',
    code: null,
    reason: null,
    date: '',
  },
};
const LINK = 'https://www.copart.com/lot/90000006';
const waitingAt = (state: 'queued' | 'refused') => ({ ...waiting.lot, listed: LINK, state });
const cardAt = (card: Partial<ReportCardData> = {}) => {
  const row = report('A', { url: `${LINK}/salvage-2015-infiniti-qx60`, ...card });
  return row.kind === 'report' ? [row.card] : [];
};
const kinds = (lots: readonly BoardLot[]): string[] => lots.map(({ kind }) => kind);

describe('the lots of the board', () => {
  it('name a lot once whose report has started since the queue was read', () => {
    expect(kinds(boardLots([waitingAt('queued')], cardAt()))).toEqual(['report']);
  });

  it('name a lot that waits for another try next to its failed report', () => {
    expect(kinds(boardLots([waitingAt('queued')], cardAt({ outcome: 'failed' })))).toEqual([
      'waiting',
      'report',
    ]);
  });

  it('keep the reason of a lot that could not be read', () => {
    expect(kinds(boardLots([waitingAt('refused')], cardAt()))).toEqual(['waiting', 'report']);
  });
});

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

  it('keep lots whose sale is over in a group of their own, after the days to come', () => {
    const onDay = (name: string, sale_date: string) => report(name, { figures: { ...figures, sale_date } });
    const rows = boardRows([onDay('Over', '2020-01-02'), onDay('Ahead', '2099-12-03')], {
      ...WHOLE_BOARD,
      group: 'sale_date',
    });
    expect(rows.map((row) => (row.kind === 'group' ? row.name : nameOf(row)))).toEqual([
      '2099-12-03',
      'Ahead',
      'Ended',
      'Over',
    ]);
  });

  it('are sorted by bid in US dollars alone', () => {
    const bid = (name: string, current_bid: number, currency: string | null) =>
      report(name, {
        figures: {
          ...figures,
          market: { ...NO_MARKET, current_bid, currency, sale_state: 'unknown' },
        },
      });
    const lots = [
      bid('CAD', 100, 'CAD'),
      bid('high', 900, 'USD'),
      bid('none', 50, null),
      bid('low', 300, 'USD'),
    ];
    const rows = boardRows(lots, { ...WHOLE_BOARD, sort: 'bid' });
    expect(rows.map((row) => (row.kind === 'group' ? '' : nameOf(row)))).toEqual([
      'low',
      'high',
      'CAD',
      'none',
    ]);
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
