import { z } from 'zod';
import { NO_FACTS } from '../auction-site.ts';
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
import { readVehicleTitle } from '../page/vehicle-title.ts';
import { bidCarsImages } from './images.ts';
import type { BidCarsReading } from './page.ts';

/** Rows of bid.cars' own search answers. */

const text = field(textOf);
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
          listing_state: row.search_status === 'archived' ? ('ended' as const) : ('active' as const),
          images: bidCarsImages([...row.img_large, ...row.img], row.lot),
        },
      },
    ];
  });
}
