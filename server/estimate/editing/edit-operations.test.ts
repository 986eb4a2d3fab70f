import { expect, test } from 'vitest';
import type { Finding } from '../../../contract/schemas/damage.ts';
import { NO_EDITS, type ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { partProbabilities } from '../../damage-detectors/declared/part-probabilities.ts';
import { buildEstimate } from '../build-estimate.ts';
import { declaredAs } from '../fixtures/declared-as.ts';
import { editEstimate } from './apply-edits.ts';

const VEHICLE = {
  year: 2016,
  make: 'Toyota',
  model: 'Camry',
  trim: null,
  body_class: 'sedan' as const,
  fuel: null,
};
const made = (primary: string | null, findings: Finding[] = []): Estimate => {
  const declared = declaredAs(primary);
  return buildEstimate({
    vehicle: VEHICLE,
    mileage: 60_000,
    title: null,
    state: 'TX',
    findings,
    probabilities: primary === null ? null : partProbabilities({ declared, vehicle: VEHICLE }),
    retailValue: 15_000,
    seed: 7,
  });
};
const edited = (base: Estimate, edits: Partial<ReportEdits>): Estimate =>
  editEstimate(base, { ...NO_EDITS, ...edits }, { vehicle: VEHICLE, retailValue: 15_000 });
const find = ({ lines }: Estimate, id: string): EstimateLine | undefined =>
  lines.find((line) => line.id === id);
const chance = (estimate: Estimate, id: string): number => find(estimate, id)?.probability ?? 0;
const done = (operation: 'repair' | 'replace' | 'pdr', ...ids: string[]): Partial<ReportEdits> => ({
  changed: Object.fromEntries(ids.map((id) => [id, { operation }])),
});

const FRONT = made('FRONT END');
const SIDE = made('LEFT SIDE');
const COVER = 'front_bumper_cover:none';

test.each([
  [FRONT, COVER, `standard:raw_plastic:${COVER}`],
  [FRONT, 'fender:unknown', 'standard:inside:fender:unknown'],
  [FRONT, 'hood:none', 'standard:inside:hood:none'],
  [SIDE, 'front_door:left', 'standard:inside:front_door:left'],
])('a panel that is repaired after all loses the paint work of a new one (%#: %s)', (base, id, operation) => {
  expect(find(base, operation)).toBeDefined();
  expect(find(edited(base, done('repair', id)), operation)).toBeUndefined();
});

test('a panel that is repaired after all keeps its blend and its flex additive', () => {
  const after = edited(FRONT, done('repair', COVER, 'fender:unknown'));
  expect(chance(after, 'standard:flex_additive')).toBe(chance(FRONT, 'standard:flex_additive'));
  expect(chance(after, 'standard:blend:fender:unknown')).toBe(chance(FRONT, 'standard:blend:fender:unknown'));
});

test('a panel that is repaired after all is primed and blocked as others are', () => {
  const work = 'standard:feather_prime_block';
  expect(find(SIDE, work)?.called_by).not.toContain('front_door:left');
  const after = edited(SIDE, done('repair', 'front_door:left'));
  expect(chance(after, work)).toBeGreaterThan(chance(SIDE, work));
});

test('a panel without paint calls for no paint work', () => {
  const after = edited(FRONT, done('pdr', 'hood:none'));
  expect(find(after, 'standard:blend:hood:none')).toBeUndefined();
  expect(find(after, 'standard:inside:hood:none')).toBeUndefined();
});

test('a door is blended into as often as without its fender once the fender is taken out', () => {
  const [door, blend] = ['front_door:left', 'standard:blend:front_door:left'];
  expect(chance(SIDE, blend)).toBeLessThan(chance(SIDE, door));
  expect(chance(edited(SIDE, { excluded: ['fender:left'] }), blend)).toBeCloseTo(chance(SIDE, door), 3);
  expect(chance(edited(SIDE, done('pdr', 'fender:left')), blend)).toBeCloseTo(chance(SIDE, door), 3);
});

test('a door is never blended beside a fender that its user says is painted for sure', () => {
  const after = edited(SIDE, { changed: { 'fender:left': { probability: 1 } } });
  expect(find(after, 'standard:blend:front_door:left')).toBeUndefined();
});

test('a calibration falls to its own sensor’s chance when the bumper before it is taken out', () => {
  const after = edited(FRONT, { excluded: [COVER] });
  expect(chance(after, 'standard:calibrate_front_radar')).toBeCloseTo(chance(FRONT, 'radar_front:none'), 3);
});

test('an engine its user has replaced is priced as an engine, not as what stands in for it', () => {
  const flooded = made('WATER/FLOOD');
  const engine = find(flooded, 'engine_long_block:none');
  const inspected = {
    ...flooded,
    lines: flooded.lines.map((line) => (line === engine ? { ...line, operation: 'inspect' as const } : line)),
  };
  const after = find(edited(inspected, done('replace', 'engine_long_block:none')), 'engine_long_block:none');
  expect(after?.cost).toEqual(engine?.cost);
});
