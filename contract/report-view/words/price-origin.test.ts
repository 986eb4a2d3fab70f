import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type PriceOrigin, priceOriginSchema, subletOriginSchema } from '../../facts/price-origin.ts';
import { paintWords, partPriceWords, rateWords, subletWords, valueWords } from './price-origin.ts';

const words = (from: PriceOrigin['from'], more: Partial<PriceOrigin> = {}): string =>
  partPriceWords({ origin: priceOriginSchema.parse({ from, ...more }) });
const CATALOGUE: PriceOrigin['from'] = { code: 'catalogue', sources: ['A list', 'A store'], alternatives: 4 };

describe('where a part’s price comes from, in words', () => {
  test('a catalogue’s price names its sources, and the middle of several', () => {
    expect(words(CATALOGUE)).toBe('A list and A store, middle of 4 alternatives');
    expect(words({ code: 'catalogue', sources: ['A list'], alternatives: 1 })).toBe('A list');
    expect(words({ ...CATALOGUE, counterpart: 'left' })).toMatch(/^Price of its left counterpart, A list/);
  });

  test('a band tells what stands in for a new part, and how often', () => {
    expect(words({ code: 'band' })).toBe('OEM list band by class and year');
    expect(words({ code: 'band', mixed: { type: 'aftermarket', share: 0.63 } })).toBe(
      'OEM list band by class and year, aftermarket in 63% of estimates at this age',
    );
  });

  test('every row of the allowances has words of its own', () => {
    const rows = fs.readFileSync('server/estimate/data/allowances.tsv', 'utf8').trim().split('\n').slice(1);
    for (const row of rows) {
      const [id = ''] = row.split('\t');
      expect(words({ code: 'allowance', row: id }), id).not.toBe(words({ code: 'allowance', row: '' }));
    }
    expect(words({ code: 'allowance', row: 'oil_pan' })).toBe('Allowance: Oil pan and gasket');
  });

  test('what the user entered or chose is theirs', () => {
    expect(words({ code: 'user' })).toBe('Entered by the user');
    expect(words({ code: 'band' }, { choice: 'used' })).toBe(
      'OEM list band by class and year; chosen: used first',
    );
  });

  test('a band in proportion, of another part, beside prices in foreign money says all three', () => {
    expect(
      words({ code: 'band' }, { proportion: 0.83, priced_as: 'aftermarket', unrated: ['TWD', 'JPY'] }),
    ).toBe(
      'OEM list band by class and year, in proportion to this car’s catalog prices (83% of our bands); priced as aftermarket, not as the OEM number beside it; the catalog’s price in TWD and JPY is not used, no exchange rate is known',
    );
  });
});

test('an exchange rate tells whose it is, and that it is old', () => {
  expect(rateWords({ rate_source: 'A bank' })).toBe('A bank');
  expect(rateWords({ rate_own: true, rate_old: true })).toBe(
    'rate set for this service, more than a year old',
  );
  expect(rateWords({})).toBe('');
});

test('every origin of a sublet has words', () => {
  for (const origin of subletOriginSchema.options) expect(subletWords({ origin })).toMatch(/^[A-Z]/);
});

test('the value before the damage tells whose it is', () => {
  expect(valueWords({ origin: 'listed' })).toBe('Retail value as listed');
  expect(valueWords({ origin: 'listed_refused' })).toBe(
    `${valueWords({ origin: 'model' })}; the listed value is too far from it to be used`,
  );
});

test('paint tells the listed color', () => {
  expect(paintWords({ stage: 'three_stage', color: 'Blizzard Pearl' })).toBe('Listed color: Blizzard Pearl');
});

test('figures of schema_version 1 say the words they store', () => {
  expect(partPriceWords({ source: 'price band, mid class' })).toBe('price band, mid class');
  expect(subletWords({ source: 'typical invoice' })).toBe('typical invoice');
  expect(valueWords({ source: 'Our own model' })).toBe('Our own model');
  expect(paintWords({ stage: 'two_tone', because: 'Listed color: two-tone' })).toBe('Listed color: two-tone');
});
