import { expect, test } from 'vitest';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { reportModelSchema } from '../../../contract/schemas/report.ts';
import sample from '../../../samples/sample-report.json' with { type: 'json' };
import { offeredHours } from './estimate-hours.tsx';

const { estimate } = reportModelSchema.parse(sample);
const [number] = estimate.lines.flatMap(({ oem_numbers }) => oem_numbers);
const found = estimate.lines.find(({ operation, labour }) => operation === 'replace' && labour !== null);
if (!found?.labour || !number) throw new Error('The sample has no such line.');
const { labour } = found;
const known = {
  ...number,
  dated: '2026-03-01',
  from_estimate: 'this_car' as const,
  replace_hours: 2.5,
};
const line: EstimateLine = { ...found, block: 'declared', quantity: 1, oem_numbers: [known] };

test('hours of a kept estimate of this car are offered as a change of the line’s labor hours', () => {
  expect(offeredHours(line)).toEqual({
    dated: '2026-03-01',
    hours: 2.5,
    edit: {
      kind: 'change',
      line_id: line.id,
      set: { labour_hours: 2.5, hours_from: 'own_estimate' },
    },
  });
});

test.each<[string, Partial<EstimateLine>]>([
  ['its line is a repair', { operation: 'repair' }],
  ['several are put in', { quantity: 2 }],
  ['its user added the line', { block: 'user' }],
  ['the line has them already', { labour: { ...labour, from_estimate: '2026-03-01' } }],
  ['the estimate has no hours for it', { oem_numbers: [number] }],
  ['the estimate is of another car', { oem_numbers: [{ ...known, from_estimate: 'similar_car' }] }],
])('hours are not offered where %s', (_, change) => {
  expect(offeredHours({ ...line, ...change })).toBeNull();
});
