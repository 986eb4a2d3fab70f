import { expect, test } from 'vitest';
import type { DealRow, DealSheet } from '../../deal/deal-sheet.ts';
import { headStats } from './head-stats.ts';

const row = (id: DealRow['id'], usd: number | null): DealRow => ({
  id,
  group: id === 'resale' ? 'resale' : 'repair',
  usd,
  basis: { code: 'user' },
  from: 'user',
  sources: [],
});
const DEAL: Parameters<typeof headStats>[0] = {
  price: {
    of: 'expected',
    usd: 2600,
    low: 1700,
    high: 4950,
    grounds: [{ code: 'table' }],
  } as DealSheet['price'],
  answer: { form: 'bid_up_to', max_bid: 3500, bid: 2600, of: 'expected', profit: 1500 },
  rows: [row('resale', 18_000), row('repair', 6000)],
  bid: 2600,
  verdict: 'buy',
  part_out: null,
};
const UNDER = {
  bid: 2600,
  of: 'expected',
  wanted: 1500,
  wanted_repair: 7000,
  repair: 9000,
  chance: 0.2,
} as const;

test('a deal with a bid says what the lot sells for, the max bid, the verdict and the repair that counts', () => {
  expect(headStats(DEAL)).toEqual([
    {
      of: 'price',
      label: 'Sells for about',
      value: '$2,600',
      note: '$1,700–$4,950, our table, no prices read',
    },
    { of: 'bid', label: 'Max bid', value: '$3,500', note: 'Buy, repair counted at $6,000 (entered by hand)' },
  ]);
});

test('a lot that was sold says for how much', () => {
  const price = { of: 'sold', usd: 15_500, day: '2026-09-12' } as DealSheet['price'];
  expect(headStats({ ...DEAL, price })[0]).toEqual({
    of: 'price',
    label: 'Sold for',
    value: '$15,500',
    note: '',
  });
});

test('a deal without a bid says at which repair it breaks even', () => {
  const answer = { form: 'no_bid', ...UNDER, break_even: 8500 } as DealSheet['answer'];
  expect(headStats({ ...DEAL, answer, verdict: 'pass' })[1]).toEqual({
    of: 'bid',
    label: 'Breaks even if it fixes for',
    value: '$8,500',
    note: 'Pass, repair counted at $6,000 (entered by hand)',
  });
});

test('a deal that no figure is known for asks what the car sells for', () => {
  const answer = { form: 'no_value', bid: null, costs: 0 } as DealSheet['answer'];
  expect(headStats({ ...DEAL, answer, verdict: null })[1]).toEqual({
    of: 'bid',
    label: 'Max bid',
    value: 'What do you sell it for?',
    note: '',
  });
});

test('a max bid names which figure of the repair it counts', () => {
  const basis = { code: 'repair', cost: 'insurer', quantile: 0.9, insurer: 6000 } as const;
  const rows = [row('resale', 18_000), { ...row('repair', 9000), basis }];
  expect(headStats({ ...DEAL, rows })[1]?.note).toBe('Buy, repair counted at $9,000 (worst case)');
  expect(
    headStats({
      ...DEAL,
      rows: [row('resale', 18_000), { ...row('repair', 6000), basis: { ...basis, quantile: 0.5 } }],
    })[1]?.note,
  ).toContain('(likely)');
});

test('a max bid that counts another repair than an insurer’s says whose', () => {
  const basis = { code: 'repair', cost: 'own_labor', quantile: 0.7, insurer: 11_280 } as const;
  const rows = [row('resale', 18_000), { ...row('repair', 7747), basis }];
  expect(headStats({ ...DEAL, rows })[1]?.note).toBe('Buy, repair counted at $7,747 (own labor, cautious)');
});

test('costs not known yet are named with the max bid', () => {
  const storage: DealRow = { ...row('storage', null), group: 'auction' };
  expect(headStats({ ...DEAL, rows: [...DEAL.rows, storage] })[1]?.note).toBe(
    'Buy, repair counted at $6,000 (entered by hand), 1 cost still unknown',
  );
});

test('the parts say what they leave after what the car costs', () => {
  const part_out = { value: 2000, cost: 3200 } as DealSheet['part_out'];
  expect(headStats({ ...DEAL, part_out })[2]).toEqual({
    of: 'parts',
    label: 'Part out',
    value: '−$1,200',
    note: 'at a $2,600 bid',
  });
});
