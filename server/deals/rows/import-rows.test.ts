import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type DealSettings, type Fuel, fuelSchema } from '../../../contract/deal/deal-settings.ts';
import type { DealLot } from '../deal-lot.ts';
import { dealOf } from '../fixtures/made-up-deal.ts';
import { IMPORT_RULES } from '../tables/destinations.ts';
import type { LedgerRow } from './ledger.ts';
import { rowsAt } from './rows-at.ts';

type Country = NonNullable<DealSettings['destination']>;
const BODIES: Readonly<Record<string, DealLot['body']>> = {
  car: 'car',
  suv: 'suv',
  pickup: 'pickup',
  van: 'van',
};

function rowOf(
  id: LedgerRow['id'],
  lot: Partial<DealLot>,
  destination: Country,
  settings: DealSettings = {},
): LedgerRow {
  const deal = dealOf({ destination, ...settings }, lot);
  const row = rowsAt(deal, 5_000_00).rows.find((one) => one.id === id);
  if (!row) throw new Error(`there is no ${id}`);
  return row;
}
const percentOf = ({ basis }: LedgerRow): number | null => (basis.code === 'percent' ? basis.percent : null);
const doubtsOf = ({ rows }: LedgerRow) => rows.flatMap(({ doubt }) => (doubt ? [doubt] : []));

const cases = fs
  .readFileSync(new URL('../fixtures/import-rows.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'));

it.each(cases)('case %s: %s %s %s %s %s, %s %s', (_, country, fuel, liters, year, body, id, right) => {
  const lot = {
    fuel: fuelSchema.parse(fuel),
    liters: fuel === 'electric' ? null : Number(liters),
    year: Number(year),
    body: BODIES[body ?? ''] ?? null,
  };
  const row = rowOf(id as LedgerRow['id'], lot, country as Country);
  expect(percentOf(row)).toBe(Number.parseFloat(right ?? ''));
  if (right?.includes('doubt')) expect(doubtsOf(row)).toContain('class_open');
});

describe('the Polish excise', () => {
  it.each<[Fuel, number, number]>([
    ['petrol', 1.6, 3.1],
    ['diesel', 1.9, 3.1],
    ['petrol', 2.1, 18.6],
    ['petrol', 6.2, 18.6],
    ['hybrid', 2.4, 9.3],
    ['hybrid', 3.6, 18.6],
    ['plug_in_hybrid', 1.5, 0],
    ['plug_in_hybrid', 3, 9.3],
    ['plug_in_hybrid', 4, 18.6],
  ])('of a %s with %s liters is %s percent', (fuel, liters, percent) => {
    expect(percentOf(rowOf('excise', { fuel, liters }, 'PL'))).toBe(percent);
  });

  it('names the next rate where listed liters are those of a bound', () => {
    const row = rowOf('excise', { fuel: 'petrol', liters: 2 }, 'PL');
    expect(doubtsOf(row)).toContain('engine_rounded');
    expect(row.high).toBeGreaterThan((row.cents ?? 0) * 5);
  });

  it('is settled by liters that its user enters', () => {
    expect(doubtsOf(rowOf('excise', { fuel: 'petrol' }, 'PL', { liters: 2 }))).toEqual([]);
  });

  it('is none of a vehicle for goods', () => {
    expect(rowOf('excise', { body: 'pickup' }, 'PL', { customs_class: 'goods' }).cents).toBe(0);
    expect(rowOf('excise', { body: 'van', for_goods: true, fuel: null }, 'PL').cents).toBe(0);
  });

  it('is unknown without the fuel or the engine', () => {
    expect(rowOf('excise', { fuel: null }, 'PL').basis).toEqual({ code: 'unknown', needs: 'fuel' });
    expect(rowOf('excise', { liters: null }, 'PL').basis).toEqual({ code: 'unknown', needs: 'engine' });
  });
});

describe('the duty', () => {
  it.each(['PL', 'LT', 'DE'] as const)('of a pickup in %s is 22 percent, with its class open', (country) => {
    const row = rowOf('duty', { body: 'pickup' }, country);
    expect([percentOf(row), doubtsOf(row)]).toEqual([22, ['class_open']]);
    expect(row.low).toBeLessThan(row.high ?? 0);
  });

  it.each(['van', null] as const)('of a body %s is that of a car, with its class open', (body) => {
    const row = rowOf('duty', { body }, 'LT');
    expect([percentOf(row), doubtsOf(row)]).toEqual([10, ['class_open']]);
  });

  it.each([
    ['passenger', 10],
    ['goods', 22],
  ] as const)('follows the class %s that its user sets', (customs_class, percent) => {
    const row = rowOf('duty', { body: 'pickup' }, 'PL', { customs_class });
    expect(percentOf(row)).toBe(percent);
    expect(doubtsOf(row)).not.toContain('class_open');
  });

  it('is never waived for a car that was not made in the US', () => {
    const off = { eu_duty_off: true };
    expect(percentOf(rowOf('duty', { us_built: false }, 'LT', off))).toBe(10);
    expect(percentOf(rowOf('duty', { us_built: null }, 'LT', off))).toBe(10);
    expect(percentOf(rowOf('duty', { us_built: true }, 'LT', off))).toBe(0);
  });

  it('says that a car of 30 years may be free', () => {
    const row = rowOf('duty', { year: 1992 }, 'DE');
    expect([doubtsOf(row), row.low]).toEqual([['classic_open'], 0]);
  });

  it('in Ukraine doubts a fuel that nobody knows', () => {
    const row = rowOf('duty', { fuel: null, liters: null }, 'UA');
    expect([percentOf(row), doubtsOf(row), row.low]).toEqual([10, ['fuel_open'], 0]);
  });

  it('in Ukraine is doubted for pickups, whose own rate was not found', () => {
    expect(doubtsOf(rowOf('duty', { body: 'pickup' }, 'UA'))).toEqual(['class_open']);
    expect(doubtsOf(rowOf('excise', { body: 'pickup' }, 'UA'))).toEqual(['class_open']);
  });
});

describe('the Georgian excise', () => {
  const perCc = (lot: Partial<DealLot>) => {
    const row = rowOf('excise', { liters: 2.5, ...lot }, 'GE');
    return row.basis.code === 'tariff' ? row.basis.amount : null;
  };

  it.each([
    [2026, 1.5],
    [2024, 1.5],
    [2021, 1.5],
    [2020, 1.5],
    [2019, 4.5],
    [2009, 4.5],
  ])('of a car of %s is %s lari a cc', (year, amount) => {
    expect(perCc({ year })).toBe(amount);
  });

  it('of a hybrid is 60 percent less', () => {
    expect(perCc({ fuel: 'hybrid', year: 2022 })).toBe(0.6);
    expect(perCc({ fuel: 'hybrid', year: 2015 })).toBe(1.8);
  });

  it('of a car of exactly six years goes up to the dearer rate', () => {
    const row = rowOf('excise', { year: 2020, liters: 2.5 }, 'GE');
    expect(doubtsOf(row)).toContain('age_open');
    expect(row.high).toBeCloseTo((row.cents ?? 0) * 3, -1);
  });

  it('of an unknown fuel goes down to the hybrid rate', () => {
    const row = rowOf('excise', { fuel: null, year: 2022 }, 'GE');
    expect(doubtsOf(row)).toContain('fuel_open');
    expect(row.low).toBeLessThan(row.cents ?? 0);
  });

  it('of the known example comes to the cent', () => {
    const lot = { fuel: 'hybrid' as const, liters: 3.5, year: 2022, body: 'pickup' as const };
    expect(
      ['excise', 'import_tax', 'registration'].map((id) => rowOf(id as LedgerRow['id'], lot, 'GE').cents),
    ).toEqual([774_69, 77_47, 100_34]);
  });
});

describe('the Ukrainian excise', () => {
  const amount = (lot: Partial<DealLot>) => {
    const { basis } = rowOf('excise', { year: 2020, ...lot }, 'UA', { battery_kwh: 75 });
    return basis.code === 'tariff' ? [basis.amount, basis.years] : null;
  };

  it.each<[Partial<DealLot>, [number, number | null]]>([
    [{ fuel: 'petrol', liters: 2.5 }, [50, 6]],
    [{ fuel: 'petrol', liters: 3.6 }, [100, 6]],
    [{ fuel: 'diesel', liters: 3 }, [75, 6]],
    [{ fuel: 'diesel', liters: 6.7 }, [150, 6]],
    [{ fuel: 'hybrid', liters: 3.5 }, [100, 6]],
    [{ fuel: 'electric', liters: null }, [1, null]],
    [{ fuel: 'petrol', liters: 2.5, year: 2001 }, [50, 15]],
    [{ fuel: 'petrol', liters: 2.5, year: 2026 }, [50, 1]],
  ])('of %o is by rate and years %o', (lot, right) => {
    expect(amount(lot)).toEqual(right);
  });

  it('shows the year that the model year may be too many', () => {
    const row = rowOf('excise', { year: 2020 }, 'UA');
    expect(doubtsOf(row)).toEqual(['age_open']);
    expect(row.low).toBe(Math.round(((row.cents ?? 0) * 5) / 6));
  });

  it('has no open year where its user enters the year', () => {
    expect(doubtsOf(rowOf('excise', {}, 'UA', { year: 2020 }))).toEqual([]);
  });
});

it('an agency in the EU is 500 euros all in, outside the VAT', () => {
  const agency = rowOf('customs_broker', {}, 'DE');
  expect(agency.basis).toMatchObject({ code: 'tariff', amount: 500, currency: 'EUR' });
  expect(rowOf('port_handling', {}, 'DE').cents).toBe(0);
  const free = rowOf('vat', {}, 'DE', { rows: { customs_broker: 0, port_handling: 0 } });
  expect(rowOf('vat', {}, 'DE').cents).toBe(free.cents);
});

it('freight to Poti is an upper bound', () => {
  const row = rowOf('ocean', { state: 'MD', location: 'MD - BALTIMORE' }, 'GE');
  expect([row.cents, doubtsOf(row)]).toEqual([1_975_00, ['upper_bound']]);
});

it('freight that depends on the drive is unknown without the fuel', () => {
  expect(rowOf('powertrain', { fuel: null }, 'LT').basis).toEqual({ code: 'unknown', needs: 'fuel' });
});

it('a tax of a sum with an unknown row is a least one', () => {
  const open = rowOf('duty', { state: null, location: null }, 'PL');
  expect(open.at_least).toBe(true);
  expect(rowOf('duty', { state: 'GA', location: 'GA - ATLANTA' }, 'PL').at_least).toBeUndefined();
});

it('every country of the table has its duty, VAT and port', () => {
  for (const { country, port } of IMPORT_RULES.destinations) {
    expect([country, port]).not.toContain(null);
    expect([country, rowOf('duty', {}, country).cents === null]).toEqual([country, false]);
    expect([country, rowOf('vat', {}, country).cents === null]).toEqual([country, false]);
  }
});
