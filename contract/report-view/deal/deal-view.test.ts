import { expect, test } from 'vitest';
import type { DealRow, DealSheet } from '../../deal/deal-sheet.ts';
import type { ShownUnits } from '../../units/shown-units.ts';
import { inUnits } from '../units/shown-units.ts';
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
  changes: [],
  counted: {
    buys_as: 'body_shop',
    cost: 'own_labor',
    paint_sublet: false,
    may_use_airbags: true,
    high_volume: false,
    resale_key: null,
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
  price: {
    of: 'expected',
    usd: 4000,
    low: 2350,
    high: 6850,
    grounds: [{ code: 'table', usd: 4000 }],
  },
  answer: { form: 'bid_up_to', bid: 4000, of: 'expected', max_bid: 4000, profit: 6000 },
  switches: { cost: [], caution: [] },
  bid_now: null,
  bid: 4000,
  rows: [RESALE],
  page_costs: [],
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
  part_out: null,
  verdict: 'consider',
  thresholds: [],
  reasons: [],
  flags: [],
};
test('a cost that is not known is named, and the highest bid says that it is before it', () => {
  const deal = { ...DEAL, rows: [RESALE, STORAGE] };
  expect(dealView(deal).missing).toEqual([
    { id: 'storage', name: 'Storage at the yard', needs: 'it differs by yard' },
  ]);
  expect(dealView(deal).cautions).toEqual([
    '1 cost not known, so sums are at least what they show. Enter it: your max bid falls by it.',
  ]);
  expect(bidWords(deal)).toEqual({
    words: 'Max bid',
    amount: '$4,000',
    note: '1 cost still unknown',
  });
});

test('a row of customs says to check it, and what stands against its table', () => {
  const [row] = dealView({ ...DEAL, rows: [DUTY] }).groups[0]?.rows ?? [];
  expect(row?.sources[0]).toBe('Check before the car ships.');
  expect(row?.marks).toEqual(['our judgment', 'more than a year old', 'none with proof of US origin']);
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
    'Buy within your max bid, from a 70% chance of your target profit (yours)',
    'Parts where they bring at least 1 × what they cost, all in (our judgment, 2025-01-01)',
  ]);
});

test('the curve says in words what it draws, with the surest bid marked', () => {
  const { curve } = dealView(DEAL);
  expect(curve?.words).toBe('90% at $1,000, falling to 0% at $9,000. Up to $3,500 it is at least 70%.');
  expect(curve?.points.map(({ mark }) => mark)).toEqual(['', '70% sure', '']);
});

const NO_BID: DealSheet['answer'] = {
  form: 'no_bid',
  bid: 4000,
  of: 'expected',
  break_even: 6473,
  wanted: 1500,
  wanted_repair: 4973,
  repair: 8716,
  chance: 0.24,
};

test('where no bid leaves the profit, the head says what repair breaks even', () => {
  const deal = { ...DEAL, highest_bid: null, answer: NO_BID };
  expect(bidWords(deal)).toEqual({
    words: 'Breaks even if it fixes for',
    amount: '$6,473',
    note: '',
  });
  expect(dealView(deal)).toMatchObject({
    headline: 'Doesn’t pay at the usual price',
    detail:
      'At $4,000 you break even if the whole repair costs at most $6,473, and make $1,500 if it costs at most $4,973. Likely repair cost for you: $8,716 (2 in 10 cost less than the break-even).',
  });
});

test.each<[DealSheet['answer'], string]>([
  [
    { ...NO_BID, form: 'under_price', max_bid: 1350 },
    'Your max bid is $1,350. Lots like this sell for about $4,000',
  ],
  [{ form: 'gift', bid: 4000, of: 'expected', short: 700 }, 'Doesn’t pay even as a gift'],
  [
    { form: 'must_sell_for', bid: 4975, of: 'user', landed: 10_718, must_sell_for: 17_551 },
    'Must sell for more than $17,551',
  ],
  [
    { form: 'parts_only', bid: 4000, of: 'expected', value: 5000, cost: 4800 },
    'Parts only: the title keeps it off the road',
  ],
  [{ form: 'no_value', bid: 4000, of: 'listed', costs: 900 }, 'What do you sell it for?'],
])('the answer $0.form has its own headline', (answer, headline) => {
  expect(dealView({ ...DEAL, answer }).headline).toBe(headline);
});

test('a highest bid on another auction’s increments says so, and where they come from', () => {
  const view = dealView({ ...DEAL, bid_sources: [{ ...SOURCE, judgement: true, doubt: 'other_auction' }] });
  expect(view.figures[1]?.note).toMatch(/on Copart’s bid increments, for IAA’s are not known$/);
  expect(view.thresholds.at(-1)).toMatch(/^Bid increments: Gate/);
  expect(dealView(DEAL).figures[1]?.note).not.toContain('increments');
});

test('what is bid stands in US dollars, with the reader’s money beneath', () => {
  const euros: ShownUnits = {
    distance: 'km',
    money: {
      currency: 'EUR',
      sign: '€',
      decimals: 2,
      per_usd: 0.85,
      rate_date: '2026-05-08',
      rate_source: null,
    },
  };
  const view = inUnits(euros, () => dealView(DEAL));
  expect(view.headline).toBe('Bid up to $4,000');
  expect(view.in_own_money).toMatch(/^Bid up to .*3,400/);
  expect(view.figures[0]?.value).toBe('$4,000');
  expect(view.figures[0]?.note).toMatch(/3,400/);
  expect(dealView(DEAL).in_own_money).toBeNull();
});

test('the repair of an answer is named by the figure that counts', () => {
  const counted = { ...DEAL.counted, repair_quantile: 0.7 };
  expect(dealView({ ...DEAL, counted, highest_bid: null, answer: NO_BID }).detail).toContain(
    'Cautious repair cost for you: $8,716',
  );
});
