import { describe, expect, it } from 'vitest';
import { bodiesContradict, bodyClassOf } from './body-class.ts';

const nothing = { body_style: null, make: null, model: null, decoded: null };

describe('bodyClassOf', () => {
  it.each([
    ['sedan', ['SEDAN', 'SEDAN 4D', 'SEDAN 4DR', 'Sedan/Saloon', '4 DOOR SEDAN', 'GRAN COUPE']],
    [
      'suv',
      [
        'SPORT UTILITY VEHICLE',
        '4DR SPORT UTILITY',
        '4DR SPOR',
        'SPORT UT',
        'SUV',
        'UTILITY',
        'Sport Utility',
        'Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)',
        'Crossover Utility Vehicle (CUV)',
      ],
    ],
    [
      'pickup',
      [
        'PICKUP',
        'CREW PICKUP',
        'CREW PIC',
        'CREW CAB',
        'Crew Cab',
        '4DR EXT CAB PICKUP',
        'CLUB CAB PICKUP',
        'EXTENDED CAB',
        'EXTENDED',
        'DOUBLE CAB',
        'QUAD CAB',
        'KING CAB',
        'SUPER CAB',
        'SUPER CA',
        'REGULAR CAB',
        'MEGA CAB',
        'CREW',
        'CHASSIS',
        'Incomplete - Chassis Cab (Double Cab)',
        'Truck',
      ],
    ],
    ['hatchback', ['HATCHBACK', 'HATCHBAC', 'HATCHBACK 4DR', '2DR HATCHBACK', 'LIFTBACK', 'SPORTBACK']],
    ['wagon', ['WAGON', 'STATION WAGON', 'STATION', 'WAGON 4 DR', 'SPORTWAGEN']],
    ['coupe', ['COUPE', 'COUPE 2D', '2DR COUPE', 'SPORT COUPE']],
    ['convertible', ['CONVERTIBLE', 'CONVERTI', 'ROADSTER', 'CABRIOLET', 'Convertible/Cabriolet']],
    [
      'van',
      [
        'CARGO VAN',
        'CARGO VA',
        'MINI-VAN',
        'MINIVAN',
        'SPORTS VAN',
        'SPORTS V',
        'VAN PASSENGER',
        'VAN CARGO',
        'PASSENGER VAN',
        'PASSENGE',
        'CUTAWAY',
        'CREW VAN',
        'Step Van / Walk-in Van',
      ],
    ],
    [
      null,
      ['4DR', 'TRACTOR', 'ROAD', 'Bus - School Bus', 'UNKNOWN', '', 'SPORT', 'Incomplete - Stripped Chassis'],
    ],
  ] as const)('reads %s', (bodyClass, texts) => {
    const read = (body_style: string) => bodyClassOf({ ...nothing, body_style });
    expect(texts.filter((text) => read(text) !== bodyClass)).toEqual([]);
    expect(texts.filter((text) => read(text.toLowerCase()) !== bodyClass)).toEqual([]);
  });

  it('asks the VIN where the listing says nothing readable', () => {
    expect(bodyClassOf({ ...nothing, body_style: '4DR', decoded: { body_class: 'Wagon' } })).toBe('wagon');
  });

  it('falls back on what most cars of the model have', () => {
    const of = (make: string, model: string) => bodyClassOf({ ...nothing, make, model });
    expect(of('TOYOTA', 'RAV4 XLE')).toBe('suv');
    expect(of('VOLKSWAGEN', 'JETTA')).toBe('sedan');
    expect(of('LAND ROVER', 'RANGEROVER')).toBe('suv');
    expect(of('BMW', '330I')).toBe('sedan');
    expect(of('FORD', 'F150 SUPERCREW')).toBe('pickup');
    expect(of('HONDA', 'ODYSSEY EXL')).toBe('van');
    expect(of('CHEVROLET', 'EQUINOX')).toBe('suv');
    expect(of('PONTIAC', 'VIBE')).toBeNull();
  });
});

describe('bodiesContradict', () => {
  it('sees a sedan that the VIN calls a coupe', () => {
    expect(bodiesContradict('SEDAN 4D', 'Coupe')).toBe(true);
  });

  it('lets neighbours and unreadable words pass', () => {
    expect(bodiesContradict('WAGON', 'Sport Utility Vehicle (SUV)/Multi-Purpose Vehicle (MPV)')).toBe(false);
    expect(bodiesContradict('4DR', 'Coupe')).toBe(false);
    expect(bodiesContradict(null, 'Coupe')).toBe(false);
  });
});
