import { expect, test } from 'vitest';
import { readState } from './sales-tax.ts';
import { totalLoss } from './total-loss.ts';

test('a state with one threshold names it', () => {
  expect(totalLoss('FL', 0.9).rule).toContain('80 %');
  expect(totalLoss('FL', 0.9).statement).toContain('90 % of the value');
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

test('a formula state says formula, our judgement marked as such', () => {
  expect(totalLoss('CA', null).rule).toContain('formula');
  expect(totalLoss('OH', null).rule).toContain('our judgement');
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
