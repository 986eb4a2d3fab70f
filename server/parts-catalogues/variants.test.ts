import { describe, expect, it } from 'vitest';
import type { MappedPart } from '../../contract/part.ts';
import { groupVariants } from './variants.ts';

const part = (changes: Partial<MappedPart>): MappedPart => ({
  number: '63110000001',
  name: 'Headlight, left',
  group: 'headlight',
  side: null,
  position: null,
  quantity: null,
  notes: null,
  price: null,
  currency: null,
  url: null,
  superseded_by: null,
  catalogue: 'imported-file',
  source: 'a listing',
  dated: '2026-01-02',
  fit: 'model_year',
  year_from: 2012,
  year_to: 2018,
  category: 'headlamp',
  mapped_side: 'left',
  mapped_position: 'front',
  ...changes,
});

const only = (parts: MappedPart[]) => groupVariants(parts, 'bmw')[0]?.numbers ?? [];

describe('groupVariants', () => {
  it('leaves a lone number sure by model and year, with nothing to decide', () => {
    expect(groupVariants([part({})], 'bmw')).toMatchObject([
      {
        category: 'headlamp',
        side: 'left',
        position: 'front',
        numbers: [{ number: '63110000001', fit: 'model_year', decides: '', format_ok: true }],
      },
    ]);
  });

  it('keeps every variant and says which words decide', () => {
    const numbers = only([
      part({ name: 'Halogen headlight, left' }),
      part({ number: '63110000002', name: 'Bi-xenon headlight AKL, left' }),
    ]);
    expect(numbers.map(({ number, decides, fit }) => [number, decides, fit])).toEqual([
      ['63110000001', 'halogen', 'needs_option'],
      ['63110000002', 'bi xenon akl', 'needs_option'],
    ]);
  });

  it('lets years, notes and the drawing decide', () => {
    const numbers = only([
      part({ year_to: 2015, group: 'trim cover front' }),
      part({ number: '63110000002', year_from: 2016, notes: 'with fog lamps', group: 'm trim front' }),
    ]);
    expect(numbers.map(({ decides }) => decides)).toEqual([
      '2012–2015 · drawing “trim cover front”',
      '2016–2018 · with fog lamps · drawing “m trim front”',
    ]);
  });

  it('puts the number the VIN proves first', () => {
    const numbers = only([part({}), part({ number: '63110000002', fit: 'exact_vin' })]);
    expect(numbers.map(({ number, fit }) => [number, fit])).toEqual([
      ['63110000002', 'exact_vin'],
      ['63110000001', 'needs_option'],
    ]);
  });

  it('names the successor, and asks no option between a number and its successor', () => {
    const numbers = only([part({ superseded_by: '63110000002' }), part({ number: '63110000002' })]);
    expect(numbers.find(({ number }) => number === '63110000001')?.decides).toBe('replaced by 63110000002');
    expect(numbers.find(({ number }) => number === '63110000002')?.fit).toBe('model_year');
  });

  it('takes upper and lower as two pieces that are both needed', () => {
    const numbers = only([
      part({ name: 'Hinge, upper left', category: 'door_hinge' }),
      part({ number: '41510000002', name: 'Hinge, lower left', category: 'door_hinge' }),
    ]);
    expect(numbers.map(({ fit, decides }) => [fit, decides])).toEqual([
      ['model_year', 'upper'],
      ['model_year', 'lower'],
    ]);
  });

  it('counts a number written twice once, and takes a price where only the repeat has one', () => {
    const numbers = only([part({}), part({ number: '63 11 0 000 001', price: 240.58, currency: 'EUR' })]);
    expect(numbers).toMatchObject([{ number: '63110000001', price: 240.58, currency: 'EUR' }]);
  });

  it('keeps sides and ends apart and leaves out what was not placed', () => {
    const groups = groupVariants(
      [
        part({}),
        part({ number: '63110000002', mapped_side: 'right' }),
        part({ number: '63110000003', mapped_position: 'rear' }),
        part({ number: '63110000004', category: null }),
      ],
      'bmw',
    );
    expect(groups).toHaveLength(3);
  });
});
