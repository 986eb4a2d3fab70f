import { expect, test } from 'vitest';
import type { ListedDeal } from '../../deal/deal-brief.ts';
import { byRoom, firstLook, listedFigures, listedWarnings } from './listed-words.ts';

const listed = (usd: number, likely: number | null, high = likely): ListedDeal => ({
  price: { of: 'expected', usd, low: usd / 2, high: usd * 2, grounds: [{ code: 'table', usd }] },
  answer: { form: 'gift', bid: usd, of: 'expected', short: 100 },
  max_bids: { low: null, likely, high },
});

test.each([
  [4000, 4000, 'worth'],
  [4000, 3500, 'close'],
  [4000, null, 'unlikely'],
  [4000, 1000, 'unlikely'],
] as const)('a lot that sells for %s with a max bid of %s is %s', (usd, likely, look) => {
  expect(firstLook(listed(usd, likely))).toBe(look);
});

test('a lot that only the cheapest repairs reach is close', () => {
  expect(firstLook(listed(4000, 1000, 4200))).toBe('close');
});

test('a list is sorted by room, with what has no price or was not read last', () => {
  const rows = [
    { name: 'not read' },
    { name: 'under', deal: listed(4000, 1000) },
    { name: 'no bid', deal: listed(4000, null) },
    { name: 'over', deal: listed(4000, 6000) },
  ];
  expect(rows.toSorted(byRoom).map(({ name }) => name)).toEqual(['over', 'under', 'no bid', 'not read']);
});

test('a listing says what the lot sells for, its max bid with the range, and why', () => {
  expect(listedFigures(listed(4000, 1350, 2600))).toEqual({
    figures: [
      { label: 'Sells for about', value: '$4,000', note: '$2,000–$8,000' },
      { label: 'Max bid', value: '$1,350', note: 'up to $2,600 by the repair' },
    ],
    why: ['Price: our table, no prices read.', 'Fees, title and sale cost $100 more than it brings.'],
  });
});

test('a range of max bids is written with a dash', () => {
  const deal = listed(4000, 1350, 2600);
  expect(listedFigures({ ...deal, max_bids: { ...deal.max_bids, low: 500 } }).figures[1]?.note).toBe(
    '$500–$2,600 by the repair',
  );
});

test('a lot that no bid pays for still has a figure', () => {
  expect(listedFigures(listed(4000, null)).figures[1]).toEqual({
    label: 'Doesn’t pay even as a gift, short',
    value: '$100',
    note: '',
  });
});

test.each([9_000, 9_850])(
  'a listed repair of $%s against a value of $9,000, or a price far under usual, is warned of and no more than close',
  (seller_repair_cost) => {
    const deal = listed(4000, 6000);
    const lot = { retail_value: 9_000, seller_repair_cost };
    expect(listedWarnings(deal, lot)).toEqual([
      'Listed repair is at or above the value: it may be a placeholder',
    ]);
    expect(firstLook(deal, true)).toBe('close');
    const under = { price: { ...deal.price, far_under_usual: true } } as Pick<ListedDeal, 'price'>;
    expect(listedWarnings(under, { retail_value: 9_000, seller_repair_cost: null })).toEqual([
      'Asked far under usual: look for the reason',
    ]);
  },
);
