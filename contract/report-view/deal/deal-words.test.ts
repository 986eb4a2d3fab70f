import { expect, test } from 'vitest';
import { inSentence } from '../words/in-sentence.ts';
import { answerWords } from './answer-words.ts';
import { dealBasisWords, dealReasonWords, dealSourceWords, effectWords, flagName } from './deal-words.ts';

test('a row nobody knows says what is missing', () => {
  expect(dealBasisWords({ code: 'unknown', needs: 'exchange_rate' })).toBe('enter it: the exchange rate');
});

test.each([
  [{ code: 'percent', percent: 1, of: 6000, minimum: 65 } as const, '1% of $6,000, at least $65'],
  [{ code: 'middle', low: 260, high: 300 } as const, 'middle of $260 to $300'],
  [{ code: 'days', days: 90, usd_a_day: 10 } as const, '90 days at $10.00'],
])('an amount says how it came about: %o', (basis, words) => {
  expect(dealBasisWords(basis)).toBe(words);
});

test('a source tells its date, whose figure it is, and why to doubt it', () => {
  const source = { key: 'B', name: 'A calculator', where: '', words: 'Gate', read: '2026-11-21' };
  expect(dealSourceWords({ ...source, date: '2026-08-17', judgement: false })).toBe(
    'Gate (A calculator, 2026-08-17)',
  );
  expect(dealSourceWords({ ...source, date: null, judgement: true, doubt: 'range', old: true })).toBe(
    'Gate (A calculator, undated, read 2026-11-21); our judgment; a range in its source; more than a year old',
  );
});

test('a figure of the auction’s own page names the page and the day it was checked', () => {
  expect(
    dealSourceWords({
      key: 'copart_less',
      name: 'Copart’s fee page',
      where: 'copart.com/content/us/en/member-fees-us-licensed-less',
      words: 'Gate',
      date: '2026-10-06',
      read: '2026-11-21',
      checked: '2026-10-06',
      judgement: false,
    }),
  ).toBe(
    'Gate (Copart’s fee page, copart.com/content/us/en/member-fees-us-licensed-less, checked 2026-10-06)',
  );
});

test('a figure of a calculator is called typical, with the page to check it at', () => {
  expect(
    dealSourceWords({
      key: 'D',
      name: 'A buyer’s notes',
      where: 'dmv.ca.gov',
      words: 'Inspection',
      date: '2026-08-17',
      read: '2026-11-21',
      typical: true,
      judgement: false,
    }),
  ).toBe('Inspection (A buyer’s notes, 2026-08-17); typical; check at dmv.ca.gov');
});

test('a reason tells the chance of the profit, and of breaking even', () => {
  const chance = { code: 'chance', probability: 0.62, break_even: 0.8, bid: 5000, of: 'user' } as const;
  expect(dealReasonWords(chance)).toBe('62% chance of your target profit at $5,000, 80% of breaking even');
});

test.each([
  [{ code: 'title_unknown', listed: null, effects: [] } as const, 'No title listed'],
  [{ code: 'title_unknown', listed: 'OTHER', effects: [] } as const, 'Title not understood: OTHER'],
  [
    { code: 'title_unknown', listed: 'TITLE ZORBED', could: ['clean'], effects: [] } as const,
    'Title not understood in full, counted as the worse: TITLE ZORBED',
  ],
  [
    { code: 'title_unknown', listed: 'RB', could: ['rebuilt', 'rebuildable'], effects: [] } as const,
    'Title not sure, rebuilt or rebuildable: RB',
  ],
  [{ code: 'odometer', status: 'unread', effects: [] } as const, 'Odometer: not read'],
])('the flag %o says why a fact is not sure', (flag, words) => {
  expect(flagName({ ...flag, effects: [] } as Parameters<typeof flagName>[0])).toBe(words);
});

test('a flag says what it is about, and what it forbids', () => {
  const flag = {
    code: 'title',
    content: 'non_repairable',
    listed: 'Junk',
    effects: [{ code: 'no_road' }, { code: 'no_export' }],
  } as const;
  expect(flagName({ ...flag, effects: [...flag.effects] })).toBe('Title: Junk');
  expect(flag.effects.map(effectWords)).toEqual(['not for the road again', 'no freight line takes it']);
});

test('costs that are not known are counted without the resale', () => {
  expect(dealReasonWords({ code: 'unknown_rows', count: 1 })).toBe('1 cost not known');
  expect(dealReasonWords({ code: 'unknown_rows', count: 4 })).toBe('4 costs not known');
});

test.each([
  ['Gate or service fee', 'gate or service fee'],
  ['VAT', 'VAT'],
  ['A/C condenser', 'A/C condenser'],
])('%s stands inside a sentence as %s', (name, words) => {
  expect(inSentence(name)).toBe(words);
});

test('a landed price with a cost that is not known is the least', () => {
  const answer = {
    form: 'must_sell_for',
    bid: 2_150,
    of: 'expected',
    landed: 7_196,
    must_sell_for: 13_730,
  } as const;
  expect(answerWords(answer, 'Poland', { open: true }).detail).toBe(
    'At $2,150 it arrives in Poland for at least $7,196. Repaired it costs at least $13,730. It must sell there for more.',
  );
});
