import { describe, expect, it } from 'vitest';
import { shapes } from '../fixtures/number-shapes.ts';
import { isForeignNumber } from './foreign-number.ts';

describe('isForeignNumber', () => {
  it.each(shapes)('takes no number of %s for another maker’s', (make, own) =>
    expect(own.filter((number) => isForeignNumber(make, number, 'hood'))).toEqual([]),
  );

  it.each([
    ['toyota', '71101-TBA-A00'],
    ['toyota', '62022-3TA0H'],
    ['toyota', '5G0807221A'],
    ['hyundai', '52119-0X936-B0'],
    ['honda', '51118069166'],
    ['nissan', 'KD53-50-031'],
    ['vw', '51118069166'],
    ['bmw', '31383262'],
    ['ford', 'LR011279'],
  ] as const)('tells that %s does not write %s', (make, number) =>
    expect(isForeignNumber(make, number, 'hood')).toBe(true),
  );

  it('tells another maker’s number by the code under which that one lists the part', () => {
    expect(isForeignNumber('toyota', '86511-F2000', 'front_bumper_cover')).toBe(true);
    expect(isForeignNumber('toyota', '86511-F2000', 'hood')).toBe(false);
  });
});
