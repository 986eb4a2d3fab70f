import { expect, test } from 'vitest';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import type { BodyClass } from '../../contract/schemas/vehicle.ts';
import { partProbabilities } from '../damage-detectors/declared/part-probabilities.ts';
import { buildEstimate } from './build-estimate.ts';
import { declaredAs } from './fixtures/declared-as.ts';

function rearEnd(model: string, body_class: BodyClass): EstimateLine[] {
  const vehicle = { year: 2019, make: 'Ford', model, body_class };
  const declared = declaredAs('REAR END');
  return buildEstimate({
    vehicle,
    mileage: null,
    title: null,
    state: 'TX',
    findings: [],
    probabilities: partProbabilities({ declared, vehicle }),
    retailValue: null,
  }).lines;
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
