import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NumberToldBy, OemNumber } from '../../../contract/schemas/estimate.ts';
import type { DecodedVin, Vehicle } from '../../../contract/schemas/vehicle.ts';
import { type AskedLine, optionQuestions } from './option-questions.ts';

const DECODED: DecodedVin = {
  vin: 'JN1AA0AA0KM000000',
  masked: false,
  check_digit_ok: true,
  make: 'Nissan',
  model: 'Rogue',
  year: 2019,
  trim: null,
  series: null,
  body_class: 'SUV',
  doors: 4,
  vehicle_type: null,
  engine: '2.5L 4-cylinder',
  fuel: 'Gasoline',
  drive: 'AWD/All-Wheel Drive',
  plant: null,
};
const VEHICLE: Vehicle = {
  year: 2019,
  make: 'Nissan',
  make_key: 'nissan',
  model: 'Rogue',
  trim: null,
  body_style: null,
  body_class: 'suv',
  engine: null,
  drive: null,
  transmission: null,
  fuel: null,
  color: null,
  vin: null,
  vin_masked: false,
  decoded: null,
  disagreements: [],
};
const WITH_VIN: Vehicle = { ...VEHICLE, decoded: DECODED };

const number = (id: string, name: string, told: string | NumberToldBy = {}): OemNumber => ({
  number: id,
  name,
  source: 'Test catalogue',
  dated: '2026-01-01',
  fit: 'needs_option',
  told_by: typeof told === 'string' ? { note: told } : told,
  price: null,
  currency: null,
  superseded_by: null,
  url: null,
  format_ok: true,
});
const line = (id: string, ...oem_numbers: OemNumber[]): AskedLine => ({ id, category: null, oem_numbers });
const asked = (vehicle: Vehicle, ...lines: AskedLine[]) => optionQuestions(lines, vehicle);
const leaves = (questions: ReturnType<typeof asked>, question: string, answer: string) =>
  questions.find(({ id }) => id === question)?.answers.find(({ id }) => id === answer)?.leaves;

describe('an option question', () => {
  test('is asked once for all lines whose numbers an option tells apart', () => {
    const questions = asked(
      VEHICLE,
      line('cover', number('A', 'Cover', 'w/fog lamp'), number('B', 'Cover', 'w/o fog lamp')),
      line('grille', number('C', 'Grille, fog lamp'), number('D', 'Grille')),
    );
    expect(questions.map(({ id }) => id)).toEqual(['fog_lamps']);
    expect(leaves(questions, 'fog_lamps', 'yes')).toEqual({ cover: ['A'], grille: ['C'] });
    expect(leaves(questions, 'fog_lamps', 'no')).toEqual({ cover: ['B'], grille: ['D'] });
  });

  test('keeps a number that says nothing where its siblings say both', () => {
    const questions = asked(
      VEHICLE,
      line(
        'cover',
        number('A', 'Cover', 'with sonar'),
        number('B', 'Cover', 'without sonar'),
        number('C', 'Cover'),
      ),
    );
    expect(leaves(questions, 'parking_sensors', 'yes')).toEqual({ cover: ['A', 'C'] });
    expect(leaves(questions, 'parking_sensors', 'no')).toEqual({ cover: ['B', 'C'] });
  });

  test('reads "without" only of what it stands before', () => {
    const questions = asked(
      VEHICLE,
      line(
        'cover',
        number('A', 'Cover', 'w/o sonar, w/fog lamp'),
        number('B', 'Cover', 'w/sonar, w/o fog lamp'),
      ),
    );
    expect(leaves(questions, 'fog_lamps', 'yes')).toEqual({ cover: ['A'] });
    expect(leaves(questions, 'parking_sensors', 'yes')).toEqual({ cover: ['B'] });
  });

  test.each([
    ['NO FOG LAMP'],
    ['non-fog lamp'],
    ['fog lamp: without'],
    ['FOG LAMP NO'],
    ['fog lamps not fitted'],
    ['FOG LAMP DELETE'],
    ['w/o parking sensors and fog lamps'],
    ['without parking sensors or fog lamps, LED'],
  ])('reads "%s" as without, also where its sibling says nothing', (says) => {
    const questions = asked(VEHICLE, line('cover', number('A', 'Cover', says), number('B', 'Cover')));
    expect(leaves(questions, 'fog_lamps', 'no')).toEqual({ cover: ['A'] });
    expect(leaves(questions, 'fog_lamps', 'yes')).toEqual({ cover: ['B'] });
  });

  test.each([
    ['NO.1 FOG LAMP'],
    ['fog lamp no. 2'],
    ['fog lamp w/o washer'],
    ['w/o sonar & w/fog lamp'],
    ['without sonar and with fog lamps'],
    ['fog lamp, without parking sensors'],
  ])('reads "%s" as with', (says) => {
    const questions = asked(VEHICLE, line('cover', number('A', 'Cover', says), number('B', 'Cover')));
    expect(leaves(questions, 'fog_lamps', 'yes')).toEqual({ cover: ['A'] });
  });

  test('is not asked where the words tell nothing apart: that stays to be checked by VIN', () => {
    const nothing = 'the source names no difference: check by VIN';
    expect(
      asked(VEHICLE, line('a', number('A', 'Heated mirror', nothing), number('B', 'Heated mirror', nothing))),
    ).toEqual([]);
  });

  test('is not asked of the option itself', () => {
    const lamp = {
      ...line('lamp', number('A', 'Fog lamp'), number('B', 'Lamp')),
      category: 'fog_lamp_front',
    };
    expect(asked(VEHICLE, lamp)).toEqual([]);
  });

  test('offers the packages the source names, and none of them', () => {
    const [question] = asked(
      VEHICLE,
      line(
        'cover',
        number('A', 'Cover'),
        number('B', 'Cover, M Sport'),
        number('C', 'Cover', { drawing: 'm trim front' }),
      ),
    );
    expect(question?.answers.map(({ id, leaves: left }) => [id, left])).toEqual([
      ['m_sport', { cover: ['B', 'C'] }],
      ['other', { cover: ['A'] }],
    ]);
  });

  test('asks for the month at which one number ends and the next begins', () => {
    const questions = asked(
      VEHICLE,
      line('lamp', number('A', 'Lamp', 'to 02/2019'), number('B', 'Lamp', 'from 03/2019')),
    );
    expect(questions.map(({ id, asked: about }) => [id, about])).toEqual([
      ['built:2019-03', { code: 'built_from', month: '2019-03' }],
    ]);
    expect(leaves(questions, 'built:2019-03', 'yes')).toEqual({ lamp: ['B'] });
    expect(leaves(questions, 'built:2019-03', 'no')).toEqual({ lamp: ['A'] });
  });

  test('reads months that stand behind their year', () => {
    const questions = asked(
      VEHICLE,
      line('lamp', number('A', 'Lamp', '2014/08-2016/06'), number('B', 'Lamp', '2016.07-')),
    );
    expect(leaves(questions, 'built:2016-07', 'yes')).toEqual({ lamp: ['B'] });
    expect(leaves(questions, 'built:2016-07', 'no')).toEqual({ lamp: ['A'] });
  });
});

describe('what the VIN says for certain', () => {
  test('answers engine, driven wheels and model year by itself, and says so', () => {
    const questions = asked(
      WITH_VIN,
      line('a', number('A', 'Shroud', '2.5L'), number('B', 'Shroud', '2.0L')),
      line('b', number('C', 'Shaft 4WD'), number('D', 'Shaft 2WD')),
      line('c', number('E', 'Lamp', { years: [2014, 2018] }), number('F', 'Lamp', { years: [2019, null] })),
    );
    const answers = Object.fromEntries(questions.map(({ id, answered }) => [id, answered]));
    expect(answers.engine).toMatchObject({
      answer: '2.5',
      by: 'vin',
      told: { code: 'vin', says: '2.5L 4-cylinder' },
    });
    expect(answers.drive).toMatchObject({ answer: 'four', by: 'vin' });
    expect(answers['year:2019']).toMatchObject({ answer: 'yes', by: 'vin' });
  });

  test('leaves open a month within the years its cars are built', () => {
    const lines = [line('a', number('A', 'Lamp', 'to 02/2019'), number('B', 'Lamp', 'from 03/2019'))];
    expect(asked(WITH_VIN, ...lines)[0]?.answered).toBeNull();
    const later = { ...WITH_VIN, decoded: { ...DECODED, year: 2021 } };
    expect(asked(later, ...lines)[0]?.answered).toMatchObject({ answer: 'yes', by: 'vin' });
  });

  test.each([
    ['a wrong check digit', { ...DECODED, check_digit_ok: false }, []],
    [
      'a masked VIN at odds with the listing',
      { ...DECODED, masked: true, check_digit_ok: null },
      [{ field: 'year' as const, listing: '2018', vin: '2019' }],
    ],
  ])('is nothing under %s', (_, decoded, disagreements) => {
    const vehicle = { ...VEHICLE, decoded, disagreements };
    const [question] = asked(vehicle, line('a', number('A', 'Shroud 2.5L'), number('B', 'Shroud 2.0L')));
    expect(question?.answered).toBeNull();
  });

  test('never rules out a package: those are no fact of the VIN', () => {
    const vehicle = { ...WITH_VIN, decoded: { ...DECODED, trim: 'SL' } };
    const [question] = asked(vehicle, line('a', number('A', 'Cover'), number('B', 'Cover, sport')));
    expect(question?.answered).toBeNull();
  });
});

test('an answer never leaves a line without a number, nor adds one', () => {
  const words = fc.subarray([
    'w/fog lamp',
    'w/o sonar',
    'LED',
    '2.5L',
    'from 03/2019',
    'to 02/2019',
    '4WD',
    'M Sport',
  ]);
  const some = fc.array(words, { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 4 }), (lines) => {
      const all = lines.map((answer, index) =>
        line(`${index}`, ...answer.map((parts, nth) => number(`${index}-${nth}`, 'Part', parts.join(' · ')))),
      );
      const numbers = new Map(
        all.map((askedLine) => [askedLine.id, askedLine.oem_numbers.map((entry) => entry.number)]),
      );
      for (const { answers } of optionQuestions(all, WITH_VIN))
        for (const { leaves: left } of answers)
          for (const [id, kept] of Object.entries(left)) {
            expect(kept.length).toBeGreaterThan(0);
            expect(kept.length).toBeLessThan(numbers.get(id)?.length ?? 0);
            expect(numbers.get(id)).toEqual(expect.arrayContaining(kept));
          }
    }),
  );
});

test('the source is quoted once, with what it says beyond the name', () => {
  const [question] = asked(
    VEHICLE,
    line('a', number('A', 'Headlight AKL, left', 'akl'), number('B', 'Headlight, left', 'w/o AFS')),
  );
  expect(question?.said).toEqual(['Headlight AKL, left', 'Headlight, left · w/o AFS']);
});
