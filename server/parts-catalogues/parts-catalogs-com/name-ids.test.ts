import { expect, it } from 'vitest';
import { categoriesOfNameIds } from './name-ids.ts';

const id = { catalogue: 'parts-catalogs/toyota', name_id: '5100' };
const settled = (...counts: [string | null, number][]) =>
  categoriesOfNameIds(counts.map(([category, numbers]) => ({ ...id, category, numbers }))).get(
    'parts-catalogs/toyota 5100',
  );

it('takes a part id for a category when its numbers agree', () => {
  expect(settled(['hood', 5])).toBe('hood');
  expect(settled(['hood', 8], [null, 2])).toBe('hood');
});

it('leaves a part id to the names when too few agree, or one is named as something else', () => {
  expect(settled(['hood', 4])).toBeUndefined();
  expect(settled(['hood', 7], [null, 3])).toBeUndefined();
  expect(settled(['hood', 50], ['hood_hinge', 1])).toBeUndefined();
  expect(settled([null, 9])).toBeUndefined();
});
