import { expect, test } from 'vitest';
import { totalLossWords } from '../../../contract/report-view/head/total-loss.ts';
import { plain } from '../../../contract/report-view/words/sentence.ts';
import { readState } from '../tables/sales-tax.ts';
import { totalLoss as ruled, type TotalLoss } from './total-loss.ts';

/** With what is typical in the state, and the rest, as people read them. */
function inWords(verdict: TotalLoss) {
  const [rule = '', ...statement] = totalLossWords(verdict).map(plain);
  return { ...verdict, rule, statement: statement.join(' ') };
}

/** A repair at this share of a listed value, give or take a fifth; null: no value is listed and ours is 10,000. */
const totalLoss = (state: string | null, likely: number | null, title: string | null = null) => {
  const total = { low: 4000, likely: 5000, high: 6000 };
  const vehicle_value = { low: 8000, likely: 10_000, high: 12_000, source: 'test' };
  const share = likely === null ? null : { low: likely * 0.8, likely, high: likely * 1.2 };
  return inWords(ruled(state, title, { repair_to_value: share, total, vehicle_value }));
};

test('a state with one threshold names it', () => {
  expect(totalLoss('FL', 0.9).rule).toContain('80 %');
  expect(totalLoss('FL', 0.9).statement).toContain('90 % of the listed value');
});

test('the statement does not repeat the rule', () => {
  for (const state of ['FL', 'IA', 'CA', 'OH', null]) {
    const { rule, statement } = totalLoss(state, 0.9);
    expect(statement).not.toContain(rule);
  }
});

test('where sources disagree the rule says so', () => {
  expect(totalLoss('IA', null).rule).toContain('Sources disagree');
});

test('a formula state says formula, our judgment marked as such', () => {
  expect(totalLoss('CA', null).rule).toContain('formula');
  expect(totalLoss('OH', null).rule).toContain('our judgment');
});

test.each([
  ['MD', 1.03, 'total_loss', 'even at its low end'],
  ['MD', 0.78, 'total_loss', 'though its low end is below'],
  ['TX', 0.73, 'repairable', 'even at its high end'],
  ['MD', 0.7, 'repairable', 'though its high end is over it'],
  ['IA', 0.6, 'sources_disagree', 'over one source’s threshold'],
  ['CA', 0.6, 'depends_on_salvage', 'total from a salvage of 40 % of the value on'],
  ['CA', 1.1, 'total_loss', 'The repair alone reaches the value'],
])('in %s a repair at %f of value: %s', (state, share, verdict, words) => {
  const answer = totalLoss(state, share);
  expect(answer.verdict).toBe(verdict);
  expect(answer.statement).toContain(words);
});

test('without a listed value our own is taken and said to be ours', () => {
  const { statement, verdict } = totalLoss('FL', null);
  expect(statement).toContain('50 % of the value by our valuation (none is listed)');
  expect(verdict).toBe('repairable');
});

test('without a known state there is no verdict', () => {
  expect(totalLoss(null, 0.9).verdict).toBeNull();
});

test.each(['MD', 'TX', 'CA', 'IA', null])(
  'in %s no share makes a car repairable whose title forbids it',
  (state) => {
    for (const title of [
      'CERTIFICATE OF DESTRUCTION',
      'NON-REPAIRABLE',
      'MO - JUNK CERTIFICATE',
      'MV907A-PARTS ONLY',
    ])
      for (const share of [0.05, 0.7, 1.2]) {
        const { verdict, statement } = totalLoss(state, share, title);
        expect([title, share, verdict]).toEqual([title, share, 'total_loss']);
        expect(statement).toContain('whatever the repair costs');
        expect(statement).not.toContain('no total loss');
      }
  },
);

test('a parts-only car is called that, a destroyed one not to be repaired', () => {
  expect(totalLoss('TX', 0.2, 'BILL OF SALE - PARTS ONLY').statement).toContain('sold for parts only');
  expect(totalLoss('TX', 0.2, 'CERTIFICATE OF DESTRUCTION').statement).toContain('not to be repaired');
});

test('a title of 75 % damage or less is no total loss, whatever our share', () => {
  for (const state of ['MD', 'TX', 'CA', 'IA']) {
    const { verdict, statement } = totalLoss(state, 1.4, 'SALVAGE - 75% OR LESS (Maryland)');
    expect([state, verdict]).toEqual([state, 'repairable']);
    expect(statement).toContain('75 % of the value or less');
    expect(statement).toContain('rules over our figure: no total loss');
    expect(statement).not.toMatch(/: a total loss by/);
  }
});

test('where the salvage decides, it still does beside a title of 75 % or less', () => {
  expect(totalLoss('CA', 0.6, 'S2').verdict).toBe('depends_on_salvage');
});

test('where title and share agree on less damage only the title is added', () => {
  const { verdict, statement } = totalLoss('MD', 0.4, 'S2');
  expect(verdict).toBe('repairable');
  expect(statement).toContain('no total loss by this rule. The title says the same');
});

test('an export-only car is never called repairable', () => {
  expect(totalLoss('TX', 0.3, 'EXPORT ONLY')).toMatchObject({
    verdict: null,
    statement: expect.stringContaining('leave the country'),
  });
  expect(totalLoss('TX', 1.2, 'EXPORT ONLY').verdict).toBe('total_loss');
});

test.each([
  ['SALVAGE (Maryland)', 'already written off once'],
  ['REBUILDABLE (Florida)', 'may be rebuilt'],
  ['REBUILT (Texas)', 'back on the road'],
  ['SALVAGE FLOOD', 'flood'],
  ['CERTIFICATE OF TITLE', 'no brand so far'],
  ['BILL OF SALE', 'no title'],
])('the title %s keeps the verdict of the rule and is told: %s', (title, words) => {
  for (const share of [0.3, 1.2]) {
    const told = totalLoss('MD', share, title);
    expect(told.verdict).toBe(totalLoss('MD', share).verdict);
    expect(told.statement).toContain(words);
  }
});

test.each(['JUNK ZORBED', 'CERT OF TITLE - ZORBED', 'RB'])('the unsure title %s decides nothing', (title) => {
  expect(totalLoss('MD', 0.2, title)).toEqual(totalLoss('MD', 0.2));
});

test('of a title nobody can read nothing is said', () => {
  expect(totalLoss('MD', 0.3, 'OTHER')).toEqual(totalLoss('MD', 0.3));
});

test('no statement is legal advice and every one is dated', () => {
  for (const state of [null, 'TX', 'CA', 'ZZ']) {
    expect(totalLoss(state, 0.5).statement).toContain('not legal advice');
    expect(totalLoss(state, 0.5).dated).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});

test('states are read as listings write them', () => {
  const written = [
    'TX',
    'tx',
    'Texas',
    'TX - HOUSTON',
    'Houston, TX 77001',
    'SALVAGE (Texas)',
    'Houston, Texas',
  ];
  expect(written.map(readState)).toEqual(written.map(() => 'TX'));
  expect([null, '', 'ZZ', 'Ontario'].map(readState)).toEqual([null, null, null, null]);
});
