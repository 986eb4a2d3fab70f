import { expect, test } from 'vitest';
import { readState } from '../tables/sales-tax.ts';
import { totalLoss as ruled } from './total-loss.ts';

/** A repair at this share of a listed value, give or take a fifth; null: no value is listed and ours is 10,000. */
const totalLoss = (state: string | null, likely: number | null) => {
  const total = { low: 4000, likely: 5000, high: 6000 };
  const vehicle_value = { low: 8000, likely: 10_000, high: 12_000, source: 'test' };
  const share = likely === null ? null : { low: likely * 0.8, likely, high: likely * 1.2 };
  return ruled(state, { repair_to_value: share, total, vehicle_value });
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
  ['CA', 0.6, 'depends_on_salvage', 'if the salvage is worth 40 % of the value or more'],
  ['CA', 1.1, 'total_loss', 'The repair alone reaches the value'],
])('in %s a repair at %f of value: %s', (state, share, verdict, words) => {
  const answer = totalLoss(state, share);
  expect(answer.verdict).toBe(verdict);
  expect(answer.statement).toContain(words);
});

test('without a listed value our own is taken and said to be ours', () => {
  const { statement, verdict } = totalLoss('FL', null);
  expect(statement).toContain('50 % of the value as we reckon it (none is listed)');
  expect(verdict).toBe('repairable');
});

test('without a known state there is no verdict', () => {
  expect(totalLoss(null, 0.9).verdict).toBeNull();
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
