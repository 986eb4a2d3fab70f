import { z } from 'zod';
import { field, listOf, part } from '../../auction-sites/page/json-values.ts';
import {
  auctionTime,
  numberOf,
  textOf,
  vinOf,
  wordsOf,
  yearOf,
} from '../../auction-sites/page/listing-values.ts';

/**
 * A vehicle of Apibara as records really come, which is not what its published schema says. Every path may be absent or of any type.
 * What it guesses by itself (`pricing.estimated_cost`, `type`, `sale_document_group`) and people's phones and addresses are not read.
 */

const text = field(textOf);
const words = field(wordsOf);
const number = field(numberOf);
const digits = field((value) => /^\d{4,12}$/.exec(String(value ?? '').trim())?.[0] ?? null);
const truth = field((value) => (typeof value === 'boolean' ? value : null));
const time = field((value) => auctionTime(textOf(value)));
const vin = field(vinOf);
const list = field(listOf);
const anything = field((value) => value);
const day = field((value) => /^\d{4}-\d{2}-\d{2}$/.exec(textOf(value) ?? '')?.[0] ?? null);

export const apibaraRecordSchema = z.object({
  vin,
  platform: text,
  lot_number: digits,
  title: text,
  year: field(yearOf),
  make: text,
  model: text,
  auction: part({
    state: text,
    auction_at: time,
    last_sold_day: day,
    last_sold_status: text,
    sold_buy_now: truth,
  }),
  pricing: part({ current_bid_usd: anything, buy_now_usd: anything, last_sold_price_usd: anything }),
  location: part({ display: text }),
  seller: part({ name: text }),
  condition: part({
    run_condition: part({ value: words }),
    has_key: truth,
    primary_damage: words,
    secondary_damage: words,
  }),
  odometer: part({ mi: number }),
  vehicle_specs: part({
    exterior_color: text,
    engine: part({ raw: text }),
    transmission: text,
    fuel_type: text,
    drive_type: text,
    body_style: text,
    airbags: words,
  }),
  sale_document: part({ name: text, is_pending: truth }),
  media: part({ items: list, thumbs: list }),
  /** IAAI's own block; null for Copart's lots. */
  details: part({
    vehicle_information: part({
      Odometer: text,
      Loss: text,
      TitleSaleDoc: text,
      PrimaryDamage: words,
      SecondaryDamage: words,
      Airbags: words,
      KeySlashFob: words,
      StartCode: words,
      VINStatus: vin,
      VINMask: vin,
    }),
    vehicle_description: part({ Series: text, BodyStyle: text, Transmission: text }),
    sale_information: part({
      ActualCashValue: anything,
      EstimatedRepairCost: anything,
    }),
    attributes: part({ Id: text, SalvageId: digits }),
    bid_increment: anything,
    auction_information: part({ prebidInformation: part({ reserveMet: truth }) }),
  }),
});
export type ApibaraRecord = z.infer<typeof apibaraRecordSchema>;

/** `{ok, data}`: one record, or a list's rows. */
export const apibaraAnswerSchema = z
  .object({ data: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()), z.null()]) })
  .transform(({ data }) => (Array.isArray(data) ? data : data === null ? [] : [data]));
