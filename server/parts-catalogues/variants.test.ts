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

  it('puts a number that was replaced behind the current ones', () => {
    const numbers = only([
      part({ fit: 'exact_vin', superseded_by: '63110000002' }),
      part({ number: '63110000002', fit: 'exact_vin' }),
      part({ number: '63110000003', fit: 'model_year' }),
    ]);
    expect(numbers.map(({ number }) => number)).toEqual(['63110000002', '63110000003', '63110000001']);
  });

  it('names the successor, and asks no option between a number and its successor', () => {
    const numbers = only([part({ superseded_by: '63110000002' }), part({ number: '63110000002' })]);
    expect(numbers.find(({ number }) => number === '63110000001')?.decides).toBe('replaced by 63110000002');
    expect(numbers.find(({ number }) => number === '63110000002')?.fit).toBe('model_year');
  });

  it('says so where versions differ in nothing the source tells', () => {
    const numbers = only([part({}), part({ number: '63110000002' })]);
    expect(numbers.map(({ decides }) => decides)).toEqual([
      'the source names no difference: check by VIN',
      'the source names no difference: check by VIN',
    ]);
  });

  it('keeps another piece of the category out of the versions, and does not lose it', () => {
    const [group] = groupVariants(
      [
        part({ number: '90570-1AA0A', name: 'Striker, back door lock', price: 10.04 }),
        part({ number: '90500-3JA1A', name: 'Lock & remote control assembly-back door', price: 194.81 }),
        part({ number: '90500-3JA1B', name: 'Lock & remote control assembly-back door' }),
      ],
      'infiniti',
    );
    expect(group?.numbers.map(({ number, fit }) => [number, fit])).toEqual([
      ['90500-3JA1A', 'needs_option'],
      ['90500-3JA1B', 'needs_option'],
    ]);
    expect(group?.other_pieces).toMatchObject([{ number: '90570-1AA0A', fit: 'model_year', decides: '' }]);
  });

  it('takes the kit for the bumper cover and the small cover for a piece beside it', () => {
    const [group] = groupVariants(
      [
        part({ number: '85010-3KA0A', name: 'Cover-rear bumper', price: 27.28 }),
        part({ number: '85022-3JA0H', name: 'Fascia kit-rear bumper' }),
        part({ number: 'H5022-3JA2H', name: 'Fascia kit-rear bumper', price: 567.93 }),
      ],
      'infiniti',
    );
    expect(group?.numbers.map(({ number }) => number)).toEqual(['85022-3JA0H', 'H5022-3JA2H']);
  });

  it('takes upper and lower as two pieces, both kept', () => {
    const [group] = groupVariants(
      [
        part({ name: 'Hinge, upper left', category: 'door_hinge' }),
        part({ number: '41510000002', name: 'Hinge, lower left', category: 'door_hinge' }),
      ],
      'bmw',
    );
    expect([...(group?.numbers ?? []), ...(group?.other_pieces ?? [])].map(({ fit }) => fit)).toEqual([
      'model_year',
      'model_year',
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

  it('tells the whole chain of successors, and stops where it comes round', () => {
    const chain = [
      part({ number: '63110000001', superseded_by: '63110000002' }),
      part({ number: '63110000002', superseded_by: '63110000003' }),
      part({ number: '63110000003', superseded_by: '63110000001' }),
    ];
    expect(only(chain).map(({ decides }) => decides)).toContainEqual(
      expect.stringContaining('replaced by 63110000002, and that by 63110000003'),
    );
  });

  it('hands on where a price came from and what other sources say', () => {
    const price_from = { source: 'A shop', dated: '2026-11-02', url: null };
    const also = ['A shop (2026-11-02): fits this VIN'];
    expect(only([part({ price: 240, price_from, also })])).toMatchObject([{ price: 240, price_from, also }]);
  });
});
