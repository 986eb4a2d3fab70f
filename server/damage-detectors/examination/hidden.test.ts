import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../contract/schemas/damage.ts';
import { CATEGORIES } from '../../categories/generic-categories.ts';
import { PRIOR_PARTS } from '../declared/declared-prior.ts';
import { hiddenBehind } from './hidden.ts';

const car = { year: 2019, body_class: 'sedan' as const, fuel: 'gasoline', doors: 4, engine: null };
const all = new Set(CATEGORIES.map((category) => category.id));
const seen = (over: Partial<Finding> = {}): Finding => ({
  category: 'hood',
  side: 'none',
  position: 'front',
  status: 'visible',
  basis: 'photos',
  types: ['crease'],
  severity: 3,
  operation: 'replace',
  probability: 0.9,
  evidence: [{ photo: 1, box: null, kind: 'model_box' }],
  ...over,
});

describe('hidden parts', () => {
  it('come from the prior of the trigger’s zone and severity, with the trigger named', () => {
    const support = hiddenBehind([seen()], [], car, all).find(
      (entry) => entry.category === 'radiator_support',
    );
    const prior = PRIOR_PARTS.find((part) => part.id === 'radiator_support')?.zones.F?.[1] ?? 0;
    expect(support).toMatchObject({ status: 'likely_hidden', basis: 'photos', evidence: [], severity: null });
    expect(support?.probability).toBeCloseTo((prior / 100) * 0.9);
    expect(support?.because?.from).toMatchObject({ code: 'hidden_behind', part: { category: 'hood' } });
  });

  it('grow likelier with the severity of the trigger', () => {
    const chance = (severity: 2 | 3 | 4) =>
      hiddenBehind([seen({ severity })], [], car, all).find((entry) => entry.category === 'radiator_support')
        ?.probability ?? 0;
    expect(chance(2)).toBeLessThan(chance(3));
    expect(chance(3)).toBeLessThan(chance(4));
  });

  it('take the side of a sided trigger', () => {
    const rails = hiddenBehind(
      [seen({ category: 'fender', side: 'left', severity: 4 })],
      [],
      car,
      all,
    ).filter((entry) => entry.category === 'frame_rail_front');
    expect(rails.map((rail) => rail.side)).toEqual(['left']);
  });

  it.each([
    ['a scratch', { types: ['scratch' as const], severity: 2 }],
    ['a cosmetic mark', { severity: 1 }],
    ['a doubtful finding', { probability: 0.45 }],
    ['a seat', { category: 'seat_front' }],
  ])('do not follow from %s', (_, over) => {
    expect(hiddenBehind([seen(over)], [], car, all)).toEqual([]);
  });

  const behind = (over: Partial<Finding>): string[] =>
    hiddenBehind([seen({ position: 'none', types: ['deployed'], severity: 4, ...over })], [], car, all)
      .map(({ category, side, name }) => [name ?? category, side].join(' '))
      .sort();

  it('follow from a driver bag that went off: module, belts, clock spring, impact sensors', () => {
    expect(behind({ category: 'airbag_driver', side: 'left' })).toEqual([
      'airbag_module none',
      'airbag_sensor unknown',
      'clock_spring none',
      'seat_belt_front unknown',
    ]);
  });

  it('follow from a curtain that went off: headliner, and trims and sensor of its side', () => {
    expect(behind({ category: 'airbag_curtain', side: 'left' })).toEqual([
      'Pillar trim beside the curtain airbag left',
      'airbag_module none',
      'airbag_sensor left',
      'headliner none',
      'seat_belt_front unknown',
    ]);
  });

  it('follow from a seat bag that went off: the cover and frame it came through', () => {
    expect(behind({ category: 'airbag_side', side: 'right' })).toContain(
      'Front seat back cover and frame right',
    );
  });

  it('named by the model count only behind a trigger that was seen', () => {
    const named = [
      { category: 'battery', trigger: 'hood' },
      { category: 'fuel_tank', trigger: 'tail_lamp' },
    ];
    const found = hiddenBehind([seen({ severity: 2 })], named, car, all);
    expect(found.find((entry) => entry.category === 'battery')?.operation).toBe('inspect');
    expect(found.find((entry) => entry.category === 'fuel_tank')).toBeUndefined();
  });

  it('are never parts that a photo shows or the car can’t have', () => {
    const shown = [seen(), seen({ category: 'radiator_support', types: ['buckled'] })];
    const without = new Set([...all].filter((id) => id !== 'ac_condenser'));
    const found = hiddenBehind(shown, [], car, without).map((entry) => entry.category);
    expect(found).not.toContain('radiator_support');
    expect(found).not.toContain('ac_condenser');
  });
});
