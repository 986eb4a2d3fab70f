import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../tests/any-character.ts';
import { processorMs } from '../tests/machine.ts';
import { isStorable, storable, storableJson, unstorableAt } from './storable-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }))
    .map((units) => units.map((unit) => String.fromCharCode(unit)).join('')),
);

test('any text can be stored once repaired, and good text stays as it is', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(isStorable(storable(text))).toBe(true);
      if (isStorable(text)) expect(storable(text)).toBe(text);
      expect(new TextDecoder().decode(new TextEncoder().encode(text)).replaceAll('\u0000', '')).toBe(
        storable(text),
      );
    }),
  );
});

test('the field that holds such text is named, however deep', () => {
  expect(unstorableAt({ a: ['x', { b: '\ud800' }] })).toBe('a.1.b');
  expect(unstorableAt({ page: '\u0000', a: 'x' }, ['page'])).toBeNull();
  expect(unstorableAt('\udc00')).toBe('');
});

test('such text is found soon below any number of lists', async () => {
  const deep = 200_000;
  const value: unknown = JSON.parse(`${'['.repeat(deep)}"\\ud800"${']'.repeat(deep)}`);
  expect(await processorMs(() => unstorableAt(value))).toBeLessThan(2_000);
  expect(unstorableAt(value)).toHaveLength(2 * deep - 1);
});

test('a value of JSON keeps everything but the broken text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), anyText, (value, text) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(storableJson({ plain, text })).toEqual({ plain, text: storable(text) });
    }),
  );
});
