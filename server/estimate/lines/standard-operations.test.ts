import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../contract/schemas/damage.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { partProbabilities } from '../../damage-detectors/declared/part-probabilities.ts';
import { buildEstimate } from '../build-estimate.ts';
import { declaredAs } from '../fixtures/declared-as.ts';

const made = (
  primary: string | null,
  car: { year: number; make: string; model: string } = { year: 2016, make: 'Toyota', model: 'Camry' },
  findings: Finding[] = [],
  fuel: string | null = null,
): Estimate => {
  const vehicle = { ...car, trim: null, body_class: null, fuel };
  const declared = declaredAs(primary);
  return buildEstimate({
    vehicle,
    mileage: 60_000,
    title: null,
    state: 'TX',
    findings,
    probabilities: primary === null ? null : partProbabilities({ declared, vehicle }),
    retailValue: 15_000,
    seed: 7,
  });
};
const find = ({ lines }: Estimate, id: string): EstimateLine | undefined =>
  lines.find((line) => line.id === id);
const chance = (estimate: Estimate, id: string): number => find(estimate, id)?.probability ?? 0;

const finding = (category: string, more: Partial<Finding> = {}): Finding => ({
  category,
  side: 'none',
  status: 'visible',
  basis: 'photos',
  types: ['dent'],
  severity: 3,
  operation: 'replace',
  probability: 0.8,
  evidence: [{ photo: 1, box: null, kind: 'model_box' }],
  why: 'Seen on photo 1',
  ...more,
});

describe('a part whose category only stands in for it', () => {
  const flooded = made('WATER/FLOOD', { year: 2019, make: 'Lexus', model: 'RX 350' });

  test.each(['set_up_and_measure', 'corrosion_protection', 'test_fit', 'alignment', 'ac_recharge'])(
    'brings no %s: a flooded carpet, engine and heater are no floor, subframe and compressor',
    (operation) => {
      expect(find(flooded, 'carpet:none')?.category).toBe('floor_panel');
      expect(find(flooded, `standard:${operation}`)).toBeUndefined();
    },
  );

  test('is printed as replaced where a replacement is counted', () => {
    const standIns = flooded.lines.filter(({ stand_in }) => stand_in);
    expect(standIns.map(({ name }) => name)).toContain('Carpet');
    for (const { name, operation, part_price } of standIns) {
      expect(part_price, name).not.toBeNull();
      expect(operation, name).toBe('replace');
    }
  });

  test('brings a scan as every replaced part does', () => {
    expect(find(flooded, 'standard:scan_pre')?.called_by).toContain('engine_long_block:none');
  });

  test.each([
    ['engine_long_block:none', 'engine'],
    ['transmission_case_pan:none', 'engine'],
    ['carpet:none', 'interior'],
    ['blower_hvac:none', 'interior'],
  ])('stands in its own section: %s under %s', (id, section) => {
    expect(find(flooded, id)?.section).toBe(section);
  });

  test('found behind a photo it is priced as itself, and hides no other part', () => {
    const mount = finding('subframe_front', {
      name: 'Engine mount',
      status: 'likely_hidden',
      operation: 'inspect',
      types: [],
      severity: null,
      evidence: [],
      position: 'front',
    });
    const estimate = made('FRONT END', undefined, [mount]);
    const line = find(estimate, 'engine_mount:none');
    expect(line).toMatchObject({ name: 'Engine mount', block: 'likely_hidden', stand_in: true });
    expect(line?.cost).toEqual(find(made('FRONT END'), 'engine_mount:none')?.cost);
    expect(find(estimate, 'front_subframe:none')).toBeDefined();
  });
});

describe('a calibration', () => {
  const front = made('FRONT END');
  const rear = made('REAR END');

  test.each([
    ['calibrate_camera', 'camera_windshield_calibration:none', front],
    ['calibrate_front_radar', 'radar_front:none', front],
    ['calibrate_blind_spot', 'blind_spot_radar:unknown', rear],
  ])('%s is never less likely than the replacement of its own sensor', (operation, sensor, estimate) => {
    expect(chance(estimate, sensor)).toBeGreaterThan(0.05);
    expect(chance(estimate, `standard:${operation}`)).toBeGreaterThanOrEqual(chance(estimate, sensor));
  });

  test('called by a neighbour counts by the share of cars that have the sensor', () => {
    const estimate = made(null, undefined, [finding('windshield')]);
    const share = chance(estimate, 'standard:calibrate_camera') / chance(estimate, 'windshield:none:front');
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.5);
  });
});

describe('the blend of a neighbour', () => {
  const blend = (findings: Finding[], id: string): number =>
    chance(made(null, undefined, findings), `standard:blend:${id}`);
  const hood = finding('hood');
  const fender = finding('fender', { side: 'left', probability: 0.6 });

  test('is needed by a hood as often as no fender is painted anyway', () => {
    expect(blend([hood], 'hood:none:front')).toBeCloseTo(0.8);
    expect(blend([hood, fender], 'hood:none:front')).toBeCloseTo(0.8 * 0.4);
  });

  test('is needed by a door beside a fender on the other side', () => {
    const door = finding('front_door_shell', { side: 'right' });
    expect(blend([door, fender], 'front_door_shell:right:front')).toBeCloseTo(0.8);
  });

  test('is needed where the neighbour’s dents are taken out without paint', () => {
    const hail = made('HAIL', undefined, [hood]);
    const dented = find(hail, 'fender:unknown');
    expect(dented).toMatchObject({ operation: 'pdr', refinish: null });
    expect(chance(hail, 'standard:blend:hood:none:front')).toBeCloseTo(0.8);
  });

  test('counts by the settled chance of its neighbour', () => {
    const estimate = made('LEFT SIDE');
    const [door, fender] = [chance(estimate, 'front_door:left'), chance(estimate, 'fender:left')];
    expect(chance(estimate, 'standard:blend:front_door:left')).toBeCloseTo(door * (1 - fender), 3);
  });
});

describe('high-voltage work', () => {
  const leaf = { year: 2019, make: 'Nissan', model: 'Leaf' };
  const of = (fuel: string, findings: Finding[]): number =>
    chance(made(null, leaf, findings, fuel), 'standard:hv_disable');
  const rail = finding('frame_rail_front', { side: 'left', operation: 'repair' });

  test.each(['Electric', 'Hybrid'])(
    'of a car that is %s is in as surely as the line that needs it',
    (fuel) => {
      expect(of(fuel, [rail, finding('headlamp', { side: 'left', probability: 0.95 })])).toBeCloseTo(0.8);
    },
  );

  test('is not brought by a lamp, nor by a car on gasoline', () => {
    expect(of('Electric', [finding('headlamp', { side: 'left' })])).toBe(0);
    expect(of('Gasoline', [rail])).toBe(0);
  });
});
