import fs from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { segmentSchema } from '../../contract/deal/deal-settings.ts';
import { dollarsFromCents } from '../../contract/schemas/money.ts';
import { readTitle } from '../damage-detectors/declared/title.ts';
import { dealSheet } from './deal-sheet.ts';
import { dealOf, LOT } from './fixtures/made-up-deal.ts';

const { lots } = z
  .strictObject({
    about: z.string(),
    lots: z.array(
      z.strictObject({
        name: z.string(),
        auction: z.enum(['copart', 'iaai']),
        run: z.literal('stationary').optional(),
        state: z.string().nullable(),
        title: z.string(),
        segment: segmentSchema.optional(),
        value: z.number(),
        of: z.enum(['listed', 'model']),
        repair: z.number(),
        price: z.number(),
        /** Buyer fee, bid fee, and gate, environmental and title fee together. */
        fees: z.tuple([z.number(), z.number(), z.number()]),
        resale: z.number(),
        non_runner: z.number().optional(),
        rebuilt: z.number().optional(),
        sale: z.number(),
        break_even: z.number(),
        wanted: z.number(),
        profit: z.number(),
        max_bid: z.number(),
        form: z.enum(['bid_up_to', 'under_price']),
        hobbyist: z.strictObject({ repair: z.number(), max_bid: z.number() }).optional(),
      }),
    ),
  })
  .parse(JSON.parse(fs.readFileSync(new URL('./fixtures/bid-examples.json', import.meta.url), 'utf8')));
type Example = (typeof lots)[number];

/** The Highlander's clean title pays its own bid fee and gate, and the buyer fee of the others. */
const CLEAN_FEES = { bid_fee: 149, gate: 79 };

function sheetOf(example: Example, settings: Parameters<typeof dealOf>[0] = {}) {
  const { auction, state, title, value, of, run = null, segment = 'mainstream', repair } = example;
  const cents = Math.round(value * 100);
  const deal = dealOf(
    {
      bid: example.price,
      fee_title: 'non_clean',
      ...settings,
      rows: { repair, ...(example.name.startsWith('Highlander') ? CLEAN_FEES : {}), ...settings.rows },
    },
    {
      auction,
      state,
      location: null,
      segment,
      title: { listed: title, read: readTitle(title) },
      value: { low: cents, likely: cents, high: cents, of },
      facts: { ...LOT.facts, run },
    },
  );
  return dealSheet(deal);
}

test('there are eleven lots', () => {
  expect(lots).toHaveLength(11);
});

describe.each(lots)('$name', (example) => {
  const { rows, answer, highest_bid, profit } = sheetOf(example);
  const usd = (id: string): number | undefined => rows.find((row) => row.id === id)?.usd ?? undefined;

  it('comes to every row of its bid to the cent', () => {
    const { fees, resale, non_runner, rebuilt, sale, wanted } = example;
    const flat = ['gate', 'environmental', 'title_fee'].reduce((sum, id) => sum + (usd(id) ?? 0), 0);
    expect({
      fees: [usd('buyer_fee'), usd('bid_fee'), flat],
      resale: usd('resale'),
      non_runner: usd('non_runner'),
      rebuilt: usd('rebuilt_title'),
      sale: usd('exit_cost'),
      holding: usd('holding'),
      wanted: usd('margin'),
    }).toEqual({ fees, resale, non_runner, rebuilt, sale, holding: 450, wanted });
  });

  it('breaks even, earns and is bid to the cent', () => {
    expect(profit).toBe(example.profit);
    expect(dollarsFromCents(Math.round(((profit ?? 0) + example.repair) * 100))).toBe(example.break_even);
    expect(highest_bid).toBe(example.max_bid);
  });

  it('answers in its form', () => {
    expect(answer).toMatchObject({ form: example.form, max_bid: example.max_bid });
    if (answer.form === 'under_price') expect(answer.break_even).toBe(example.break_even);
  });
});

test.each(lots.filter(({ hobbyist }) => hobbyist))(
  '$name is bid by a hobbyist as worked by hand',
  (example) => {
    const { repair = 0, max_bid } = example.hobbyist ?? {};
    expect(sheetOf(example, { buys_as: 'hobbyist', rows: { repair } }).highest_bid).toBe(max_bid);
  },
);

describe('a car bought through bid.cars for another country', () => {
  const abroad = (
    bid: number,
    settings: Parameters<typeof dealOf>[0],
    lot: Parameters<typeof dealOf>[1],
  ): ReturnType<typeof dealSheet> =>
    dealSheet(
      dealOf(
        { bid, buys_as: 'exporter', ...settings, rows: { insurance: 0, ...settings?.rows } },
        { location: null, state: null, ...lot },
      ),
    );

  it('lands the Jetta in the EU and says what it must sell for', () => {
    const { answer } = abroad(
      4975,
      {
        destination: 'LT',
        rates: { EUR: 1 / 0.8502 },
        rows: { inland: 335, ocean: 995, certification: 0, repair: 6833.06 },
      },
      { auction: 'iaai', year: 2019, liters: 1.4 },
    );
    expect(answer).toMatchObject({ form: 'must_sell_for', landed: 10_718.15, must_sell_for: 17_551.21 });
  });

  it('lands the F-150 in Georgia and says what it must sell for', () => {
    const { answer } = abroad(
      15_500,
      { destination: 'GE', rows: { inland: 390, ocean: 1975, certification: 0, repair: 12_068.3 } },
      { auction: 'iaai', year: 2022, liters: 3.5, fuel: 'hybrid', body: 'pickup' },
    );
    expect(answer).toMatchObject({ form: 'must_sell_for', landed: 20_497.5, must_sell_for: 32_565.8 });
  });

  it('comes to the page’s own calculator for the Corolla', () => {
    const { rows } = abroad(
      0,
      { destination: 'LT', rates: { EUR: 1 / 0.8895 }, rows: { inland: 505, ocean: 1545 } },
      { year: 2025, liters: 2 },
    );
    const usd = (id: string): number => rows.find((row) => row.id === id)?.usd ?? 0;
    const inEuros = (id: string): number => Math.round(usd(id) * 0.8895);
    const fees = ['buyer_fee', 'bid_fee', 'gate', 'environmental', 'title_fee'];
    expect(fees.reduce((sum, id) => sum + usd(id), usd('inland') + usd('ocean'))).toBe(2181);
    expect(['duty', 'vat', 'customs_broker', 'broker'].map(inEuros)).toEqual([194, 448, 500, 492]);
  });
});
