import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ReportModel, reportModelSchema } from '../../../contract/schemas/report.ts';
import { describeVehicle } from '../../vehicles/describe-vehicle.ts';
import { lotOfReport } from './lot-of-report.ts';

const sample: ReportModel = reportModelSchema.parse(
  JSON.parse(fs.readFileSync('samples/sample-report.json', 'utf8')),
);
const withLot = (lot: Partial<ReportModel['lot']>): ReportModel => ({
  ...sample,
  lot: { ...sample.lot, ...lot },
});
const withVehicle = (vehicle: Partial<ReportModel['vehicle']>): ReportModel => ({
  ...sample,
  vehicle: { ...sample.vehicle, ...vehicle },
});

/** A listing that says nothing of the car but its VIN. */
const NOTHING_LISTED = {
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

describe('a report’s lot', () => {
  it('has the report’s own low, likely and high repair, and rises from draw to draw', () => {
    const { repair } = lotOfReport(sample, null);
    const { low, likely, high } = sample.estimate.total;
    expect([repair[2], repair[10], repair[18]]).toEqual(
      [low, likely, high].map((usd) => Math.round(usd * 100)),
    );
    expect(repair).toEqual(repair.toSorted((a, b) => a - b));
  });

  it('has a repair where no draws were kept', () => {
    const { cost_to_value: _, ...estimate } = sample.estimate;
    const { repair, salvage } = lotOfReport({ ...sample, estimate }, null);
    expect(repair[10]).toBe(Math.round(sample.estimate.total.likely * 100));
    expect(repair[0]).toBe(repair[2]);
    expect(salvage).toBeNull();
  });

  it.each([
    ['bid.cars', 'https://bid.cars/en/lot/1-51234567', 'copart'],
    ['bid.cars', 'https://bid.cars/en/lot/0-45397077', 'iaai'],
    ['copart', 'https://www.copart.com/lot/51234567', 'copart'],
    ['iaai', 'https://www.iaai.com/VehicleDetail/45293605~US', 'iaai'],
    [null, '', null],
  ] as const)('of %s at %s is sold by %s', (site, url, auction) => {
    expect(lotOfReport(withLot({ site, url }), null).auction).toBe(auction);
  });

  it.each([
    ['GASOLINE', 'petrol'],
    ['Diesel', 'diesel'],
    ['Plug-in hybrid', 'plug_in_hybrid'],
    ['Gas/Electric Hybrid', 'hybrid'],
    ['Electric', 'electric'],
    ['Hydrogen', null],
    ['Compressed natural gas', null],
    ['Propane gas', null],
    ['Flexible fuel', 'petrol'],
    [null, null],
  ] as const)('with fuel %s pays as %s', (fuel, read) => {
    expect(lotOfReport(withVehicle({ fuel }), null).fuel).toBe(read);
  });

  it.each([
    ['1FMCU0BZ7LUA00003', 'hybrid', 2.5],
    ['2T3LWRFV1LW000012', 'hybrid', 2.5],
    ['1FTFW1ED9MFA00026', 'hybrid', 3.5],
    ['1FMSK8FW6LGA00007', 'hybrid', 3.3],
    ['2C4RC1L78PR600004', 'plug_in_hybrid', 3.6],
  ])('of VIN %s alone pays as %s of %f liters', (vin, fuel, liters) => {
    const lot = { ...sample.lot, ...NOTHING_LISTED, vin };
    expect(lotOfReport(withVehicle(describeVehicle(lot)), null)).toMatchObject({ fuel, liters });
  });

  it.each([
    ['2.0L 4', 2],
    ['3.5 L V6 DOHC', 3.5],
    ['V8', null],
    [null, null],
  ])('with engine %s has %s liters', (engine, liters) => {
    expect(lotOfReport(withVehicle({ engine, decoded: null }), null).liters).toBe(liters);
  });

  it.each([
    ['https://www.copart.ca/lot/49645499', 'ON - TORONTO', true, 'ON'],
    ['https://bid.cars/en/lot/1-51234567', 'Toronto (ON)', true, 'ON'],
    ['https://ca.iaai.com/VehicleDetails/12345678', null, true, null],
    ['https://www.copart.com/lot/51234567', 'TX - HOUSTON', false, 'TX'],
  ])('of %s at %s is sold in Canada: %s', (url, location, sold_in_canada, state) => {
    const lot = lotOfReport(withLot({ url, location, title: 'SALVAGE' }), null);
    expect(lot).toMatchObject({ sold_in_canada, state });
  });

  it.each([
    ['1HGBH41JXMN109186', true],
    ['5YJ3E1EA7KF317000', true],
    ['JTDKARFU0H3000001', false],
    ['2HGFC2F52KH500001', false],
    [null, null],
  ])('with VIN %s was made in the US: %s', (vin, us_built) => {
    expect(lotOfReport(withVehicle({ vin }), null).us_built).toBe(us_built);
  });

  it.each([
    ['sedan', null, 'car', false],
    ['pickup', 'CREW CAB PICKUP', 'pickup', false],
    ['van', 'CARGO VAN', 'van', true],
    ['van', 'SPORTS VAN', 'van', false],
    [null, null, null, false],
  ] as const)('with body class %s and style %s is a %s', (body_class, body_style, body, for_goods) => {
    const { vehicle, lot } = sample;
    const model = { ...sample, vehicle: { ...vehicle, body_class }, lot: { ...lot, body_style } };
    expect(lotOfReport(model, null)).toMatchObject({ body, for_goods });
  });

  it('is told flooded and burnt by what is declared, and by its title', () => {
    const special = (lot: Partial<ReportModel['lot']>) => lotOfReport(withLot(lot), null).facts.special;
    expect(special({ primary_damage: 'WATER/FLOOD', title: null })).toBe('flood');
    expect(special({ primary_damage: 'FRONT END', secondary_damage: null, title: 'Flood' })).toBe('flood');
    expect(special({ primary_damage: 'BURN', title: null })).toBe('burn');
    expect(special({ primary_damage: 'FRONT END', secondary_damage: null, title: 'Salvage' })).toBeNull();
  });

  it('has both sides of a pair by themselves: the hit fender is lost, the other is whole', () => {
    const lines = sample.estimate.lines.map((line) => ({ ...line, side: 'left' as const }));
    const { parts } = lotOfReport({ ...sample, estimate: { ...sample.estimate, lines } }, null);
    const fenders = parts.filter(({ name }) => name === 'Front fender');
    expect(fenders.map(({ side }) => side)).toEqual(['left', 'right']);
    const [left, right] = fenders.map(({ whole }) => whole);
    expect(left).toBeLessThan(0.5);
    expect(right).toBe(1);
  });

  it('has parts the damage left whole, and fewer of those it hit', () => {
    const { parts } = lotOfReport(sample, null);
    expect(parts.length).toBeGreaterThan(80);
    expect(parts.every(({ whole, list }) => whole >= 0 && whole <= 1 && list > 0)).toBe(true);
    expect(parts.some(({ whole }) => whole < 0.5)).toBe(true);
  });
});

it('a door is sold as a shell, without its skin a second time', () => {
  const names = lotOfReport(sample, null).parts.map(({ name }) => name);
  expect(names).toContain('Front door shell');
  expect(names).not.toContain('Door outer skin');
});
