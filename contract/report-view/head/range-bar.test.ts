import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RangeMark, rangeBar } from './range-bar.ts';

const BMW = { low: 7206, likely: 11_357, high: 16_781, half: [9_000, 13_800] } as const;
const SELLER: RangeMark = { kind: 'seller', name: 'Seller says', usd: 9640 };
const VALUE: RangeMark = { kind: 'value', name: 'Value', usd: 10_850 };
const CAP: RangeMark = { kind: 'cap', name: 'Max bid', usd: 10_000 };

const spreads = fc
  .tuple(
    fc.integer({ min: 1, max: 90_000 }),
    fc.integer({ min: 0, max: 60_000 }),
    fc.integer({ min: 0, max: 90_000 }),
  )
  .map(([low, more, most]) => ({ low, likely: low + more, high: low + more + most, half: null }));

describe('the range bar', () => {
  test('has four to six ticks of round dollars', () => {
    fc.assert(
      fc.property(spreads, (spread) => {
        const { ticks } = rangeBar(spread, []);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(7);
      }),
    );
    expect(rangeBar(BMW, [SELLER, VALUE]).ticks.map(({ text }) => text)).toEqual([
      '$5k',
      '$7.5k',
      '$10k',
      '$12.5k',
      '$15k',
      '$17.5k',
    ]);
  });

  test('keeps low, likely and high apart on the narrowest screen', () => {
    fc.assert(
      fc.property(spreads, (spread) => {
        const [low = 0, likely = 0, high = 0] = rangeBar(spread, []).ends.map(({ at }) => at);
        expect(likely - low).toBeGreaterThanOrEqual(20);
        expect(high - likely).toBeGreaterThanOrEqual(20);
      }),
    );
  });

  test('lets two marks point away from each other', () => {
    const { marks } = rangeBar(BMW, [VALUE, SELLER]);
    expect(marks.map(({ kind, label }) => [kind, label.align, label.row])).toEqual([
      ['seller', 'end', 0],
      ['value', 'start', 0],
    ]);
  });

  test('raises the second of two labels that would meet', () => {
    const low = { low: 1000, likely: 9000, high: 20_000, half: null };
    const { marks } = rangeBar(low, [
      { kind: 'seller', name: 'Seller says', usd: 1200 },
      { kind: 'value', name: 'Value', usd: 2000 },
    ]);
    expect(marks.map(({ label }) => [label.align, label.row])).toEqual([
      ['start', 0],
      ['start', 1],
    ]);
  });

  test('names a third mark in the caption', () => {
    const { marks, caption } = rangeBar(BMW, [VALUE, SELLER, CAP]);
    expect(marks).toHaveLength(2);
    expect(caption).toBe('Max bid $10,000');
  });

  test('leaves a mark far off the scale to the caption', () => {
    const { marks, caption, ticks } = rangeBar(BMW, [{ kind: 'value', name: 'Value', usd: 90_000 }]);
    expect(marks).toEqual([]);
    expect(caption).toBe('Value $90,000');
    expect(ticks.at(-1)?.text).toBe('$17.5k');
  });

  test('keeps every mark and band on the scale', () => {
    fc.assert(
      fc.property(spreads, fc.integer({ min: 0, max: 200_000 }), (spread, usd) => {
        const { band, marks, likely } = rangeBar(spread, [{ kind: 'value', name: 'Value', usd }]);
        for (const at of [band.from, band.to, likely, ...marks.map((mark) => mark.at)]) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(100);
        }
      }),
    );
  });

  test('says the whole bar in a sentence', () => {
    expect(rangeBar(BMW, [SELLER]).words).toBe(
      'Likely $11,357, most repairs like this $7,206–$16,781; seller says $9,640',
    );
  });
});
