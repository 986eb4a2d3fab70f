import { describe, expect, test } from 'vitest';
import { SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import { readMake, splitMake } from './makes.ts';

describe('readMake', () => {
  test('knows all nineteen makes by key and by name, in any case', () => {
    for (const [key, name] of Object.entries(SUPPORTED_MAKES)) {
      for (const text of [key, name, name.toUpperCase(), ` ${name.toLowerCase()}\t`])
        expect(readMake(text)).toEqual({ key, name, known: true });
    }
  });

  test.each([
    ['VOLKSWAGEN', 'vw', 'Volkswagen'],
    ['VW', 'vw', 'Volkswagen'],
    ['VOLK', 'vw', 'Volkswagen'],
    ['LAND ROVER', 'landrover', 'Land Rover'],
    ['LAND-ROVER', 'landrover', 'Land Rover'],
    ['Landrover', 'landrover', 'Land Rover'],
    ['LNDR', 'landrover', 'Land Rover'],
    ['INFINITY', 'infiniti', 'Infiniti'],
    ['NISS', 'nissan', 'Nissan'],
    ['TOYT', 'toyota', 'Toyota'],
    ['HYUN', 'hyundai', 'Hyundai'],
    ['PORS', 'porsche', 'Porsche'],
    ['LEXS', 'lexus', 'Lexus'],
    ['VOLV', 'volvo', 'Volvo'],
    ['CHEV', null, 'Chevrolet'],
    ['MERCEDES BENZ', null, 'Mercedes-Benz'],
    ['MERZ', null, 'Mercedes-Benz'],
    ['MERC', null, 'Mercury'],
    ['RAM', null, 'RAM'],
    ['GMC', null, 'GMC'],
    ['FREIGLINER', null, 'Freightliner'],
    ['TESLA', null, 'Tesla'],
    ['ROLLS-ROYCE', null, 'Rolls-Royce'],
    ['CITROËN', null, 'Citroën'],
    ['SOME  NEW MAKE', null, 'Some New Make'],
    ['', null, ''],
  ])('%s', (text, key, name) => {
    expect(readMake(text)).toMatchObject({ key, name });
  });

  test('no spelling belongs to two makes', async () => {
    const { MAKE_NAMES, OTHER_MAKES } = await import('./make-names.ts');
    const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
    const spellings = [
      ...Object.entries(SUPPORTED_MAKES).flatMap(([key, name]) => [
        ...new Set([key, name, ...MAKE_NAMES[key as keyof typeof MAKE_NAMES]].map(plain)),
      ]),
      ...OTHER_MAKES.flatMap((names) => [...new Set(names.map(plain))]),
    ];
    expect(spellings.filter((text, i) => spellings.indexOf(text) !== i)).toEqual([]);
  });
});

describe('splitMake', () => {
  test.each([
    ['BMW 3 Series', 'BMW', '3 Series'],
    ['LAND ROVER RANGE ROVER SPORT', 'Land Rover', 'RANGE ROVER SPORT'],
    ['Mercedes-Benz GLE 350', 'Mercedes-Benz', 'GLE 350'],
    ['ALFA ROMEO GIULIA', 'Alfa Romeo', 'GIULIA'],
    ['Mini Cooper S', 'MINI', 'Cooper S'],
  ])('%s', (text, name, rest) => {
    expect(splitMake(text)).toMatchObject({ make: { name }, rest });
  });

  test('says nothing of a make it does not know', () => {
    expect(splitMake('Zorblax 3000')).toBeNull();
  });
});
