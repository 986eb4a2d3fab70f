import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASKETS, fillBasket, linesToBuy, unusedText } from '../../contract/report-view/baskets.ts';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import type { CheckedNumber, Offer } from '../../contract/schemas/offers.ts';
import { sampleReport } from '../../tests/fixtures/report-model.ts';

const [template] = linesToBuy(sampleReport().estimate.lines, 0);
if (!template) throw new Error('the fixture has no part');
const line = (
  number: string | null,
  changes: Partial<EstimateLine> = {},
  price: number | null = null,
): EstimateLine => ({
  ...template,
  quantity: 1,
  oem_numbers:
    number === null
      ? []
      : [
          {
            number,
            name: 'Hood',
            source: 'Catalogue',
            dated: '2026-11-01',
            fit: 'exact_vin',
            decides: '',
            price,
            currency: price === null ? null : 'USD',
            superseded_by: null,
            url: null,
            format_ok: true,
          },
        ],
  ...changes,
});
const offer = (price: number, changes: Partial<Offer> = {}): Offer => ({
  source: 'ebay-browse',
  source_label: 'eBay',
  supplier: 'ebay-motors',
  item: '1',
  title: 'Hood',
  price,
  shipping: 0,
  currency: 'USD',
  condition: 'new',
  condition_says: 'New',
  seller: null,
  country: 'US',
  ...changes,
});
const checked = (number: string, offers: Offer[]): CheckedNumber => ({
  number,
  status: offers.length > 0 ? 'found' : 'none',
  message: null,
  checked_at: '2026-11-20T10:00:00.000Z',
  offers,
});

it('a part sold in halves is bought as a left and a right one', () => {
  const half = (side: 'left' | 'right') =>
    line(`G-${side}`, {}, 90).oem_numbers.map((one) => ({ ...one, side }));
  const whole = line(null, {
    side: 'none',
    quantity: 2,
    standing: 'scope',
    oem_numbers: [...half('left'), ...half('right')],
  });
  const { rows, total } = fillBasket('oem', linesToBuy([whole], 0), []);
  expect(rows.map((row) => [row.line.side, row.line.oem_numbers[0]?.number, row.quantity])).toEqual([
    ['left', 'G-left', 1],
    ['right', 'G-right', 1],
  ]);
  expect(total).toBe(180);
});

describe('a price its user set', () => {
  const own = line(
    'A-1',
    {
      part_price: {
        low: 289.5,
        likely: 289.5,
        high: 289.5,
        basis: 'user',
        origin: { from: { code: 'user' } },
        dated: null,
        converted: null,
      },
    },
    1289,
  );
  it.each(BASKETS)('stays the price of its part in the %s basket', (kind) => {
    const { rows, total } = fillBasket(kind, [own], [checked('A-1', [offer(20, { condition: 'used' })])]);
    expect(rows[0]?.price).toMatchObject({ kind: 'own', each: 289.5, source: 'Price by hand' });
    expect(total).toBe(289.5);
  });
});

describe('fillBasket', () => {
  it('buys OEM from catalogues alone, whatever a marketplace asks', () => {
    const basket = fillBasket('oem', [line('A-1', {}, 300)], [checked('A-1', [offer(20)])]);
    expect(basket.rows[0]?.price).toMatchObject({ kind: 'oem', each: 300, source: 'Catalogue' });
    expect(fillBasket('oem', [line('A-1')], [checked('A-1', [offer(20)])])).toMatchObject({
      total: 0,
      unknown: 1,
    });
  });

  it('takes what costs least with sending, and used parts first where asked', () => {
    const offers = [offer(200, { shipping: 90 }), offer(250), offer(260, { condition: 'used' })];
    const [part, prices] = [[line('A-1', {}, 300)], [checked('A-1', offers)]];
    expect(fillBasket('cheapest', part, prices).rows[0]?.price?.each).toBe(250);
    expect(fillBasket('used_first', part, prices).rows[0]?.price?.each).toBe(260);
  });

  it('counts a part without a price as unknown and shows our estimate apart', () => {
    const part_price = {
      low: 80,
      likely: 100,
      high: 130,
      basis: 'judgement',
      source: 'band',
      dated: null,
      converted: null,
    } as const;
    const basket = fillBasket(
      'cheapest',
      [line(null, { part_price, quantity: 2 }), line('A-1', {}, 300)],
      [],
    );
    expect(basket).toMatchObject({ total: 300, unknown: 1, estimated_rest: 200 });
  });

  it('takes no price of 1, which catalogues write for none, and none in another currency', () => {
    expect(fillBasket('oem', [line('A-1', {}, 1)], []).unknown).toBe(1);
    expect(
      fillBasket('cheapest', [line('A-1')], [checked('A-1', [offer(5, { currency: 'CAD' })])]).unknown,
    ).toBe(1);
  });

  it('says what a catalogue asks in money that is not converted, and takes it where it is', () => {
    const [first] = line('A-1', {}, 540).oem_numbers;
    if (!first) throw new Error('no number');
    const euro = line(null, { oem_numbers: [{ ...first, currency: 'EUR' }] });
    const [row] = fillBasket('oem', [euro], []).rows;
    expect(row).toMatchObject({ price: null, cost: null });
    expect(row?.unused && unusedText(row.unused, String)).toBe(
      'Catalogue asks 540.00 EUR (2026-11-01), not converted and not counted',
    );
    const converted = { amount: 540, currency: 'EUR', rate: 1.1, rate_date: '2026-05-08' };
    const part_price = {
      low: 594,
      likely: 594,
      high: 594,
      basis: 'catalogue',
      source: 'Catalogue',
      dated: null,
      converted,
    } as const;
    expect(fillBasket('oem', [{ ...euro, part_price }], []).rows[0]).toMatchObject({
      cost: 594,
      unused: null,
    });
  });

  it('says what a price source asks in another currency where the basket would take its offers', () => {
    const found = [checked('A-1', [offer(5, { currency: 'CAD' })])];
    expect(fillBasket('cheapest', [line('A-1')], found).rows[0]?.unused).toMatchObject({
      amount: 5,
      currency: 'CAD',
      source: 'eBay',
    });
    expect(fillBasket('oem', [line('A-1')], found).rows[0]?.unused).toBeNull();
  });

  it('takes a price without a currency as dollars, as the estimate does', () => {
    const [first] = line('A-1', {}, 300).oem_numbers;
    if (!first) throw new Error('no number');
    expect(fillBasket('oem', [line(null, { oem_numbers: [{ ...first, currency: null }] })], []).total).toBe(
      300,
    );
  });

  it('orders whole pieces', () => {
    expect(fillBasket('oem', [line('A-1', { quantity: 1.5 }, 10)], []).rows[0]).toMatchObject({
      quantity: 2,
      cost: 20,
    });
  });

  it('adds up to the cent, never costs more as the cheapest, and knows no price nobody asks', () => {
    const price = fc.option(
      fc.integer({ min: 101, max: 9_999_999 }).map((cents) => cents / 100),
      { nil: null },
    );
    const offers = fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 999_999 }).map((cents) => cents / 100),
        shipping: fc.option(
          fc.integer({ min: 0, max: 9_999 }).map((cents) => cents / 100),
          { nil: null },
        ),
        condition: fc.constantFrom('new', 'used', 'refurbished', 'unknown'),
      }),
      { maxLength: 4 },
    );
    const parts = fc.array(fc.record({ price, offers, quantity: fc.integer({ min: 1, max: 5 }) }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(parts, (input) => {
        const lines = input.map(({ price, quantity }, index) => line(`N-${index}`, { quantity }, price));
        const prices = input.map(({ offers }, index) =>
          checked(
            `N-${index}`,
            offers.map(({ price, ...more }) => offer(price, more)),
          ),
        );
        const [oem, cheapest, used] = BASKETS.map((kind) => fillBasket(kind, lines, prices));
        for (const basket of [oem, cheapest, used]) {
          const cents = (basket?.rows ?? []).reduce(
            (sum, { cost }) => sum + Math.round((cost ?? 0) * 100),
            0,
          );
          expect(Math.round((basket?.total ?? 0) * 100)).toBe(cents);
          expect(basket?.unknown).toBe(basket?.rows.filter(({ price }) => price === null).length);
        }
        cheapest?.rows.forEach((row, index) => {
          for (const other of [oem?.rows[index], used?.rows[index]])
            if (other?.cost != null) expect(row.cost).toBeLessThanOrEqual(other.cost);
          const asked = input[index];
          expect(row.price === null).toBe(asked?.price === null && asked.offers.length === 0);
        });
      }),
    );
  });
});
