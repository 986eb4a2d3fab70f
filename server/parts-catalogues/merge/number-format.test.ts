import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moreShapes, NUMBER_MAKES, shapes } from '../fixtures/number-shapes.ts';
import { functionCode, normaliseNumber, numberFamily, numberFormatOk } from './number-format.ts';

describe('numberFormatOk', () => {
  it.each([...shapes, ...moreShapes])('knows the numbers of %s', (make, good, bad) => {
    expect(good.filter((number) => !numberFormatOk(make, number))).toEqual([]);
    expect(good.filter((number) => !numberFormatOk(make, number.toLowerCase()))).toEqual([]);
    expect(bad.filter((number) => numberFormatOk(make, number))).toEqual([]);
  });

  it('refuses prices, words and nothing at all for every make', () => {
    const never = ['', '-', 'N/A', 'call dealer', '12.50', '04/05/2024', 'http://example.test/1'];
    for (const make of NUMBER_MAKES) {
      expect(never.filter((number) => numberFormatOk(make, number))).toEqual([]);
    }
  });

  it('gives back the zeros a spreadsheet took from a BMW number', () => {
    expect(numberFormatOk('bmw', '7119904025')).toBe(true);
    expect(normaliseNumber('7119904025', 'bmw')).toBe('07119904025');
  });
});

describe('normaliseNumber', () => {
  it('brings every way of writing one number together', () => {
    for (const written of ['5G0 807 221 A GRU', '5g0.807.221-a_gru', '5G0807221A/GRU'])
      expect(normaliseNumber(written, 'vw')).toBe('5G0807221AGRU');
  });

  it('is the same when done twice', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...NUMBER_MAKES, null), (text, make) => {
        const once = normaliseNumber(text, make);
        expect(normaliseNumber(once, make)).toBe(once);
      }),
    );
  });
});

describe('numberFamily', () => {
  it('joins the makes that share numbers', () => {
    expect(numberFamily('infiniti')).toBe(numberFamily('nissan'));
    expect(numberFamily('porsche')).toBe(numberFamily('audi'));
    expect(numberFamily('jaguar')).toBe(numberFamily('landrover'));
    expect(numberFamily('ford')).not.toBe(numberFamily('mazda'));
  });
});

describe('functionCode', () => {
  it('reads the letter of a Nissan kit as the digit it stands for', () => {
    expect(functionCode('nissan', 'F2022-4HB0H')).toBe(functionCode('infiniti', '62022-4HB0H'));
    expect(functionCode('nissan', '85010-3KA0A')).not.toBe(functionCode('nissan', '85022-3JA0H'));
  });

  it('finds the middle of VAG and Ford numbers, whatever the separators', () => {
    expect(functionCode('vw', '5G0 807 221 A GRU')).toBe('807221');
    expect(functionCode('audi', '8V0807221')).toBe('807221');
    expect(functionCode('ford', 'FL3Z-17D957-AAPTM')).toBe('17D957');
  });

  it('has none for makers whose numbers say nothing', () => {
    expect(functionCode('bmw', '51117292991')).toBeNull();
    expect(functionCode('volvo', '31383262')).toBeNull();
  });
});
