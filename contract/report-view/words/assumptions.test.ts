import fs from 'node:fs';
import zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type EstimateFact, estimateFactSchema } from '../../facts/estimate-fact.ts';
import { type Estimate, estimateSchema } from '../../schemas/estimate.ts';
import { assumptionsOf, factWords, natureWords } from './assumptions.ts';
import { plain } from './sentence.ts';

const sample = JSON.parse(fs.readFileSync('samples/sample-report.json', 'utf8'));
const estimate = estimateSchema.parse(sample.estimate);
const chosen: Estimate = {
  ...estimate,
  scenario: { set: { tax: { kind: 'off' } }, effects: [] },
  questions: [
    {
      id: 'fog_lamps',
      asked: { code: 'has', option: 'fog_lamps' },
      answers: [
        { id: 'yes', leaves: {} },
        { id: 'no', leaves: {} },
      ],
      said: [],
      known: null,
      answered: { answer: 'no', by: 'user', told: { code: 'user' } },
    },
  ],
};
const words = (fact: EstimateFact, of: Estimate = chosen): string => plain(factWords(fact, of));

const FACTS: EstimateFact[] = [
  { code: 'basis', from: 'user', photos_examined: 0 },
  { code: 'rates', name: 'Door rates', state: null },
  { code: 'range', holds: 0.8 },
  { code: 'value', usd: 18_400, from: 'listed_refused', known: 'make' },
  { code: 'counting' },
  { code: 'median' },
  { code: 'tax', percent: 6.625, on_labour: true, state: 'NJ' },
  { code: 'tables' },
  { code: 'catalogue_share', share: 0.874, lines: 12 },
  { code: 'unrated_prices', count: 2, currencies: ['EUR', 'JPY'] },
  { code: 'traction_battery', low: 8000, high: 24_000 },
  { code: 'operation_checks', present: 0, missing: [{ operation: 'tint', lines: ['no such line'] }] },
  { code: 'settings', set: ['tax'] },
  { code: 'answers', given: [{ question: 'fog_lamps', answer: 'no' }] },
  { code: 'chosen_numbers', lines: 1 },
];

describe('what an estimate rests on, in words', () => {
  test('every fact has a sentence of its own', () => {
    expect(FACTS.map(({ code }) => code).sort()).toEqual(
      estimateFactSchema.options.map(({ shape }) => shape.code.value).sort(),
    );
    for (const fact of FACTS) expect(words(fact), fact.code).toMatch(/^[A-Z\d].*\w\)?\.$/);
    for (const fact of FACTS) expect(words(fact), fact.code).not.toMatch(/undefined|null|NaN/);
  });

  test('figures of the report carry the key of where they come from', () => {
    const figures = FACTS.flatMap((fact) => factWords(fact, estimate)).filter(
      (piece) => typeof piece !== 'string',
    );
    expect(figures.slice(0, 3)).toEqual([
      { figure: 'our-value', text: '$18,400' },
      { figure: 'row:tax', text: '6.625%' },
      { figure: 'catalogue-share', text: '87%' },
    ]);
  });

  test('tax tells its state by name, and where it is not known', () => {
    const tax = { code: 'tax', percent: 7.2, on_labour: false } as const;
    expect(words({ ...tax, state: 'TX' })).toBe('Sales tax 7.2% on parts and materials in Texas.');
    expect(words({ ...tax, state: null })).toBe('Sales tax 7.2% on parts and materials, state not known.');
  });

  test('a setting is worded by what is set', () => {
    const set: Estimate = {
      ...estimate,
      scenario: { set: { tax: { kind: 'off' }, parts: 'used' }, effects: [] },
    };
    expect(words({ code: 'settings', set: ['parts', 'tax'] }, set)).toBe(
      'Chosen by the user: Used parts first; Without sales tax.',
    );
  });

  test('missing operations are named with the lines that need them', () => {
    const [line] = estimate.lines;
    const missing = [{ operation: 'scan_pre', lines: [line?.id ?? '', 'another'] }];
    expect(words({ code: 'operation_checks', present: 3, missing })).toBe(
      `Operations check: 3 required operations are on the estimate; missing: Pre-repair scan (for ${line?.name}).`,
    );
  });

  test('a report of schema_version 1 shows the sentences it stores', () => {
    const stored = zlib.gunzipSync(fs.readFileSync('tests/fixtures/reports-1/bid-cars-bmw.json.gz'));
    const earlier: Estimate = estimateSchema.parse(JSON.parse(stored.toString()).made.estimate);
    expect(assumptionsOf(earlier).map(plain)).toEqual(earlier.assumptions);
    expect(earlier.assumptions?.length).toBeGreaterThan(3);
  });
});

test('what an estimate rests on names the looks it rests on, whoever looked', () => {
  expect(natureWords('listing', 0, 0)).toContain('Photos not reviewed');
  expect(natureWords('listing', 0, 1)).toBe(
    'Estimate from 1 part confirmed by eye and listing data, not a repair quote. Hidden damage is likely.',
  );
  expect(natureWords('user', 4, 2)).toBe(
    'Estimate from photos, 2 parts confirmed by eye and data entered by hand, not a repair quote. Hidden damage is likely.',
  );
});
