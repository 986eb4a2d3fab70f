import { z } from 'zod';
import { type LotFacts, NO_FACTS } from '../auction-site.ts';
import { amountOf } from '../page/amounts.ts';
import { field, listOf, recordOf } from '../page/json-values.ts';
import {
  keysOf,
  numberOf,
  odometerOf,
  runConditionOf,
  saleDateOf,
  textOf,
  vinOf,
  wordsOf,
  zonedTime,
} from '../page/listing-values.ts';
import { statusStateOf } from '../page/sale-words.ts';
import { readVehicleTitle } from '../page/vehicle-title.ts';
import { bidCarsImages } from './images.ts';
import { currencyIn, inCurrency, priceBand, pricesOf, withMarket } from './market.ts';
import type { BidCarsReading } from './page.ts';

/** Rows of bid.cars' own search answers. */

const text = field(textOf);
const asIs = field((value) => value);
const addresses = field((value) =>
  Object.values(recordOf(value) ?? {}).filter((address): address is string => typeof address === 'string'),
);

const rowSchema = z.object({
  lot: text,
  vin: field(vinOf),
  name: text,
  name_long: text,
  type: text,
  odometer: field(numberOf),
  primary_damage: field(wordsOf),
  secondary_damage: field(wordsOf),
  loss_type: text,
  start_code: text,
  seller: text,
  seller_long: text,
  location: text,
  sale_document: text,
  sale_document_split: text,
  search_status: text,
  // `final_bid` is an object or a number; only the formatted one is a price.
  final_bid_formatted: asIs,
  prebid_price: asIs,
  buy_now_price: asIs,
  estimated_min: asIs,
  estimated_max: asIs,
  prebid_close_time_lang: field((value) => {
    const en = recordOf(value)?.en;
    return zonedTime(en) ?? saleDateOf(en);
  }),
  specs: field((value) => ({
    key: keysOf(recordOf(value)?.key_info),
    engine: textOf(recordOf(value)?.engine_rendered),
  })),
  img: addresses,
  img_large: addresses,
});

/** One reading a row. */
export function bidCarsRows(json: unknown): BidCarsReading[] {
  const list = listOf(recordOf(json)?.data ?? json);
  return list.slice(0, 200).flatMap((item) => {
    const row = rowSchema.safeParse(item).data;
    if (!row || row.lot === null || !/^\d{1,2}-\d{1,12}$/.test(row.lot)) return [];
    return [
      {
        lotId: row.lot,
        kind: row.type,
        facts: {
          ...NO_FACTS,
          ...readVehicleTitle(row.name ?? row.name_long),
          vin: row.vin,
          ...odometerOf({ value: row.odometer, unit: 'mi', brand: null }),
          primary_damage: row.primary_damage,
          secondary_damage: row.secondary_damage,
          loss_type: row.loss_type,
          run_condition: runConditionOf(row.start_code),
          keys: row.specs.key,
          title: row.sale_document_split ?? row.sale_document,
          engine: row.specs.engine,
          sale_date: row.prebid_close_time_lang,
          location: row.location,
          seller: row.seller_long ?? row.seller,
          ...rowMarket(row),
          images: bidCarsImages([...row.img_large, ...row.img], row.lot),
        },
      },
    ];
  });
}

/** A row has no history: it shows a sale only where the final bid equals the Buy Now price. */
function rowMarket(row: z.infer<typeof rowSchema>): Pick<LotFacts, 'market' | 'sale'> {
  const [current, final, buyNow] = [row.prebid_price, row.final_bid_formatted, row.buy_now_price].map(
    amountOf,
  );
  const currency = currencyIn([current ?? null, final ?? null, buyNow ?? null]);
  const amount = (price: typeof final): number | null => inCurrency(price ?? null, currency);
  const isOver = statusStateOf(row.search_status) === 'ended';
  const isSoldNow = isOver && amount(final) !== null && amount(final) === amount(buyNow);
  const prices = {
    current: [amount(current)],
    final: [amount(final)],
    buyNow: [amount(buyNow)],
    isMasked: /^hidden$/i.test(textOrEmpty(row.final_bid_formatted)),
  };
  const sale_date = row.prebid_close_time_lang;
  const isInstant = /T/.test(sale_date ?? '');
  return {
    market: withMarket({
      currency,
      ...pricesOf(prices, { isOver, isSoldNow, present: null }),
      sale_at: isInstant ? sale_date : null,
      sale_date: isInstant ? null : (/^\d{4}-\d{2}-\d{2}$/.exec(sale_date ?? '')?.[0] ?? null),
      site_price_band: priceBand(row.estimated_min, row.estimated_max, currency),
    }),
    sale: isOver
      ? { state: isSoldNow ? 'sold' : 'ended' }
      : sale_date === null
        ? null
        : { state: 'upcoming' },
  };
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
