import { expect, test } from 'vitest';
import type { EvidenceItem, PhotoSighting } from '../../../contract/evidence.ts';
import { FIXED_CASES, seenAs } from '../fixtures/answered-pass.ts';
import { partSighting } from '../fixtures/photo-sighting.ts';
import { outerParts } from '../inference/spared.ts';
import { calculate, forecastOf, NO_OVERRIDES } from './calculate.ts';
import type { EstimateInputs } from './estimate-inputs.ts';

const LOTS = FIXED_CASES.filter(({ truth }) => truth === 'light').map(({ lot, inputs }) => {
  // What a listing says of bags that went off is no outer part's to take back.
  const evidence = inputs.evidence.filter(({ kind }) => kind !== 'airbags');
  return [lot, lot === 'Q50' ? { ...inputs, evidence } : inputs] as const;
});
const SCRATCH: PhotoSighting['look'] = { state: 'damaged', confidence: 0.9, severity: 1, types: ['scratch'] };

/** All outer parts of the declared place on one photo: undamaged but for one category. */
function placeSeen(inputs: EstimateInputs, scratched?: string): EvidenceItem[] {
  return outerParts(calculate(inputs, NO_OVERRIDES).belief.parts).map(({ category, side, position }) =>
    partSighting(`${category}:${side}:${position}`, category === scratched ? SCRATCH : { state: 'whole' }),
  );
}

test.each(LOTS)(
  'all outer parts of the declared place of the %s seen undamaged leave the high end at most .35 of the unexamined likely',
  (_, inputs) => {
    const { high } = forecastOf(seenAs(inputs, placeSeen(inputs)));
    expect(high).toBeLessThanOrEqual(0.35 * forecastOf(inputs).likely);
  },
);

test.each(LOTS)(
  'a lone scratch of the bumper of the %s costs at most $1,500, and never nothing',
  (lot, inputs) => {
    const bumper = lot === 'QX60' ? 'rear_bumper_cover' : 'front_bumper_cover';
    const { low, likely } = forecastOf(seenAs(inputs, placeSeen(inputs, bumper)));
    expect(likely).toBeLessThanOrEqual(150_000);
    expect(low).toBeGreaterThan(0);
  },
);

test('a scratch costs no more once the bags are listed as intact', () => {
  const [, bmw] = LOTS[0] ?? [];
  if (!bmw) throw new Error('no BMW');
  const scratch = placeSeen(bmw, 'front_bumper_cover');
  const intact: EvidenceItem = { id: 'airbags', kind: 'airbags', value: 'intact' };
  const lone = forecastOf(seenAs(bmw, scratch));
  const listed = forecastOf(seenAs(bmw, [...scratch, intact]));
  expect(listed.likely).toBeLessThanOrEqual(lone.likely);
});

test('a panel seen undamaged is repaired in the hours of light damage, if it is damaged all the same', () => {
  const [, bmw] = LOTS[0] ?? [];
  if (!bmw) throw new Error('no BMW');
  const { lines } = calculate(seenAs(bmw, placeSeen(bmw))).estimate;
  const before = calculate(bmw).estimate.lines.find(({ category }) => category === 'front_bumper_cover');
  const cover = lines.find(({ category }) => category === 'front_bumper_cover');
  expect(before).toMatchObject({ operation: 'replace' });
  expect(cover).toMatchObject({ operation: 'repair', standing: 'possible' });
});
