import { expect, test } from 'vitest';
import { isListFile } from './file-names.ts';

test.each([
  ['LotSearchresults_001.csv', true],
  ['SALESDATA.CSV', true],
  ['lot.html', false],
  ['csv', false],
])('%s is a list: %s', (name, isList) => {
  expect(isListFile({ name })).toBe(isList);
});
