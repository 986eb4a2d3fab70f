import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../contract/schemas/damage.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { CAMRY, editedWith, finding, inputsOf, madeOf } from '../fixtures/made-up-lot.ts';

const made = (
  primary: string | null,
  car: { year: number; make: string; model: string } = CAMRY,
  findings: Finding[] = [],
  fuel: string | null = null,
): Estimate =>
  madeOf({
    vehicle: { ...car, trim: null, body_class: null, fuel },
    primary,
    findings,
    retail_value: 15_000,
  });
const find = ({ lines }: Estimate, id: string): EstimateLine | undefined =>
  lines.find((line) => line.id === id);
const chance = (estimate: Estimate, id: string): number => find(estimate, id)?.probability ?? 0;

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
  const front = made('FRONT END', { ...CAMRY, year: 2019 });
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
    const share = chance(estimate, 'standard:calibrate_camera') / chance(estimate, 'windshield:none');
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.5);
  });
});

describe('the blend of a neighbour', () => {
  const hood = finding('hood');
  const fender = finding('fender', { side: 'left', probability: 0.6 });

  test('is needed by a hood as often as no fender is painted anyway', () => {
    const alone = made(null, undefined, [hood]);
    expect(chance(alone, 'standard:blend:hood:none')).toBeCloseTo(chance(alone, 'hood:none'), 3);
    const both = made(null, undefined, [hood, fender]);
    const [blend, least, most] = [
      chance(both, 'standard:blend:hood:none'),
      chance(both, 'hood:none') - chance(both, 'fender:left'),
      chance(both, 'hood:none'),
    ];
    expect(blend).toBeGreaterThan(least);
    expect(blend).toBeLessThan(most);
  });

  test('is needed by a door beside a fender on the other side', () => {
    const door = finding('front_door_shell', { side: 'right' });
    const estimate = made(null, undefined, [door, fender]);
    expect(chance(estimate, 'standard:blend:front_door:right')).toBeCloseTo(
      chance(estimate, 'front_door:right'),
      3,
    );
  });

  test('is needed where the neighbour’s dents are taken out without paint', () => {
    const hail = made('HAIL', undefined, [{ ...hood, types: ['torn'] }]);
    expect(find(hail, 'hood:none')?.operation).toBe('replace');
    expect(find(hail, 'fender:unknown')).toMatchObject({ operation: 'pdr', refinish: null });
    expect(find(hail, 'standard:blend:hood:none')?.called_unless ?? []).not.toContain('fender:unknown');
    expect(chance(hail, 'standard:blend:hood:none')).toBeCloseTo(chance(hail, 'hood:none'), 3);
  });

  test('counts by how often the neighbour is spared by the same hit', () => {
    const estimate = made('LEFT SIDE');
    const [door, fender] = [chance(estimate, 'front_door:left'), chance(estimate, 'fender:left')];
    const blend = chance(estimate, 'standard:blend:front_door:left');
    // A heavier hit takes both: the two go together more often than chance has it.
    expect(blend).toBeGreaterThan(door - fender);
    expect(blend).toBeLessThan(door * (1 - fender));
  });
});

describe('high-voltage work', () => {
  const leaf = { year: 2019, make: 'Nissan', model: 'Leaf' };
  const rail = finding('frame_rail_front', { side: 'left', operation: 'repair' });
  const lamp = finding('headlamp', { side: 'left' });

  test.each(['Electric', 'Hybrid'])(
    'of a car that is %s is in as surely as the line that needs it',
    (fuel) => {
      const estimate = made(null, leaf, [rail, lamp], fuel);
      expect(chance(estimate, 'standard:hv_disable')).toBeGreaterThanOrEqual(
        chance(estimate, 'frame_rail:left'),
      );
    },
  );

  test('is not brought by a lamp, nor by a car on gasoline', () => {
    const seen = made(null, leaf, [lamp], 'Electric');
    expect(find(seen, 'standard:hv_disable')?.called_by ?? []).not.toContain('headlamp:left');
    expect(find(made(null, leaf, [rail], 'Gasoline'), 'standard:hv_disable')).toBeUndefined();
  });
});

describe('cleaning for delivery', () => {
  const inputs = inputsOf({ primary: 'FRONT END', retail_value: 15_000 });
  const at = (profile: 'insurer' | 'shop') => {
    const estimate = editedWith(inputs, { scenario: { rates: { profile } } });
    return find(estimate, 'standard:clean_for_delivery');
  };

  test('is written at door rates, with its switch named, and counts nothing in the forecast', () => {
    expect(at('shop')).toMatchObject({
      standing: 'scope',
      counts: 0,
      labour: { type: 'body', hours: { likely: 0.5 } },
      switched_by: ['rates'],
    });
  });

  test('is not written at an insurer’s rates', () => {
    expect(at('insurer')).toBeUndefined();
  });
});
