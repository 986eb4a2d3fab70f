import { describe, expect, it } from 'vitest';
import { numberToldWords } from '../../../contract/report-view/number-side.ts';
import { supersessionChain } from '../../../contract/report-view/supersession.ts';
import type { MappedPart } from '../../../contract/schemas/part.ts';
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
        numbers: [{ number: '63110000001', fit: 'model_year', format_ok: true }],
      },
    ]);
    expect(only([part({})])[0]?.told_by).toBeUndefined();
  });

  it('keeps every variant and says which words decide', () => {
    const numbers = only([
      part({ name: 'Halogen headlight, left' }),
      part({ number: '63110000002', name: 'Bi-xenon headlight AKL, left' }),
    ]);
    expect(numbers.map((one) => [one.number, numberToldWords(one), one.fit])).toEqual([
      ['63110000001', 'halogen', 'needs_option'],
      ['63110000002', 'bi xenon akl', 'needs_option'],
    ]);
  });

  it('lets years, notes and the drawing decide', () => {
    const numbers = only([
      part({ year_to: 2015, group: 'trim cover front' }),
      part({ number: '63110000002', year_from: 2016, notes: 'with fog lamps', group: 'm trim front' }),
    ]);
    expect(numbers.map(numberToldWords)).toEqual([
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
    expect(numbers.find(({ number }) => number === '63110000001')?.told_by).toEqual({
      replaced_by: ['63110000002'],
    });
    expect(numbers.find(({ number }) => number === '63110000002')?.fit).toBe('model_year');
  });

  it('says so where versions differ in nothing the source tells', () => {
    const numbers = only([part({}), part({ number: '63110000002' })]);
    expect(numbers.map(numberToldWords)).toEqual([
      'the source names no difference: check by VIN',
      'the source names no difference: check by VIN',
    ]);
  });

  it('keeps another piece of the category out of the versions, and does not lose it', () => {
    const latch = { category: 'trunk_latch', mapped_side: 'none' as const };
    const [group] = groupVariants(
      [
        part({ ...latch, number: '90570-1AA0A', name: 'Striker, back door lock', price: 10.04 }),
        part({
          ...latch,
          number: '90500-3JA1A',
          name: 'Lock & remote control assembly-back door',
          price: 194.81,
        }),
        part({ ...latch, number: '90500-3JA1B', name: 'Lock & remote control assembly-back door' }),
      ],
      'infiniti',
    );
    expect(group?.numbers.map(({ number, fit }) => [number, fit])).toEqual([
      ['90500-3JA1A', 'needs_option'],
      ['90500-3JA1B', 'needs_option'],
    ]);
    expect(group?.other_pieces).toMatchObject([{ number: '90570-1AA0A', fit: 'model_year' }]);
  });

  it('takes the kit for the bumper cover and the small cover for a piece beside it', () => {
    const bumper = { category: 'rear_bumper_cover', mapped_side: 'none' as const };
    const [group] = groupVariants(
      [
        part({ ...bumper, number: '85010-3KA0A', name: 'Cover-rear bumper', price: 27.28 }),
        part({ ...bumper, number: '85022-3JA0H', name: 'Fascia kit-rear bumper' }),
        part({ ...bumper, number: 'H5022-3JA2H', name: 'Fascia kit-rear bumper', price: 567.93 }),
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

  it('keeps a piece of the part beside it, and gives no number where the source lists only pieces', () => {
    const mirror = { category: 'door_mirror', mapped_position: 'none' as const };
    const body = part({ ...mirror, number: '96354-4GA0A', name: 'Body-door mirror,lh', price: 47.12 });
    const whole = part({ ...mirror, number: '96302-4GR1A', name: 'Door mirror assembly-lh' });
    const numbersOf = (parts: MappedPart[]) =>
      groupVariants(parts, 'infiniti').map(({ numbers, other_pieces }) =>
        [numbers, other_pieces].map((all) => all.map(({ number }) => number)),
      );
    expect(numbersOf([body, whole])).toEqual([[['96302-4GR1A'], ['96354-4GA0A']]]);
    expect(numbersOf([body])).toEqual([[[], ['96354-4GA0A']]]);
  });

  it.each([
    ['wiring_harness', 'Bracket, wire harness', 'Wire harness, front bumper'],
    ['door_mirror', 'Glass, door mirror', 'Mirror assembly, outside'],
    ['tail_lamp', 'Bulb socket, tail lamp', 'Combination lamp assembly-rear'],
    ['front_bumper_cover', 'Clip, front bumper cover', 'Fascia-front bumper'],
  ])('never gives the number of a piece for the %s: %s', (category, piece, whole) => {
    const place = { category, mapped_side: 'none' as const };
    // The piece dearer, named first and called an assembly: nothing but its noun tells.
    const small = part({ ...place, number: '24093-4GA0A', name: `${piece} assembly`, price: 900 });
    const entire = part({ ...place, number: '24023-4GA0A', name: whole, price: 300 });
    const numbersOf = (parts: MappedPart[]) =>
      groupVariants(parts, null).map(({ numbers, other_pieces }) =>
        [numbers, other_pieces].map((all) => all.map(({ number }) => number)),
      );
    expect(numbersOf([small, entire])).toEqual([[['24023-4GA0A'], ['24093-4GA0A']]]);
    expect(numbersOf([small])).toEqual([[[], ['24093-4GA0A']]]);
  });

  it('takes a name without a side for another piece where the source tells sides, unless it is the same one', () => {
    const bracket = { category: 'front_bumper_bracket' };
    const stay = part({ ...bracket, number: '62211-4GA0A', name: 'Stay-front bumper,lh' });
    const retainer = part({
      ...bracket,
      number: '62294-1MA0A',
      name: 'Retainer-front bumper side',
      mapped_side: 'none',
    });
    const shop = part({ ...retainer, number: '62210-4GA9A', name: 'Front bumper stay' });
    const groups = groupVariants([stay, retainer, shop], 'infiniti');
    expect(groups.map(({ side, numbers }) => [side, numbers.map(({ number }) => number)])).toEqual([
      ['left', ['62211-4GA0A']],
      ['none', ['62210-4GA9A']],
    ]);
    expect(groups[1]?.other_pieces.map(({ number }) => number)).toEqual(['62294-1MA0A']);
    expect(groupVariants([retainer], 'infiniti')[0]?.numbers).toHaveLength(1);
  });

  it('keeps the middle of a part a car has one of, though its ends have sides', () => {
    const support = { category: 'radiator_support', mapped_side: 'none' as const };
    const center = part({ ...support, number: '62501-4GA0A', name: 'Support-radiator core center' });
    const end = part({
      ...support,
      number: 'F2521-4GAMA',
      name: 'Support-radiator core side,lh',
      mapped_side: 'left',
    });
    expect(groupVariants([center, end], 'infiniti')[0]?.numbers).toMatchObject([{ number: '62501-4GA0A' }]);
  });

  it('keeps a shroud out of the versions of the fan, though the maker numbers both alike', () => {
    const fan = { category: 'radiator_fan', mapped_side: 'none' as const };
    const [group] = groupVariants(
      [
        part({ ...fan, number: '21483-4GA0A', name: 'Shroud assembly-radiator', price: 146.91 }),
        part({ ...fan, number: '21481-4GA0A', name: 'Motor & fan assembly-w/shroud', price: 331.73 }),
      ],
      'infiniti',
    );
    expect(group?.numbers).toMatchObject([{ number: '21481-4GA0A', fit: 'model_year' }]);
    expect(group?.other_pieces).toMatchObject([{ number: '21483-4GA0A' }]);
  });

  it('tells the lower arm from the upper one', () => {
    const arm = { category: 'control_arm' };
    const [group] = groupVariants(
      [
        part({ ...arm, number: '54525-JL00C', name: 'Link compl-front suspension,upper lh', price: 76.26 }),
        part({ ...arm, number: '54501-1BD2B', name: 'Link completetransverse,lh', price: 178.95 }),
      ],
      'infiniti',
    );
    expect(group?.numbers.map(({ number }) => number)).toEqual(['54501-1BD2B']);
  });

  it('says for which side of the car a number is', () => {
    expect(only([part({})])).toMatchObject([{ side: 'left' }]);
    expect(only([part({ mapped_side: 'none' })])[0]).not.toHaveProperty('side');
  });

  it('tells the whole chain of successors, and stops where it comes round', () => {
    const chain = [
      part({ number: '63110000001', superseded_by: '63110000002' }),
      part({ number: '63110000002', superseded_by: '63110000003' }),
      part({ number: '63110000003', superseded_by: '63110000001' }),
    ];
    expect(only(chain).map(supersessionChain)).toContain('63110000001 → 63110000002 → 63110000003');
  });

  it('follows successors to wherever their source lists them', () => {
    const chain = [
      part({ superseded_by: '63110000002' }),
      part({ number: '63110000002', superseded_by: '63110000003', category: null }),
    ];
    expect(only(chain).map(supersessionChain)).toEqual(['63110000001 → 63110000002 → 63110000003']);
  });

  it('names all of several successors, and follows none of them', () => {
    const numbers = only([
      part({ superseded_by: '63110000002', superseded_also: ['63110000003'] }),
      part({ number: '63110000002', superseded_by: '63110000004' }),
    ]);
    expect(numbers.map(supersessionChain)).toContain('63110000001 → 63110000002, 63110000003');
  });

  it('hands on where a price came from and what other sources say', () => {
    const price_from = { source: 'A shop', dated: '2026-11-02', url: null };
    const also = ['A shop (2026-11-02): fits this VIN'];
    expect(only([part({ price: 240, price_from, also })])).toMatchObject([{ price: 240, price_from, also }]);
  });
});

describe('numbers of estimates', () => {
  const estimated = (
    number: string,
    from_estimate: 'this_car' | 'similar_car',
    name = 'Headlamp assy, left',
  ) =>
    part({
      number,
      name,
      catalogue: `kept-estimates ${from_estimate}`,
      fit: from_estimate === 'this_car' ? 'exact_vin' : 'unknown',
      from_estimate,
    });

  it('of this very car come first, also where catalogs call another piece the whole', () => {
    const [group] = groupVariants(
      [part({ name: 'Headlight assembly, left' }), estimated('63110000002', 'this_car', 'Lamp upper, left')],
      'bmw',
    );
    expect(group?.numbers).toMatchObject([{ number: '63110000002', fit: 'exact_vin' }]);
    expect(group?.other_pieces.map(({ number }) => number)).toEqual(['63110000001']);
  });

  it('stand in no drawing where their estimate has no heading over them', () => {
    const [first] = only([{ ...estimated('63110000002', 'this_car'), group: '' }, part({})]);
    expect(first?.told_by).not.toHaveProperty('drawing');
  });

  it('of similar cars are no versions, and change nothing of those that are', () => {
    const alone = groupVariants([part({})], 'bmw')[0];
    const beside = groupVariants([part({}), estimated('63110000002', 'similar_car')], 'bmw')[0];
    expect(beside).toEqual({
      ...alone,
      similar: [expect.objectContaining({ number: '63110000002', from_estimate: 'similar_car' })],
    });
  });

  it('of similar cars alone are of a part without a number', () => {
    const [group] = groupVariants([estimated('63110000002', 'similar_car')], 'bmw');
    expect(group).toMatchObject({ numbers: [], other_pieces: [], similar: [{ number: '63110000002' }] });
  });
});
