import { describe, expect, test } from 'vitest';
import { successorsIn } from './superseded-by.ts';

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
    expect(successorsIn(notes).superseded_by).toBe(number);
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
    expect(successorsIn(notes)).toEqual({ superseded_by: null });
  });

  test.each([
    ['replaced by LR011279 and LR011280', ['LR011280']],
    ['replaced by 62022-4HB0H, 62022-4HB1H, 62022-4HB2H', ['62022-4HB1H', '62022-4HB2H']],
    ['superseded by 51 11 7 293 026 (to 03/2015) or 51 11 7 293 027 (from 03/2015)', ['51 11 7 293 027']],
    ['superseded by 51 11 7 293 026, from 03/2015', undefined],
    ['superseded by 51 11 7 293 026, 2 pcs', undefined],
    ['replaced by 71101-TBA-A00; fits 71101-TBA-A50 too', undefined],
  ])('has others beside it only where the words name several: %s', (notes, others) => {
    expect(successorsIn(notes).superseded_also).toEqual(others);
  });
});
