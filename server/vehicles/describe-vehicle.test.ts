import { describe, expect, it } from 'vitest';
import { describeVehicle, type ListedVehicle } from './describe-vehicle.ts';

const blank: ListedVehicle = {
  vin: null,
  vin_masked: false,
  year: null,
  make: null,
  model: null,
  trim: null,
  body_style: null,
  engine: null,
  drive: null,
  transmission: null,
  fuel: null,
  color: null,
};

describe('describeVehicle', () => {
  it('takes no VIN for a trim', () => {
    const vin = 'JTDKN3DU5A0123456';
    expect(describeVehicle({ ...blank, make: 'Toyota', model: 'Prius', trim: vin }).trim).toBeNull();
  });

  it('fills a blank listing from the VIN', () => {
    expect(describeVehicle({ ...blank, vin: '5TDJZRFH0HS******', vin_masked: true })).toMatchObject({
      year: 2017,
      make: 'Toyota',
      make_key: 'toyota',
      model: 'Highlander',
      body_style: 'Sport Utility Vehicle',
      body_class: 'suv',
      fuel: 'Gasoline',
      vin_masked: true,
      disagreements: [],
    });
  });

  it('takes the VIN for the spelling where both name the same model', () => {
    const vehicle = describeVehicle({
      ...blank,
      vin: '1FTFW1ED9NFB06106',
      make: 'FORD',
      model: 'F150 PLATINUM',
    });
    expect(vehicle).toMatchObject({ make: 'Ford', model: 'F-150', trim: 'PLATINUM', disagreements: [] });
  });

  it("keeps the listing's line and takes the VIN's version as trim", () => {
    const vehicle = describeVehicle({ ...blank, vin: 'WBAJA9C56KB389776', make: 'BMW', model: '5 Series' });
    expect(vehicle).toMatchObject({ model: '5 Series', trim: '530e', disagreements: [] });
  });

  it("never overrules the listing's own words", () => {
    const listed = {
      ...blank,
      vin: '1FTFW1ED9NFB06106',
      trim: 'Lariat',
      fuel: 'Hybrid',
      engine: '3.5L V-6 430HP',
      body_style: 'Crew Cab',
    };
    expect(describeVehicle(listed)).toMatchObject({
      trim: 'Lariat',
      fuel: 'Hybrid',
      engine: '3.5L V-6 430HP',
      body_style: 'Crew Cab',
    });
  });

  it('names what listing and VIN differ on, keeps the listing, and fills nothing from that VIN', () => {
    const vehicle = describeVehicle({
      ...blank,
      vin: '1FTFW1ED9NFB06106',
      year: 2021,
      make: 'TOYOTA',
      model: 'CAMRY',
      body_style: 'SEDAN 4D',
    });
    expect(vehicle.disagreements).toEqual([
      { field: 'make', listing: 'TOYOTA', vin: 'Ford' },
      { field: 'model', listing: 'CAMRY', vin: 'F-150' },
      { field: 'year', listing: '2021', vin: '2022' },
      { field: 'body_style', listing: 'SEDAN 4D', vin: 'Pickup' },
    ]);
    expect(vehicle).toMatchObject({
      year: 2021,
      make: 'Toyota',
      model: 'CAMRY',
      body_class: 'sedan',
      engine: null,
    });
  });

  it('goes by the VIN where it tells a hybrid that the listing calls gasoline, and names both', () => {
    const listed = { ...blank, vin: 'WBAJA9C56KB389776', make: 'BMW', model: '5 Series', fuel: 'Gasoline' };
    expect(describeVehicle(listed)).toMatchObject({
      fuel: 'Plug-in hybrid',
      disagreements: [{ field: 'fuel', listing: 'Gasoline', vin: 'Plug-in hybrid' }],
    });
  });

  it('goes on filling blanks from a VIN that differs on the fuel alone', () => {
    const listed = { ...blank, vin: 'WBAJA9C56KB389776', make: 'BMW', fuel: 'GAS' };
    expect(describeVehicle(listed)).toMatchObject({ model: '530e', body_class: 'sedan' });
  });

  it('takes a trim that names a hybrid for what the VIN says of the fuel', () => {
    const vehicle = describeVehicle({ ...blank, vin: '1HGCV3F40MA000000', fuel: 'Gas' });
    expect([vehicle.decoded?.trim, vehicle.decoded?.fuel, vehicle.fuel]).toEqual([
      'Hybrid EX',
      'Hybrid',
      'Hybrid',
    ]);
  });

  it('takes a model named as a hybrid for one, whatever fuel is listed', () => {
    const listed = { ...blank, make: 'TOYOTA', model: 'HIGHLANDER HYBRID', fuel: 'GAS' };
    expect(describeVehicle(listed)).toMatchObject({ fuel: 'Hybrid', disagreements: [] });
  });

  it('takes a listed hybrid for the plug-in hybrid its VIN tells', () => {
    const listed = { ...blank, vin: 'WBAJA9C56KB389776', make: 'BMW', fuel: 'HYBRID ENGINE' };
    expect(describeVehicle(listed)).toMatchObject({ fuel: 'Plug-in hybrid', disagreements: [] });
  });

  it('leaves the year to the listing where the VIN does not tell it', () => {
    const listed = { ...blank, vin: 'WAUZZZ8K9BA123456', year: 2009 };
    expect(describeVehicle(listed)).toMatchObject({ year: 2009, make: 'Audi', disagreements: [] });
    expect(describeVehicle({ ...listed, year: null }).year).toBeNull();
  });

  it('keeps the listed make where the VIN leaves several open', () => {
    const vehicle = describeVehicle({ ...blank, vin: 'JN1BJ1AW5PW109661', make: 'INFINITI' });
    expect(vehicle).toMatchObject({ make: 'Infiniti', disagreements: [] });
  });

  it('lets a Ram be listed as a Dodge', () => {
    const listed = { ...blank, vin: '1C6SRFET2KN500002', make: 'DODGE', model: 'RAM 1500', year: 2019 };
    expect(describeVehicle(listed)).toMatchObject({ make: 'Dodge', disagreements: [], body_class: 'pickup' });
  });

  it('says nothing of a number from before 1981', () => {
    const listed = { ...blank, vin: '7R01C123456', make: 'FORD', model: 'MUSTANG', year: 1967 };
    expect(describeVehicle(listed)).toMatchObject({
      year: 1967,
      vin: '7R01C123456',
      vin_masked: false,
      decoded: null,
      disagreements: [],
    });
  });

  it('believes no fuel of a VIN that is another car’s', () => {
    const listed = { ...blank, vin: 'WBAJA9C56KB389776', make: 'TOYOTA', model: 'CAMRY', fuel: 'Gasoline' };
    expect(describeVehicle(listed).fuel).toBe('Gasoline');
  });

  it('lets Scion and Toyota be the same make', () => {
    const vehicle = describeVehicle({
      ...blank,
      vin: 'JTKKU4B40C1028652',
      make: 'SCION',
      model: 'XD',
      year: 2012,
    });
    expect(vehicle.disagreements.filter(({ field }) => field === 'make')).toEqual([]);
  });

  it('goes on without a VIN, and with one it cannot read', () => {
    for (const vin of [null, 'UNKNOWN']) {
      expect(describeVehicle({ ...blank, vin, make: 'NISSAN', model: 'ROGUE SV', year: 2019 })).toMatchObject(
        {
          make_key: 'nissan',
          model: 'ROGUE SV',
          year: 2019,
          body_class: 'suv',
          decoded: null,
        },
      );
    }
  });
});
