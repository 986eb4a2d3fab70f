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
    broker_from: 'user',
    sold_in_canada: false,
    us_built: null,
    customs_class: null,
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
  unknown_rows: [],
  all_in: 12_000,
  all_in_at_least: false,
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
  thresholds: [],
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
    '1 cost not known, so sums are at least what they show. Enter it: the highest bid falls by it.',
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

test('a rate of another currency says whose it is, of which day, and that it is old', () => {
  const tariff = { amount: 50, quantity: 2, unit: 'liter', years: 5, currency: 'EUR', rate: 1.1761 } as const;
  const told = (rate: { rate_source: string; rate_old?: true }): string | undefined => {
    const basis = { code: 'tariff', ...tariff, ...rate, rate_date: '2026-05-08' } as const;
    return dealView({ ...DEAL, rows: [{ ...DUTY, basis }] }).groups[0]?.rows[0]?.sources.at(-1);
  };
  expect(told({ rate_source: 'ECB', rate_old: true })).toBe(
    '1 EUR = $1.1761, ECB of 2026-05-08, more than a year old.',
  );
  expect(told({ rate_source: 'user' })).toBe('1 EUR = $1.1761, entered by hand.');
});

test('thresholds of the verdict are told with their values, and whose they are', () => {
  const view = dealView({
    ...DEAL,
    thresholds: [
      { code: 'buy_chance', value: 0.7, from: 'user', sources: [] },
      { code: 'parts_share', value: 1, from: 'table', sources: [{ ...SOURCE, judgement: true }] },
    ],
  });
  expect(view.thresholds).toEqual([
    'Buy from a 70 % chance of the profit you want on (yours)',
    'Parts where they bring at least 1 × what they cost, all in (our judgment, 2025-01-01)',
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

test('where no bid leaves the profit, nothing is said of the highest one', () => {
  const view = dealView({ ...DEAL, rows: [RESALE, STORAGE], highest_bid: null, ceiling: null });
  expect(view.figures.map(({ value, note }) => [value, note])).toEqual([
    ['None', 'No bid leaves the wanted profit'],
    ['None', 'No bid has a 70 % chance of the wanted profit'],
  ]);
  expect(view.cautions).toEqual(['1 cost not known, so sums are at least what they show. Enter it.']);
});

test('a highest bid on another auction’s increments says so, and where they come from', () => {
  const view = dealView({ ...DEAL, bid_sources: [{ ...SOURCE, judgement: true, doubt: 'other_auction' }] });
  expect(view.figures[0]?.note).toMatch(/on Copart’s bid increments, for IAA’s are not known$/);
  expect(view.thresholds.at(-1)).toMatch(/^Bid increments: Gate/);
  expect(dealView(DEAL).figures[0]?.note).not.toContain('increments');
});
