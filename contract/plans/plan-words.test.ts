import { expect, test } from 'vitest';
import { afterTrialWords, reportsWords } from './plan-words.ts';

const PACK = { id: 'pack-10', name: 'Pack', reports: 10, price: 90, every: null };
const MONTHLY = { id: 'month-1500', name: 'Month', reports: 1500, price: 299.5, every: 'month' as const };

test('a plan is told with its reports and its price', () => {
  expect(afterTrialWords({ plans: [{ ...PACK, reports: 1 }], checkout: false })).toMatch(
    /^You can then ask us for 1 report for \$90; /,
  );
  expect(reportsWords(1_500)).toBe('1,500 reports');
});

test('what comes after the trial says what is on sale and how it is paid for', () => {
  expect(afterTrialWords({ plans: [PACK, MONTHLY], checkout: true })).toMatch(
    /^You can then buy 10 reports for \$90 or 1,500 reports a month for \$299\.50\. You pay at Stripe/,
  );
  expect(afterTrialWords({ plans: [PACK], checkout: false })).toContain('nothing is charged online');
});

test('with nothing on sale there is the free trial only', () => {
  expect(afterTrialWords({ plans: [], checkout: false })).toMatch(/^No paid plan yet, so no charges\./);
});
