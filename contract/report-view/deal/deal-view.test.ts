import { expect, test } from 'vitest';
import type { DealRow, DealSheet } from '../../deal/deal-sheet.ts';
import { bidWords } from './bid-words.ts';
import { dealView } from './deal-view.ts';

const SOURCE = {
  key: 'B',
  name: 'A table',
  where: '',
  words: 'Gate',
  date: '2025-01-01',
  read: '2026-11-21',
};
const RESALE: DealRow = {
  id: 'resale',
  group: 'resale',
  usd: 18_000,
  low: 15_000,
  high: 20_000,
  basis: { code: 'resale', value: 24_000, of: 'listed', sold_share: 1, title_share: 0.75, channel_share: 1 },
  from: 'report',
  sources: [],
};
const STORAGE: DealRow = {
  id: 'storage',
  group: 'auction',
  usd: null,
  basis: { code: 'unknown', needs: 'storage' },
  from: 'unknown',
  sources: [],
};
const DUTY: DealRow = {
  id: 'duty',
  group: 'import',
  usd: 500,
  basis: { code: 'percent', percent: 10, of: 5000 },
  from: 'table',
  sources: [{ ...SOURCE, judgement: true, doubt: 'annex_not_seen', old: true }],
};
const DEAL: DealSheet = {
  report_id: 'r',
  day: '2026-11-23',
  settings: {},
  defaults: {},
  counted: {
    destination: 'US',
    channel: 'private',
    buyer: 'private',
    broker: 'none',
    bid_way: 'live',
    fee_title: 'non_clean',
    repair_quantile: 0.5,
    segment: null,
    fuel: null,
    liters: null,
    year: null,
  },
  bid: 4000,
  rows: [RESALE],
  all_in: 12_000,
  profit: 6_000,
  highest_bid: 4000,
  bid_sources: [],
  ceiling: 3500,
  risk: 0.3,
  curve: [
    { bid: 1000, probability: 0.9 },
    { bid: 3500, probability: 0.7 },
    { bid: 9000, probability: 0 },
  ],
  contributor: 'resale',
  part_out: null,
  verdict: 'consider',
  verdict_sources: [],
  reasons: [],
  flags: [],
};
const abroad = (rows: DealRow[]): DealSheet => ({
  ...DEAL,
  counted: { ...DEAL.counted, destination: 'UA' },
  rows,
});

test('a cost that is not known is named, and the highest bid says that it is before it', () => {
  const deal = { ...DEAL, rows: [RESALE, STORAGE] };
  expect(dealView(deal).missing).toEqual([
    { id: 'storage', name: 'Storage at the yard', needs: 'it differs by yard' },
  ]);
  expect(dealView(deal).cautions).toEqual([
    '1 cost not known and counted as $0: enter it, the highest bid falls by it.',
  ]);
  expect(bidWords(deal)).toEqual({
    words: 'Highest bid',
    amount: '$4,000',
    note: 'before 1 cost not known',
  });
});

test('a resale abroad that starts from a value in the US says so, unless its user entered one', () => {
  expect(dealView(abroad([RESALE])).cautions[0]).toContain('not what it brings in Ukraine');
  expect(bidWords(abroad([RESALE]))?.note).toBe('by its value in the US');
  const own: DealRow = { ...RESALE, basis: { code: 'user' }, from: 'user' };
  expect(dealView(abroad([own])).cautions).toEqual([]);
});

test('a row of customs says to check it, and what stands against its table', () => {
  const [row] = dealView({ ...DEAL, rows: [DUTY] }).groups[0]?.rows ?? [];
  expect(row?.sources[0]).toBe('Check before the car ships.');
  expect(row?.marks).toEqual([
    'our judgment',
    'more than a year old',
    'check TARIC: goods of US origin may be free',
  ]);
});

test('the curve says in words what it draws, with the ceiling marked', () => {
  const { curve } = dealView(DEAL);
  expect(curve?.words).toBe('90 % at $1,000, falling to 0 % at $9,000. Up to $3,500 it is at least 70 %.');
  expect(curve?.points.map(({ mark }) => mark)).toEqual(['', 'the ceiling, 70 %', '']);
  expect(curve?.hangs_on).toBe('Most of the spread comes from the resale price.');
});

test('no bid and no price are told apart', () => {
  expect(bidWords({ ...DEAL, highest_bid: null })?.words).toBe('No bid leaves the wanted profit');
  expect(bidWords({ ...DEAL, highest_bid: null, profit: null })).toBeNull();
});

test('a highest bid on another auction’s increments says so, and where they come from', () => {
  const view = dealView({ ...DEAL, bid_sources: [{ ...SOURCE, judgement: true, doubt: 'other_auction' }] });
  expect(view.figures[0]?.note).toMatch(/on Copart’s bid increments, for IAA’s are not known$/);
  expect(view.thresholds.at(-1)).toMatch(/^Bid increments: Gate/);
  expect(dealView(DEAL).figures[0]?.note).not.toContain('increments');
});
