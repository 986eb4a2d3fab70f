import { describe, expect, test } from 'vitest';
import type { TestedSource } from '../api/operator/operator-answers.ts';
import { foundWords, outcomeWords, ratesWords, stateWords, usageWords } from './setup-words.ts';
import { sourceOutcomeSchema } from './source-outcome.ts';

type Found = NonNullable<TestedSource['found']>;

describe('the words of Setup', () => {
  test('tell each refusal of a key from every other, by the source’s name', () => {
    const sentences = sourceOutcomeSchema.options.map((outcome) => outcomeWords('parts_catalogs', outcome));
    expect(new Set(sentences).size).toBe(sourceOutcomeSchema.options.length);
    expect(sentences.filter((sentence) => !sentence.includes('parts-catalogs.com'))).toEqual([]);
  });

  test('name the address that a source refuses', () => {
    expect(outcomeWords('parts_catalogs', 'address_refused', '192.0.2.10')).toMatch(
      /list there, then try again\. It sees us as 192\.0\.2\.10\.$/,
    );
  });

  test('say from where a source is on', () => {
    const states = (['environment', 'stored', 'built_in'] as const).map((from) =>
      stateWords({ on: true, from }),
    );
    expect(new Set(states).size).toBe(3);
    expect(stateWords({ on: false, from: 'none' })).toBe('Off');
  });

  test.each([
    [{ unit: 'calls', period: 'day', used: 1, cap: 2000 }, '1 call today, cap 2,000'],
    [{ unit: 'calls', period: 'month', used: 1200, cap: null }, '1,200 calls this month, no cap'],
    [{ unit: 'usd', period: 'day', used: 0.25, cap: 50 }, '$0.25 spent today, cap $50.00'],
  ] as const)('count what was used: %j', (use, words) => {
    expect(usageWords(use)).toBe(words);
  });

  test('tell by what photos are weighed', () => {
    const file = {
      model: 'eye',
      prompt_version: 'vision-8',
      dated: '2026-11-20',
      lots: 1,
      labels: 1240,
      form: 'isotonic' as const,
    };
    expect(ratesWords({ rates: null })).toBeNull();
    expect(ratesWords({ rates: { in_use: false, file: null } })).toMatch(/^first values; .* not measured/);
    expect(ratesWords({ rates: { in_use: true, file } })).toBe(
      'VISION_RATES: measured 2026-11-20, eye with prompts vision-8, 1 lot, confidence by steps from 1,240 labeled findings',
    );
    expect(ratesWords({ rates: { in_use: false, file: { ...file, form: null } } })).toMatch(
      /^first values; VISION_RATES is of another model .*2026-11-20, eye .* confidence from 1,240/,
    );
  });

  test('tell what a photo, a VIN and a number brought', () => {
    const damage: Found = { kind: 'damage', model: 'eye', parts: [], usd: null, seconds: 2.4 };
    expect(foundWords(damage).sentence).toBe(
      'eye found no damage on the sample photo in 2.4 s (cost not known).',
    );
    const parts = [{ name: 'Headlamp', side: 'left' }];
    expect(foundWords({ ...damage, parts, usd: 0.01 })).toEqual({
      sentence: 'eye found damage on 1 part on the sample photo in 2.4 s ($0.01).',
      lines: ['left Headlamp'],
    });
    const examples = [{ group: 'Front bumper', name: 'COVER', number: '52119-00000' }];
    expect(foundWords({ kind: 'numbers', car: 'Camry', by_vin: true, groups: 38, examples })).toEqual({
      sentence: 'Camry, found by its VIN: 38 groups of parts that a collision reaches.',
      lines: ['52119-00000 · COVER (Front bumper)'],
    });
    expect(foundWords({ kind: 'offers', count: 2, low: 90, high: 149.9 }).sentence).toBe(
      '2 offers, $90.00 to $149.90.',
    );
  });
});
