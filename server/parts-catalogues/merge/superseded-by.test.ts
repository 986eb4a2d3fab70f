import { describe, expect, test } from 'vitest';
import { supersededBy } from './superseded-by.ts';

describe('the successor a note names', () => {
  test.each([
    ['superseded by 51 11 7 293 026', '51 11 7 293 026'],
    ['superseded by 51 11 7 293 026 from 03/2015', '51 11 7 293 026'],
    ['SUPERSEDED BY 51 11 7 293 026 FROM 03/2015', '51 11 7 293 026'],
    ['Replaced by 71101-TBA-A00 (R.)', '71101-TBA-A00'],
    ['replaced by 86511-D5000; use with bracket', '86511-D5000'],
    ['Superseded by 86511-D5000 2 pcs', '86511-D5000'],
    ['superseded to 5G0 807 221 A GRU', '5G0 807 221 A GRU'],
    ['superseded by: 31383262.', '31383262'],
    ['replaced by LR011279 and LR011280', 'LR011279'],
    ['replaced by 62022-4HB0H, 62022-4HB1H', '62022-4HB0H'],
    ['replaced with KD53-50-031', 'KD53-50-031'],
  ])('%s', (notes, number) => {
    expect(supersededBy(notes)).toBe(number);
  });

  test.each([
    ['replaced with new design'],
    ['Replaced by the dealer'],
    ['REPLACED BY KIT'],
    ['superseded by no. 2'],
    ['to 02/2019'],
    [''],
    [null],
  ])('is none where the words name no number: %s', (notes) => {
    expect(supersededBy(notes)).toBeNull();
  });
});
