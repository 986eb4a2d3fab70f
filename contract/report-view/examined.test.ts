import { expect, test } from 'vitest';
import { zonesWords } from './examined.ts';

const of = (photos_examined: number, zones: string[]) =>
  zonesWords({ statement: '', photos_total: 8, photos_examined, zones_not_photographed: zones });

test('zones are called not photographed only where every photo was examined', () => {
  expect(of(8, ['rear', 'roof'])).toBe('Not photographed: rear, roof.');
  expect(of(5, ['rear'])).toBe('Not on the photos examined: rear.');
  expect(of(8, [])).toBe('');
});
