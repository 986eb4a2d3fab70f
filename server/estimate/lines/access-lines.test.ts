import { describe, expect, test } from 'vitest';
import type { PartAnswer } from '../../../contract/evidence.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { expectSums } from '../fixtures/expect-sums.ts';
import { CAMRY, editedWith, inputsOf } from '../fixtures/made-up-lot.ts';

type Car = { year: number; make: string; model: string };
type Side = 'left' | 'right' | 'none';
/** What a person who looked at the car says of a part. */
const said =
  (answer: 'replace' | 'repair') =>
  (category: string, side: Side = 'none'): PartAnswer => ({
    id: `${category}:${side}`,
    kind: 'part_answer',
    category,
    name: null,
    side,
    position: /^(rear|quarter|trunk|liftgate)/.test(category) ? 'rear' : 'front',
    answer,
  });
const [replaced, repaired] = [said('replace'), said('repair')];
const made = (part_answers: PartAnswer[], car: Car = CAMRY): Estimate =>
  editedWith(inputsOf({ vehicle: { ...car, trim: null, body_class: null, fuel: null }, primary: null }), {
    part_answers,
  });
const takenOff = (estimate: Estimate, category: string): EstimateLine[] =>
  estimate.lines.filter(
    (line) => line.category === category && line.operation === 'r_and_i' && line.standing === 'scope',
  );

describe('what comes off', () => {
  test('a replaced fender takes the whole bumper cover off once', () => {
    const estimate = made([replaced('fender', 'left'), replaced('headlamp', 'left')]);
    const [cover, ...more] = takenOff(estimate, 'front_bumper_cover');
    expect(more).toEqual([]);
    expect(cover?.labour?.hours).toEqual({ low: 1.1, likely: 1.55, high: 2 });
    expect(cover?.called_by).toEqual(expect.arrayContaining(['fender:left', 'headlamp:left']));
  });

  test('of the rear stand with the rear: a sensor with its bumper, a trim panel with its door', () => {
    const { lines } = made([replaced('rear_bumper_cover'), replaced('rear_door_shell', 'left')]);
    const rear = lines.filter(({ position, operation }) => position === 'rear' && operation === 'r_and_i');
    expect(rear.length).toBeGreaterThan(0);
    expect(rear.filter(({ section }) => section === 'front_bumper' || section === 'front_doors')).toEqual([]);
  });

  test('a cover that is replaced does not come off by itself', () => {
    const estimate = made([replaced('fender', 'left'), replaced('front_bumper_cover')]);
    expect(takenOff(estimate, 'front_bumper_cover')).toEqual([]);
  });

  test('a part that the car does not have neither comes off nor is calibrated', () => {
    const lacks = (category: string): PartAnswer => ({ ...replaced(category), answer: 'not_fitted' });
    const xc90 = { year: 2022, make: 'Volvo', model: 'XC90' };
    const cover = [replaced('front_bumper_cover')];
    const ids = ({ lines }: Estimate) => lines.map(({ id }) => id);
    expect(takenOff(made(cover, xc90), 'radar_sensor')).toHaveLength(1);
    const without = made([...cover, lacks('radar_sensor')], xc90);
    expect(takenOff(without, 'radar_sensor')).toEqual([]);
    expect(ids(without)).not.toContain('standard:calibrate_front_radar');
    const check = without.checks?.find(({ id }) => id === 'calibrate_front_radar');
    expect(check?.status ?? 'not_fitted').toBe('not_fitted');
  });

  test('a grille behind the cover takes it off, a pickup’s does not', () => {
    expect(takenOff(made([replaced('grille')]), 'front_bumper_cover')).toHaveLength(1);
    const pickup = { year: 2018, make: 'Toyota', model: 'Tacoma' };
    expect(takenOff(made([replaced('grille')], pickup), 'front_bumper_cover')).toEqual([]);
  });

  test('a new grille takes the radar behind it off', () => {
    const xc90 = { year: 2022, make: 'Volvo', model: 'XC90' };
    expect(takenOff(made([replaced('grille')], xc90), 'radar_sensor')).toHaveLength(1);
  });

  test('a shield comes off with the cover, and has no line for a radiator support', () => {
    const estimate = made([replaced('radiator_support')]);
    expect(takenOff(estimate, 'front_bumper_cover')).toHaveLength(1);
    expect(takenOff(estimate, 'undercover')).toEqual([]);
  });

  test('a lid beside a new quarter panel is blended, and what sits on it comes off once', () => {
    const trims = takenOff(made([replaced('quarter_panel', 'left'), repaired('trunk_lid')]), 'trunk_trim');
    expect(trims).toHaveLength(1);
    const rav4 = { year: 2018, make: 'Toyota', model: 'RAV4' };
    const [gate] = takenOff(made([repaired('quarter_panel', 'left')], rav4), 'trunk_trim');
    expect(gate?.called_by).toContain('standard:blend:quarter_panel:left:liftgate');
  });

  test('a liner behind a replaced fender is put back, and a new one stays possible', () => {
    const estimate = made([replaced('fender', 'left')]);
    expect(takenOff(estimate, 'fender_liner').map(({ side }) => side)).toEqual(['left']);
    const renewed = estimate.lines.filter(
      ({ category, operation }) => category === 'fender_liner' && operation === 'replace',
    );
    expect(renewed.map(({ standing }) => standing)).not.toContain('scope');
  });

  test('a new rear cover takes one new reflector, a pickup’s step bumper none', () => {
    const reflectors = (estimate: Estimate) =>
      estimate.lines.filter(({ category, standing }) => category === 'reflector' && standing === 'scope');
    expect(reflectors(made([replaced('rear_bumper_cover')]))).toHaveLength(1);
    const pickup = { year: 2018, make: 'Toyota', model: 'Tacoma' };
    expect(reflectors(made([replaced('rear_bumper_cover')], pickup))).toEqual([]);
  });

  test('a fender’s hood is blended, and its emblem is new where it sits on the hood', () => {
    const names = (car?: Car) => made([replaced('fender', 'left')], car).lines.map(({ id }) => id);
    expect(names()).toContain('standard:blend:fender:left:hood');
    expect(names()).not.toContain('standard:emblem_front');
    expect(names({ year: 2019, make: 'Tesla', model: 'Model 3' })).toContain('standard:emblem_front');
  });

  test('a repaired cover comes off for its own repair', () => {
    expect(takenOff(made([repaired('rear_bumper_cover')]), 'rear_bumper_cover')).toHaveLength(1);
  });

  test('a new door shell brings a mirror and no trim line', () => {
    const estimate = made([replaced('front_door_shell', 'left')]);
    expect(
      takenOff(estimate, 'door_trim_panel').filter(
        ({ side, position }) => side === 'left' && position === 'front',
      ),
    ).toEqual([]);
    expect(takenOff(estimate, 'door_mirror')).toHaveLength(1);
  });

  test('a blended door loses trim and mirror on its own side', () => {
    const estimate = made([replaced('fender', 'left')]);
    expect(takenOff(estimate, 'door_trim_panel').map(({ side }) => side)).toEqual(['left']);
    expect(takenOff(estimate, 'door_mirror').map(({ side }) => side)).toEqual(['left']);
  });

  test('a sedan’s new quarter panel takes out the back glass, an SUV’s the quarter glass', () => {
    const quarter = [replaced('quarter_panel', 'left')];
    expect(takenOff(made(quarter), 'back_glass')).toHaveLength(1);
    const suv = made(quarter, { year: 2018, make: 'Toyota', model: 'RAV4' });
    expect(takenOff(suv, 'back_glass')).toEqual([]);
    expect(takenOff(suv, 'quarter_glass')).toHaveLength(1);
  });

  test('a tailgate’s blended bed sides lose their lamps on both sides', () => {
    const pickup = { year: 2018, make: 'Toyota', model: 'Tacoma' };
    const lamps = takenOff(made([replaced('liftgate')], pickup), 'tail_lamp');
    expect(lamps.map(({ side }) => side).sort()).toEqual(['left', 'right']);
  });

  test('R&I is written in full and counts nothing in the average', () => {
    const estimate = made([replaced('fender', 'left')]);
    for (const line of takenOff(estimate, 'fender_liner')) {
      expect(line.cost.likely).toBeGreaterThan(0);
      expect(line).toMatchObject({ counts: 0, expected_cost: 0 });
    }
    expectSums(estimate);
  });
});

describe('operations of a painted job', () => {
  const written = (estimate: Estimate, id: string) =>
    estimate.lines.find((line) => line.id === `standard:${id}` && line.standing === 'scope');
  const estimate = made([replaced('hood'), replaced('fender', 'left'), repaired('fender', 'right')]);

  test.each(['tint', 'denib', 'battery_disconnect', 'restraint_inspection', 'corrosion_bolted'])(
    'write %s',
    (id) => {
      expect(written(estimate, id)).toBeDefined();
    },
  );

  test('polish .3 hours for each full panel', () => {
    expect(written(estimate, 'denib')?.labour?.hours.likely).toBe(0.9);
  });

  test('feather a repaired metal panel and no plastic cover', () => {
    expect(written(estimate, 'feather_prime_block')?.labour?.hours.likely).toBe(0.5);
    expect(written(made([repaired('front_bumper_cover')]), 'feather_prime_block')).toBeUndefined();
  });

  test('protect no plastic cover from corrosion', () => {
    expect(written(made([replaced('front_bumper_cover')]), 'corrosion_bolted')).toBeUndefined();
  });

  test('protect no bumper bar behind a cover from corrosion', () => {
    const covers = made([replaced('front_bumper_cover'), replaced('front_bumper_reinforcement')]);
    expect(written(covers, 'corrosion_bolted')).toBeUndefined();
  });

  test('aim a headlamp that came off for a fender, once', () => {
    expect(written(made([replaced('fender', 'left')]), 'aim_after_access')).toBeDefined();
    const lamp = made([replaced('fender', 'left'), replaced('headlamp', 'left')]);
    expect(written(lamp, 'aim_after_access')).toBeUndefined();
    expect(written(lamp, 'aim_headlamps')).toBeDefined();
  });

  test('blend both fenders beside a hood', () => {
    const blends = made([replaced('hood')]).lines.filter(({ operation }) => operation === 'blend');
    expect(blends.map(({ name }) => name).sort()).toEqual([
      'Blend adjacent panel (left front fender)',
      'Blend adjacent panel (right front fender)',
    ]);
  });

  test('put a new emblem on a painted trunk lid', () => {
    expect(written(made([repaired('trunk_lid')]), 'emblem')).toMatchObject({ category: 'emblem_rear' });
  });

  test('give the small parts that come with a panel their number and its price', () => {
    const number = {
      number: '75441-06140',
      name: 'Emblem',
      source: 'test list',
      dated: '2026-01-02',
      fit: 'model_year' as const,
      decides: '',
      price: 48.5,
      currency: 'USD',
      superseded_by: null,
      url: null,
      format_ok: true,
    };
    const place = { category: 'emblem_rear', side: 'none', position: 'rear' } as const;
    const inputs = inputsOf({
      vehicle: { ...CAMRY, trim: null, body_class: null, fuel: null },
      primary: null,
      numbers: [{ ...place, numbers: [number] }],
    });
    const emblem = written(editedWith(inputs, { part_answers: [repaired('trunk_lid')] }), 'emblem');
    expect(emblem).toMatchObject({ oem_numbers: [{ number: '75441-06140' }], part_price: { likely: 48.5 } });
    expect(emblem).not.toHaveProperty('oem_missing');
  });
});
