import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CataloguePart } from '../../../contract/schemas/part.ts';
import { FIT_ORDER, mergeParts } from './merge-parts.ts';
import { normaliseNumber } from './number-format.ts';

const part = (changes: Partial<CataloguePart> = {}): CataloguePart => ({
  number: '52119-02001',
  name: 'COVER, FRONT BUMPER',
  group: 'Front bumper',
  side: null,
  position: null,
  quantity: 1,
  notes: null,
  price: null,
  currency: null,
  url: null,
  superseded_by: null,
  catalogue: 'first',
  source: 'First source',
  dated: '2026-11-01',
  fit: 'model_year',
  year_from: null,
  year_to: null,
  ...changes,
});
const second = { catalogue: 'second', source: 'Second source', dated: '2026-11-02' };

describe('mergeParts', () => {
  it('takes the price from the other source and names it', () => {
    const merged = mergeParts(
      [
        part(),
        part({ ...second, number: '5211902001', price: 240, currency: 'USD', url: 'https://x.test/1' }),
      ],
      'toyota',
    );
    expect(merged).toEqual([
      part({
        price: 240,
        currency: 'USD',
        price_from: { source: 'Second source', dated: '2026-11-02', url: 'https://x.test/1' },
      }),
    ]);
  });

  it('keeps the price of the more trusted source', () => {
    const merged = mergeParts([part({ price: 200 }), part({ ...second, price: 240 })], 'toyota');
    expect(merged).toEqual([part({ price: 200 })]);
  });

  it('is as sure of the fit as the surest, and says who is', () => {
    const [merged] = mergeParts([part(), part({ ...second, fit: 'exact_vin', fits_vin: true })], 'toyota');
    expect(merged).toMatchObject({
      fit: 'exact_vin',
      also: ['Second source (2026-11-02): fits this VIN'],
    });
  });

  it('is unsure of a number that does not fit the VIN, unless another source knows the VIN too', () => {
    const refused = part({ ...second, fit: 'unknown', fits_vin: false });
    const also = ['Second source (2026-11-02): does not fit this VIN'];
    expect(mergeParts([part(), refused], 'toyota')).toMatchObject([{ fit: 'unknown', also }]);
    expect(mergeParts([part({ fit: 'exact_vin' }), refused], 'toyota')).toMatchObject([
      { fit: 'exact_vin', also },
    ]);
  });

  it('keeps two sources that name different successors', () => {
    const merged = mergeParts(
      [part({ superseded_by: '52119-02009' }), part({ ...second, superseded_by: '52119-02008' })],
      'toyota',
    );
    expect(merged).toMatchObject([
      { superseded_by: '52119-02009', also: ['Second source (2026-11-02): replaced by 52119-02008'] },
    ]);
  });

  it('takes a successor only the other source knows, with its name', () => {
    const [merged] = mergeParts([part(), part({ ...second, superseded_by: '52119-02008' })], 'toyota');
    expect(merged?.superseded_by).toBe('52119-02008');
    expect(merged?.also).toEqual(['Second source (2026-11-02): replaced by 52119-02008']);
  });

  it('leaves rows of one source as they are: a number in two drawings', () => {
    const rows = [part(), part({ group: 'Another drawing' })];
    expect(mergeParts(rows, 'toyota')).toEqual(rows);
  });
});

const SOURCES = ['a', 'b', 'c'];
const anyParts = fc
  .array(
    fc.record({
      number: fc.constantFrom('52119-02001', '5211902001', '52119-02002', '52159-02004', '53301-02005'),
      catalogue: fc.constantFrom(...SOURCES),
      price: fc.option(fc.integer({ min: 2, max: 900 }), { nil: null }),
      fit: fc.constantFrom('exact_vin', 'model_year', 'needs_option', 'unknown'),
      fits_vin: fc.constantFrom(true, false, null),
      superseded_by: fc.constantFrom(null, '52119-02002', '52119-02009'),
    }),
    { maxLength: 12 },
  )
  .map((rows) =>
    rows
      .map((row) => part({ ...row, source: `Source ${row.catalogue}` }))
      .sort((a, b) => SOURCES.indexOf(a.catalogue) - SOURCES.indexOf(b.catalogue)),
  );
const bare = ({ number }: CataloguePart) => normaliseNumber(number, 'toyota');
const given = (check: (before: CataloguePart[], after: CataloguePart[]) => void) =>
  fc.assert(
    fc.property(anyParts, (before) => check(before, mergeParts(before, 'toyota'))),
    { numRuns: 500 },
  );

describe('merging any answers of several sources', () => {
  it('loses no number and makes none up', () => {
    given((before, after) => {
      expect(new Set(after.map(bare))).toEqual(new Set(before.map(bare)));
      for (const { number } of after) expect(before.map((row) => row.number)).toContain(number);
    });
  });

  it('leaves every number with one source, the most trusted that has it', () => {
    given((before, after) => {
      for (const row of after)
        expect(row.catalogue).toBe(before.find((entry) => bare(entry) === bare(row))?.catalogue);
    });
  });

  it('has every price from a source that gave it for this number, under that source’s name', () => {
    given((before, after) => {
      for (const { price, price_from, source, ...row } of after) {
        const same = before.filter(
          (entry) => normaliseNumber(entry.number, 'toyota') === normaliseNumber(row.number, 'toyota'),
        );
        if (price === null)
          expect(
            same.filter((entry) => entry.catalogue !== row.catalogue).every((entry) => entry.price === null),
          ).toBe(true);
        else
          expect(
            same.some((entry) => entry.price === price && entry.source === (price_from?.source ?? source)),
          ).toBe(true);
      }
    });
  });

  it('is never surer than the surest source', () => {
    given((before, after) => {
      for (const row of after) {
        const orders = before.filter((entry) => bare(entry) === bare(row)).map(({ fit }) => FIT_ORDER[fit]);
        expect(FIT_ORDER[row.fit]).toBeGreaterThanOrEqual(Math.min(...orders));
      }
    });
  });

  it('changes nothing when done again', () => {
    given((_, after) => {
      expect(mergeParts(after, 'toyota')).toEqual(after);
    });
  });
});
