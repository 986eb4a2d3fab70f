import { describe, expect, test } from 'vitest';
import type { LineFigures } from '../../../contract/schemas/edit-report.ts';
import type { EstimateLine, OemNumber } from '../../../contract/schemas/estimate.ts';
import { addedLine, changedLine } from './override-line.ts';

const rate = () => 60;
const number: OemNumber = {
  number: '51117292991',
  name: 'Bumper cover',
  source: 'Your estimate',
  dated: '2026-03-01',
  fit: 'exact_vin',
  price: null,
  currency: null,
  superseded_by: null,
  url: null,
  format_ok: true,
  from_estimate: 'this_car',
  replace_hours: 2.5,
};
const line: EstimateLine = {
  ...addedLine(
    {
      id: 'cover',
      name: 'Bumper cover',
      section: 'front_bumper',
      operation: 'replace',
      side: 'none',
      position: 'front',
    },
    rate,
  ),
  oem_numbers: [number],
};
const labourBy = (set: LineFigures, of: EstimateLine = line) => changedLine(of, set, rate).labour;
const TAKEN: LineFigures = { labour_hours: 2.5, hours_from: 'own_estimate' };

describe('hours that a user takes from a kept estimate', () => {
  test('are the user’s, with the day of the estimate they are from', () => {
    expect(labourBy(TAKEN)).toMatchObject({
      hours: { low: 2.5, likely: 2.5, high: 2.5 },
      basis: 'user',
      from_estimate: '2026-03-01',
    });
  });

  test('are still from it where an answer has ruled its number out', () => {
    const out = { ...line, oem_numbers: [], ruled_out: [number] };
    expect(labourBy(TAKEN, out)?.from_estimate).toBe('2026-03-01');
  });

  test.each<[string, LineFigures, EstimateLine]>([
    ['other hours were typed since', { ...TAKEN, labour_hours: 3 }, line],
    ['the same hours were typed', { labour_hours: 2.5 }, line],
    ['no estimate of this car has them', TAKEN, { ...line, oem_numbers: [] }],
  ])('are from no estimate where %s', (_, set, of) => {
    const labour = labourBy(set, of);
    expect(labour?.basis).toBe('user');
    expect(labour?.from_estimate).toBeUndefined();
  });
});
