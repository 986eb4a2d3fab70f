import { expect, test } from 'vitest';
import type { StatedBySellers } from '../facts/stated-number.ts';
import { statedBySellers, statedSentences } from './stated-by-sellers.ts';

const number = { number: '71101-TBA-A00', sellers: 5, asked_new: null, asked_used: null };
const stated = (more: Partial<StatedBySellers> = {}): StatedBySellers => ({
  category: 'front_bumper_cover',
  side: 'none',
  position: 'front',
  year: 2018,
  model: 'Civic',
  of: 6,
  dated: '2026-11-20',
  numbers: [number],
  ...more,
});

test('a number is said to be the claim of so many of so many sellers', () => {
  expect(statedBySellers({ side: 'none', stated_by_sellers: [stated()] })).toEqual([
    {
      number: '71101-TBA-A00',
      claim:
        'stated by 5 of 6 independent eBay sellers for 2018 Civic; their claim, not checked by VIN, Nov 20, 2026',
      asked: '',
    },
  ]);
});

test('prices stand new and used apart, said to be in no estimate', () => {
  const asked_new = { low: 300, high: 300, offers: 1 };
  const asked_used = { low: 80, high: 120, offers: 3 };
  const numbers = [{ ...number, asked_new, asked_used }];
  expect(statedBySellers({ side: 'none', stated_by_sellers: [stated({ numbers })] })[0]?.asked).toBe(
    'asked on eBay: new $300; used $80–$120 (3 offers), not in the estimate',
  );
});

test('of two strong numbers each is to be asked for by VIN', () => {
  const numbers = [number, { ...number, number: '71101-TBA-A10', sellers: 4 }];
  const words = statedSentences({ side: 'none', stated_by_sellers: [stated({ numbers })] });
  expect(words).toHaveLength(2);
  for (const text of words) expect(text).toMatch(/two numbers are stated: ask by VIN/);
});

test('other forms of a number are named, and its side where the line has none', () => {
  const numbers = [{ ...number, also_as: ['71101-TBA-A00ZZ'] }];
  expect(
    statedSentences({ side: 'unknown', stated_by_sellers: [stated({ side: 'left', numbers })] })[0],
  ).toMatch(/^71101-TBA-A00 \(left\): also as 71101-TBA-A00ZZ; stated by/);
});

test('nothing is said to fit', () => {
  const text = statedSentences({ side: 'none', stated_by_sellers: [stated()] }).join();
  expect(text).not.toMatch(/\bfits?\b|OEM/i);
});
