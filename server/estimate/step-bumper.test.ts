import { expect, test } from 'vitest';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import type { BodyClass } from '../../contract/schemas/vehicle.ts';
import { estimateDeclaredAs } from './fixtures/declared-as.ts';

function rearEnd(model: string, body_class: BodyClass, damage = 'REAR END'): EstimateLine[] {
  const vehicle = { year: 2019, make: 'Ford', model, body_class };
  return estimateDeclaredAs(damage, vehicle).lines;
}
const bumperOf = (lines: readonly EstimateLine[]) =>
  lines.find(({ id }) => id.startsWith('rear_bumper_cover:'));
const ofPlastic = ({ id }: EstimateLine): boolean => /raw_plastic|flex_additive/.test(id);

test('a pickup’s steel step bumper takes no paint and none of the work on plastic covers', () => {
  const lines = rearEnd('F-150', 'pickup');
  expect(bumperOf(lines)).toMatchObject({ name: 'Rear step bumper', operation: 'replace', refinish: null });
  expect(lines.filter(ofPlastic)).toEqual([]);
});

test('a rear bumper cover is painted as the plastic it is', () => {
  const lines = rearEnd('Explorer', 'suv');
  expect(bumperOf(lines)?.name).toBe('Rear bumper cover');
  expect(lines.filter(ofPlastic).length).toBeGreaterThan(1);
});

test('a full-size pickup’s steel front bumper takes no paint and none of the work on plastic covers', () => {
  const lines = rearEnd('F-150', 'pickup', 'FRONT END');
  const bumper = lines.find(({ id }) => id.startsWith('front_bumper_cover:'));
  expect(bumper).toMatchObject({ name: 'Front bumper (steel)', operation: 'replace', refinish: null });
  expect(lines.filter(ofPlastic)).toEqual([]);
});

test('a pickup on its car’s platform keeps its plastic cover, the work on it, and its engine cradle', () => {
  const lines = rearEnd('Maverick', 'pickup', 'FRONT END');
  expect(lines.find(({ id }) => id.startsWith('front_bumper_cover:'))?.refinish).not.toBeNull();
  expect(lines.filter(ofPlastic).length).toBeGreaterThan(1);
  expect(lines.map(({ category, stand_in }) => !stand_in && category)).toContain('subframe_front');
});

test.each([
  ['F-150', 'pickup'],
  ['Expedition', 'suv'],
] as const)('a %s on its frame has no engine cradle', (model, body) => {
  const lines = rearEnd(model, body, 'FRONT END');
  expect(lines.filter(({ category, stand_in }) => !stand_in && category === 'subframe_front')).toEqual([]);
});
