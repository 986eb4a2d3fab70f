import { describe, expect, it, test } from 'vitest';
import type { MakeKey } from '../../contract/vehicles/makes.ts';
import { modelKey, sameModel } from './model-key.ts';

const table: [MakeKey, string, string[]][] = [
  [
    'bmw',
    '3series',
    [
      '3 Series',
      '3-SERIES',
      '330i',
      '330I',
      '328 XI',
      '328XI SULEV',
      'BMW 3 Series',
      'M340i',
      '335xi',
      '3',
      'ActiveHybrid 3',
    ],
  ],
  ['bmw', '5series', ['5 Series', '530e', '530E', '535i', '5-series', 'M550i xDrive', '528 I']],
  ['bmw', '7series', ['750LI', '740iL', '750Li, Alpina B7', 'B7', 'ALPINA B7']],
  ['bmw', '3seriesgt', ['328 XIGT', '335i Gran Turismo', '3 Series GT']],
  ['bmw', '4seriesgrancoupe', ['428I GRAN COUPE', '4 Series Gran Coupe', '435 XI GRAN COUPE']],
  ['bmw', 'x5', ['X5', 'X5 XDRIVE35I', 'X5 SDRIVE 40I', 'x5 eDrive']],
  ['bmw', 'm3', ['M3', 'M3 COMPETITION']],
  ['bmw', 'z4', ['Z4', 'Z4 3.0']],
  [
    'infiniti',
    'q50',
    ['Q50', 'Q50 3.0T', 'Q50 LUXE', 'q50 RED SPORT 400', 'INFINITI Q50 PURE', 'Q50 HYBRID PREMIUM'],
  ],
  ['infiniti', 'qx60', ['QX60', 'QX60 PURE', 'QX60 LUXE', 'QX60 HYBRID']],
  ['infiniti', 'g37', ['G37', 'G37X', 'G37 BASE', 'G37 JOURNEY']],
  ['lexus', 'rx', ['RX 350', 'RX350', 'RX 350 BASE', 'RX450H', 'RX', 'RX 330']],
  ['lexus', 'is', ['IS 250', 'IS250', 'IS F', 'IS']],
  ['ford', 'f150', ['F-150', 'F150', 'F150 SUPERCREW', 'f 150 super cab']],
  ['ford', 'f250', ['F250 SUPER DUTY', 'F-250']],
  ['ford', 'mustangmache', ['MUSTANG MACH-E', 'Mustang Mach-E Premium', 'MACH-E']],
  ['hyundai', 'santafe', ['SANTA FE', 'SANTA FE SE', 'SANTAFE']],
  ['hyundai', 'santafesport', ['SANTA FE SPORT', 'Santa Fe Sport 2.0T']],
  ['acura', 'tl', ['TL', '3.2TL', '3.2 TL', 'TL TYPE S']],
  ['mazda', 'mazda3', ['3', 'MAZDA3', 'Mazda 3', 'MAZDA3 TOURING', '3 GRAND TOURING']],
  ['mazda', 'cx5', ['CX-5', 'CX5 TOURING', 'MAZDA CX-5', 'cx 5']],
  ['honda', 'crv', ['CR-V', 'CRV', 'CR-V EXL', 'CRV LX']],
  ['toyota', 'highlander', ['HIGHLANDER', 'Highlander SE', 'HIGHLANDER HYBRID']],
  ['toyota', 'camrysolara', ['CAMRY SOLARA', 'SOLARA SE']],
  ['toyota', 'corolla', ['COROLLA', 'Corolla LE', 'COROLLA HYBRID XLE']],
  ['toyota', 'priusprime', ['Prius Prime (PHEV)', 'PRIUS PRIME LE']],
  ['subaru', 'outback', ['OUTBACK 2.5I PREMIUM', 'LEGACY OUTBACK', 'Outback']],
  ['landrover', 'rangerover', ['RANGE ROVER', 'RANGEROVER', 'LAND ROVER RANGE ROVER HSE']],
  ['landrover', 'rangeroversport', ['RANGE ROVER SPORT HSE', 'RANGEROVER SPORT']],
  ['landrover', 'rangeroverevoque', ['RANGE ROVER EVOQUE', 'EVOQUE PURE']],
  ['nissan', 'altima', ['ALTIMA 2.5', 'ALTIMA S', 'Altima']],
  ['nissan', 'kicks', ['Kicks MPV', 'KICKS SV']],
  ['vw', 'id4', ['ID.4', 'ID.4 PRO S', 'ID4']],
  ['vw', 'jetta', ['JETTA S', 'NEW JETTA', 'VOLKSWAGEN JETTA']],
  ['audi', 'rs5', ['RS 5', 'RS5', 'RS5 SPORTBACK']],
  ['audi', 'q5', ['Q5', 'Q5 PREMIUM PLUS', 'Q5 3.0T', 'Q5 e']],
  ['volvo', 'xc90', ['XC90', 'XC90 T6', 'XC90 T8 HYBRID']],
  ['porsche', '911', ['911', '911 CARRERA S']],
];

describe('modelKey', () => {
  it.each(table.flatMap(([make, key, texts]) => texts.map((text) => [make, text, key] as const)))(
    'reads %s "%s" as %s',
    (make, text, key) => {
      expect(modelKey(make, text)).toBe(key);
    },
  );

  it('keeps letters and digits of a model it does not know', () => {
    expect(modelKey('ford', 'Zephyr Mk-2')).toBe('zephyrmk2');
    expect(modelKey(null, '3 Series')).toBe('3series');
  });
});

describe('sameModel', () => {
  it('is lenient about spelling, engine and trim', () => {
    expect(sameModel('ford', 'F150 SUPERCREW', 'F-150')).toBe(true);
    expect(sameModel('bmw', '5 Series', '530e')).toBe(true);
    expect(sameModel(null, 'EQUINOX LT', 'Equinox')).toBe(true);
  });

  it('tells sister models apart', () => {
    expect(sameModel('hyundai', 'SANTA FE', 'Santa Fe Sport')).toBe(false);
    expect(sameModel('infiniti', 'Q50', 'Q60')).toBe(false);
    expect(sameModel('bmw', '3 Series', '530i')).toBe(false);
  });

  it('says no when one says nothing', () => {
    expect(sameModel('bmw', '', 'X5')).toBe(false);
  });
});

test.each([
  ['mercedesbenz', 'GLE350 4MATIC', 'gleclass'],
  ['mercedesbenz', 'AMG C 63', 'cclass'],
  ['mercedesbenz', 'AMG GT', 'amggt'],
  ['ram', 'RAM 1500 BIG HORN', '1500'],
  ['dodge', 'RAM PICKUP 1500 SLT', 'ram'],
  ['chevrolet', 'SILVERADO K1500 LT', 'silverado'],
  ['chevrolet', 'C1500', 'silverado'],
  ['jeep', 'PATRIOT LA', 'patriot'],
  ['mini', 'COOPER S COUNTRYMAN', 'countryman'],
  ['tesla', 'MODEL 3 LONG RANGE', 'model3'],
] as const)('of %s %s is the line %s', (make, text, key) => {
  expect(modelKey(make, text)).toBe(key);
});
