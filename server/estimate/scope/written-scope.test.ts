import { describe, expect, test } from 'vitest';
import type { PartAnswer } from '../../../contract/evidence.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { expectSums } from '../fixtures/expect-sums.ts';
import { CAMRY, editedWith, finding, inputsOf, type MadeUpLot, madeOf } from '../fixtures/made-up-lot.ts';

const car = (make: string, model: string, year: number, fuel: string | null = null) => ({
  vehicle: { make, model, year, trim: null, body_class: null, fuel },
});
const answer = (
  category: string,
  said: PartAnswer['answer'],
  side: PartAnswer['side'] = 'none',
): PartAnswer => ({
  id: `${category}:${side}`,
  kind: 'part_answer',
  category,
  name: null,
  side,
  position: 'none',
  answer: said,
});
const scope = ({ lines }: Estimate): EstimateLine[] => lines.filter(({ standing }) => standing === 'scope');
const any = ({ lines }: Estimate, id: string): boolean => lines.some((line) => line.id.startsWith(`${id}:`));

describe('a part that the car does not have is neither written nor possible', () => {
  test.each<[string, MadeUpLot, string]>([
    [
      'a suspension arm on a leaf axle',
      { ...car('Ford', 'F-150', 2018), primary: 'LEFT REAR' },
      'rear_axle_arm',
    ],
    [
      'a knuckle on a torsion beam',
      { ...car('Toyota', 'Corolla', 2015), primary: 'LEFT REAR' },
      'rear_knuckle_hub',
    ],
    [
      'a propeller shaft on front-wheel drive',
      { ...car('Nissan', 'Altima', 2016), primary: 'UNDERCARRIAGE' },
      'driveshaft_underbody',
    ],
    [
      'a propeller shaft on an electric car',
      { ...car('Ford', 'Mustang Mach-E', 2022, 'Electric'), primary: 'UNDERCARRIAGE' },
      'driveshaft_underbody',
    ],
    ['a front radar on a Subaru', { ...car('Subaru', 'Outback', 2020), primary: 'FRONT END' }, 'radar_front'],
    [
      'fog lamps where no trim has them',
      { ...car('Chevrolet', 'Malibu', 2018), primary: 'FRONT END' },
      'fog_drl_lamp',
    ],
  ])('%s', (_, lot, id) => {
    expect(any(madeOf(lot), id)).toBe(false);
  });

  test('a radar at the corners of a Tesla, whose calibration is not written either', () => {
    const model3 = madeOf({ ...car('Tesla', 'Model 3', 2022, 'Electric'), primary: 'REAR END' });
    expect(any(model3, 'blind_spot_radar')).toBe(false);
    expect(model3.lines.map(({ id }) => id)).not.toContain('standard:calibrate_blind_spot');
  });

  test('fog lamps of upper trims are possible and not written', () => {
    const civic = madeOf({ ...car('Honda', 'Civic', 2018), primary: 'FRONT END' });
    expect(any(civic, 'fog_drl_lamp')).toBe(true);
    expect(scope(civic).filter(({ category }) => category === 'fog_lamp_front')).toEqual([]);
  });
});

describe('without a deployment', () => {
  test('no belt, module or dash is written, and one inspection is', () => {
    const lines = scope(madeOf({ airbags: 'intact' }));
    expect(lines.filter(({ category }) => /seat_belt|airbag_module|instrument/.test(category ?? ''))).toEqual(
      [],
    );
    expect(lines.map(({ id }) => id)).toContain('standard:restraint_inspection');
  });
});

describe('what only the declaration speaks for', () => {
  const UNDERNEATH = /frame_rail|apron|rail|pillar|floor|strut|control_arm|knuckle|subframe|rear_body_panel/;
  const underneath = (estimate: Estimate): string[] =>
    scope(estimate).flatMap(({ category, operation, part_type }) =>
      category && UNDERNEATH.test(category) && (operation === 'section' || part_type !== 'none')
        ? [category]
        : [],
    );

  test.each(['FRONT END', 'LEFT SIDE', 'REAR END', 'UNDERCARRIAGE'])(
    'is no welded structure and no suspension: %s',
    (primary) => {
      const estimate = madeOf({ primary, airbags: 'intact' });
      expect(underneath(estimate)).toEqual([]);
      expect(
        estimate.lines.some(
          ({ category, standing }) => UNDERNEATH.test(category ?? '') && standing === 'possible',
        ),
      ).toBe(true);
      expect(estimate.lines.find(({ id }) => id === 'standard:set_up_and_measure')?.standing).not.toBe(
        'scope',
      );
      expectSums(estimate);
    },
  );

  test('is written behind a panel that the user says is damaged', () => {
    const known = editedWith(inputsOf({ primary: 'REAR END', airbags: 'intact' }), {
      part_answers: [answer('rear_bumper_cover', 'replace'), answer('trunk_lid', 'replace')],
    });
    expect(underneath(known)).toContain('rear_body_panel');
  });

  test('is no airbag where nothing says that one went off, and the trim it tears is put with it', () => {
    const restraints = (estimate: Estimate): string[] =>
      scope(estimate).flatMap(({ category, operation }) =>
        operation === 'replace' && /airbag|seat_belt|headliner/.test(category ?? '') ? [category ?? ''] : [],
      );
    expect(restraints(madeOf({ primary: 'LEFT SIDE' }))).toEqual([]);
    expect(restraints(madeOf({ primary: 'LEFT SIDE', airbags: 'deployed' }))).toEqual(
      expect.arrayContaining(['airbag_curtain', 'headliner']),
    );
    expect(restraints(madeOf({ primary: 'FRONT END', airbags: 'deployed' }))).not.toContain('headliner');
  });
});

describe('an electric car', () => {
  test('whose airbags went off has a new fuse and is stored apart, another car neither', () => {
    const ids = (lot: MadeUpLot) =>
      scope(madeOf({ ...lot, primary: 'FRONT END', airbags: 'deployed' })).map(({ id }) => id);
    const fuse = ['standard:pyro_fuse', 'standard:storage'];
    expect(ids(car('Tesla', 'Model 3', 2022, 'Electric'))).toEqual(expect.arrayContaining(fuse));
    expect(ids(car('Toyota', 'Camry', 2022)).filter((id) => fuse.includes(id))).toEqual([]);
  });

  test('has its high voltage disabled once, for a new lid and for welding', () => {
    const model3 = inputsOf({ ...car('Tesla', 'Model 3', 2022, 'Electric'), primary: null });
    const disabled = (...part_answers: PartAnswer[]) =>
      scope(editedWith(model3, { part_answers })).filter(({ id }) => id.startsWith('standard:hv_disable'));
    expect(disabled(answer('trunk_lid', 'replace'))).toHaveLength(1);
    expect(disabled(answer('trunk_lid', 'replace'), answer('quarter_panel', 'replace', 'left'))).toHaveLength(
      1,
    );
    expect(disabled(answer('hood', 'replace'))).toEqual([]);
  });
});

describe('a written part', () => {
  const parts = (lot: MadeUpLot, answers: PartAnswer[]) =>
    new Map(
      scope(editedWith(inputsOf({ primary: null, ...lot }), { part_answers: answers }))
        .filter(({ part_type }) => part_type !== 'none')
        .map((line) => [line.category, line]),
    );
  const both = [
    answer('quarter_panel', 'replace', 'left'),
    answer('front_bumper_cover', 'replace'),
    answer('headlamp', 'replace', 'left'),
  ];

  test('has one type and its price: quarters new, covers aftermarket, lamps used', () => {
    const old = parts(car('Toyota', 'Camry', 2016), both);
    expect(old.get('quarter_panel')?.part_type).toBe('oem');
    expect(old.get('front_bumper_cover')?.part_type).toBe('aftermarket');
    expect(old.get('headlamp')?.part_type).toBe('recycled');
  });

  test('is no copy where a radar looks through the grille or the fender is of aluminum', () => {
    const typeOf = (lot: MadeUpLot, category: string) =>
      parts(lot, [answer('grille', 'replace'), answer('fender', 'replace', 'left')]).get(category)?.part_type;
    expect(typeOf(car('Volvo', 'XC90', 2019), 'grille')).toBe('oem');
    expect(typeOf(car('Subaru', 'Outback', 2019), 'grille')).toBe('aftermarket');
    expect(typeOf(car('Ford', 'F-150', 2018), 'fender')).toBe('oem');
    expect(typeOf(car('Toyota', 'Camry', 2018), 'fender')).toBe('aftermarket');
  });

  test('is new on a car of this year and on an electric one', () => {
    for (const lot of [car('Toyota', 'Camry', 2026), car('Tesla', 'Model 3', 2018, 'Electric')])
      for (const category of ['front_bumper_cover', 'headlamp'])
        expect(parts(lot, both).get(category)?.part_type).toBe('oem');
  });

  test('with its price set to itself leaves the forecast as it was', () => {
    const inputs = inputsOf({ primary: 'FRONT END' });
    const set = (figures: object) => editedWith(inputs, { changed: { 'front_bumper_cover:none': figures } });
    const before = madeOf({ primary: 'FRONT END' }).lines.find(({ id }) => id === 'front_bumper_cover:none');
    const price = before?.part_price?.likely ?? 0;
    const hours = before?.labour?.hours.likely ?? 0;
    expect(set({ part_price: price }).total).toEqual(set({ labour_hours: hours }).total);
  });

  test('follows the price level of the year the estimate is written in', () => {
    const at = (written_in: number) =>
      scope(
        editedWith(inputsOf({ ...car('Toyota', 'Camry', 2012), primary: null, written_in }), {
          part_answers: [answer('quarter_panel', 'replace', 'left')],
        }),
      ).find(({ category }) => category === 'quarter_panel')?.part_price?.likely ?? 0;
    expect(at(2026)).toBeGreaterThan(1.2 * at(2015));
  });
});

test('an electric car’s traction battery is named as possible and written nowhere', () => {
  const battery = ({ facts = [] }: Estimate) => facts.filter(({ code }) => code === 'traction_battery');
  const machE = madeOf({ ...car('Ford', 'Mustang Mach-E', 2022, 'Electric'), primary: 'UNDERCARRIAGE' });
  expect(battery(machE)).toHaveLength(1);
  expect(scope(machE).filter(({ name }) => /traction battery(?! case)/i.test(name))).toEqual([]);
  expect(battery(madeOf({ ...car('Toyota', 'Camry', 2018), primary: 'FRONT END' }))).toEqual([]);
});

test('tail lamps are priced by light source, and hoods by their public prices', () => {
  const lamp = (year: number): number =>
    scope(
      editedWith(inputsOf({ ...car('Toyota', 'Camry', year), primary: null, written_in: year }), {
        part_answers: [answer('tail_lamp', 'replace', 'left')],
      }),
    ).find(({ category }) => category === 'tail_lamp')?.part_price?.likely ?? 0;
  expect(lamp(2021)).toBeGreaterThan(2 * lamp(2014));
});

describe('photos of a damage', () => {
  const hood = (severity: 1 | 2 | 3 | 4) =>
    madeOf({
      primary: 'FRONT END',
      findings: [finding('hood', { severity, operation: 'repair', confidence: 0.95 })],
    }).lines.find(({ id }) => id === 'hood:none');

  test('give more hours the heavier it is, and a new part at the end', () => {
    const [light, middling, heavy] = [hood(1), hood(2), hood(3)].map(
      (line) => line?.labour?.hours.likely ?? 0,
    );
    expect(light).toBeLessThan(middling ?? 0);
    expect(middling).toBeLessThan(heavy ?? 0);
    expect(hood(4)?.operation).toBe('replace');
  });

  test('outside of the declared place are written where it is heavy', () => {
    const door = finding('rear_door_shell', { side: 'left', severity: 3, confidence: 0.9, position: 'rear' });
    const lines = scope(madeOf({ vehicle: CAMRY, primary: 'FRONT END', findings: [door] }));
    expect(lines.map(({ category }) => category)).toContain('rear_door_shell');
  });
});

describe('a scope past the value of the car', () => {
  const worn = { vehicle: { ...CAMRY, year: 2008 }, mileage: 210_000 };
  const estimate = madeOf({
    ...worn,
    primary: 'FRONT END',
    secondary: 'ALL OVER',
    airbags: 'deployed',
    run: 'stationary',
  });

  test('is closed: at least so much, and no welded structure line by line', () => {
    expect(estimate.outcome?.at_least).toBe(true);
    const structural = scope(estimate).filter(
      ({ labour, block }) => labour?.type === 'structural' && block !== 'standard',
    );
    expect(structural).toEqual([]);
    expectSums(estimate);
  });

  test('of a car worth more stays open', () => {
    expect(madeOf({ primary: 'FRONT END', airbags: 'intact' }).outcome?.at_least).toBeUndefined();
  });
});
