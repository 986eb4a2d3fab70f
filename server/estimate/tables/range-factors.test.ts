import fc from 'fast-check';
import { expect, test } from 'vitest';
import { odometerStatusSchema, titleContentSchema } from '../../../contract/evidence.ts';
import { type RangeDamage, type RangeFacts, rangeSpread } from './range-factors.ts';

const WIDE: readonly RangeDamage[] = [
  'all_over',
  'rollover',
  'burn',
  'minor',
  'wear',
  'not_declared',
  'earlier_repair',
];
const facts: fc.Arbitrary<RangeFacts> = fc.record({
  age: fc.option(fc.integer({ min: 0, max: 60 })),
  odometer: fc.option(fc.constantFrom(...odometerStatusSchema.options)),
  title_content: fc.option(fc.constantFrom(...titleContentSchema.options)),
  damage_kind: fc.constantFrom<RangeDamage>(null, 'hail', 'flood', 'mechanical', ...WIDE),
  zones_examined: fc.nat({ max: 9 }),
  zones_declared: fc.nat({ max: 7 }),
});
const extra = (lot: RangeFacts): number => rangeSpread(lot).sd_log_extra;
const neverNarrower = (wider: (lot: RangeFacts) => RangeFacts): void =>
  fc.assert(fc.property(facts, (lot) => extra(wider(lot)) >= extra(lot) - 1e-12));

const ORDINARY: RangeFacts = {
  age: 6,
  odometer: 'actual',
  title_content: 'salvage',
  damage_kind: null,
  zones_examined: 0,
  zones_declared: 1,
};

test('a year more never narrows the range', () => {
  neverNarrower((lot) => ({ ...lot, age: (lot.age ?? 0) + 1 }));
});

test('an odometer that nobody could read never narrows the range', () => {
  neverNarrower((lot) => ({ ...lot, odometer: 'unread' }));
});

test('a clean title never narrows the range', () => {
  neverNarrower((lot) => ({ ...lot, title_content: 'clean' }));
});

test.each(WIDE)('%s is known less well than an impact whose place is named', (damage_kind) => {
  fc.assert(
    fc.property(facts, (lot) => extra({ ...lot, damage_kind }) > extra({ ...lot, damage_kind: null })),
  );
});

test('an examined zone never widens the range', () => {
  fc.assert(
    fc.property(
      facts,
      (lot) => extra({ ...lot, zones_examined: lot.zones_examined + 1 }) <= extra(lot) + 1e-12,
    ),
  );
});

test('each examined zone of a declared damage narrows the range until all are', () => {
  const by = [0, 1, 2, 3].map((zones_examined) => extra({ ...ORDINARY, zones_examined, zones_declared: 3 }));
  expect(by).toEqual([...new Set(by)].toSorted((a, b) => b - a));
  expect(by.at(-1)).toBe(0);
});

test.each([
  ['old_car', { age: 20 }],
  ['odometer_unread', { odometer: 'unread' }],
  ['clean_title', { title_content: 'clean' }],
  ['all_over', { damage_kind: 'all_over' }],
  ['rollover', { damage_kind: 'rollover' }],
  ['burn', { damage_kind: 'burn' }],
  ['minor', { damage_kind: 'minor' }],
  ['not_declared', { damage_kind: 'not_declared', zones_declared: 0 }],
] as const)('%s widens the range and is named first', (code, fact) => {
  const spread = rangeSpread({ ...ORDINARY, ...fact });
  expect(spread.sd_log_extra).toBeGreaterThan(extra(ORDINARY));
  expect(spread.reasons[0]?.code).toBe(code);
});

test('the shares of the reasons add up to one', () => {
  fc.assert(
    fc.property(facts, (lot) => {
      const { sd_log_extra, reasons } = rangeSpread(lot);
      const sum = reasons.reduce((all, { share }) => all + share, 0);
      expect(sum).toBeCloseTo(sd_log_extra > 0 ? 1 : 0, 9);
    }),
  );
});
