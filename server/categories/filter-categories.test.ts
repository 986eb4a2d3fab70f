import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIDES } from '../../contract/schemas/part.ts';
import { COMPANIONS, type DeclaredPart, filterCategories, plausibilityOf } from './filter-categories.ts';
import { CATEGORIES, categoriesFor, categoryById } from './generic-categories.ts';

const part = (category: string, more: Partial<DeclaredPart> = {}): DeclaredPart => ({
  category,
  exact: true,
  side: 'none',
  position: 'front',
  probability: 0.8,
  because: { code: 'declared', words: ['FRONT END'] },
  ...more,
});
const filter = (parts: DeclaredPart[], photos_count = 0, categories = CATEGORIES) =>
  filterCategories({ categories, parts, photos_count });

describe('filtering categories', () => {
  it('keeps a declared part with its own chance and reason', () => {
    expect(filter([part('front_bumper_cover')])[0]).toEqual({
      category: 'front_bumper_cover',
      side: 'none',
      position: 'front',
      probability: 0.8,
      reason: 'Probable from declared damage FRONT END',
    });
  });

  it('adds what goes with a declared part, less likely and on its side', () => {
    const brackets = filter([part('headlamp', { side: 'left' })]).filter(
      (entry) => entry.category === 'headlamp_bracket',
    );
    expect(brackets).toMatchObject([{ side: 'left', position: 'front', probability: 0.4 }]);
    expect(brackets[0]?.reason).toMatch(/^Goes with the headlamp assembly\. Probable/);
  });

  it('drops what is less plausible than 0.02', () => {
    expect(filter([part('hood', { probability: 0.019 })])).toEqual([]);
  });

  it('takes nothing from a part that only stands near a category', () => {
    expect(filter([part('subframe_front', { exact: false })])).toEqual([]);
  });

  it('keeps only categories the car has', () => {
    const coupe = categoriesFor({ body_class: 'coupe' });
    const found = filter([part('rear_door_shell', { side: 'left', position: 'rear' })], 12, coupe);
    expect(found.some((entry) => entry.category === 'rear_door_shell')).toBe(false);
  });

  it('keeps every core category outside the interior when there are photos', () => {
    const found = new Set(filter([], 12).map((entry) => entry.category));
    for (const category of CATEGORIES.filter((entry) => entry.core && !entry.zones.includes('interior')))
      expect(found.has(category.id), category.id).toBe(true);
    expect(filter([], 0)).toEqual([]);
  });

  it('keeps front and rear of one category apart', () => {
    const found = filter([
      part('wheel', { side: 'left' }),
      part('wheel', { side: 'left', position: 'rear' }),
    ]);
    expect(found.filter((entry) => entry.category === 'wheel').map((entry) => entry.position)).toEqual([
      'front',
      'rear',
    ]);
  });

  it('keeps the likeliest of two reasons for one category', () => {
    const twice = [part('hood', { probability: 0.7 }), part('hood', { probability: 0.4 })];
    expect(filter(twice).find((entry) => entry.category === 'hood')?.probability).toBe(0.7);
  });

  it('puts what goes with a wheel at that wheel’s end only', () => {
    const found = filter([
      part('wheel', { side: 'left' }),
      part('wheel', { side: 'left', position: 'rear', probability: 0.2 }),
    ]);
    expect(
      found
        .filter((entry) => entry.category === 'tpms_sensor')
        .map((entry) => [entry.position, entry.probability]),
    ).toEqual(
      [
        ['front', 0.32],
        ['rear', 0.08],
      ].map(([end, chance]) => [end, expect.closeTo(Number(chance), 10)]),
    );
  });

  it('gives no side to a single part that goes with a sided one', () => {
    const rear = filter([part('control_arm', { side: 'left', position: 'rear' })]);
    expect(rear.find((entry) => entry.category === 'subframe_rear')?.side).toBe('none');
  });

  it('adds nothing for the photos to a category that is already plausible', () => {
    const lamps = filter([part('headlamp', { side: 'left' })], 12).filter(
      (entry) => entry.category === 'headlamp',
    );
    expect(lamps.map((lamp) => lamp.side)).toEqual(['left']);
  });

  it('puts .6 on the likely and .3 on the possible shelf', () => {
    expect([0.6, 0.59, 0.3, 0.29].map(plausibilityOf)).toEqual([
      'likely',
      'possible',
      'possible',
      'unlikely',
    ]);
  });

  it('has companions of the vocabulary only, none beside itself', () => {
    for (const { category, beside } of COMPANIONS) {
      expect(category).not.toBe(beside);
      expect(categoryById(category)).toBeDefined();
    }
  });

  it('gives each category, side and end once, sorted, with chances within 0.02 and 1', () => {
    const parts = fc.array(
      fc.record({
        category: fc.constantFrom(...CATEGORIES.map((entry) => entry.id)),
        exact: fc.boolean(),
        side: fc.constantFrom(...SIDES),
        position: fc.constantFrom('front' as const, 'rear' as const, 'none' as const),
        probability: fc.double({ min: 0, max: 1, noNaN: true }),
        because: fc.constant<DeclaredPart['because']>({ code: 'declared', words: ['FRONT END'] }),
      }),
    );
    fc.assert(
      fc.property(parts, fc.nat({ max: 30 }), (declared, photos) => {
        const found = filter(declared, photos);
        const keys = found.map((entry) => `${entry.category} ${entry.side} ${entry.position}`);
        expect(new Set(keys).size).toBe(keys.length);
        found.forEach((entry, index) => {
          expect(entry.probability).toBeGreaterThanOrEqual(0.02);
          expect(entry.probability).toBeLessThanOrEqual(found[index - 1]?.probability ?? 1);
        });
      }),
    );
  });
});
