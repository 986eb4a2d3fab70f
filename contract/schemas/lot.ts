import { z } from 'zod';
import { SITE_IDS } from '../sites.ts';
import { marketSchema } from './market.ts';
import { titleReadingSchema } from './title.ts';

export const siteSchema = z.enum(SITE_IDS);

/** A photo as the source lists it. `served_*` are paths on our own origin, null until we hold the photo. */
export const lotImageSchema = z.object({
  url: z.string(),
  thumbnail: z.string().nullable(),
  /** The source's own label of what the photo shows (Copart `imageLabelCode`), as written. */
  label: z.string().nullable(),
  served_url: z.string().nullable(),
  served_thumbnail: z.string().nullable(),
});
export type LotImage = z.infer<typeof lotImageSchema>;

/** Text of a listing; an empty one is no value. A codec: answers are written by this schema too. */
const listedText = z.codec(z.string().nullable(), z.string().nullable(), {
  decode: (text) => text || null,
  encode: (text) => text,
});

/** Odometer exactly as read; `unit` null where the listing names none, `brand` as listed (ACTUAL, NOT ACTUAL, …). */
export const odometerSchema = z.object({
  value: z.number().nonnegative().nullable(),
  unit: z.enum(['mi', 'km']).nullable(),
  brand: z.string().nullable(),
});

export const runConditionSchema = z.enum(['runs_and_drives', 'starts', 'stationary']);
export const keysSchema = z.enum(['yes', 'no']);
export const airbagsSchema = z.enum(['deployed', 'intact', 'none', 'missing']);
export const listingStateSchema = z.enum(['active', 'sold', 'ended']);

/** Where a lot's facts came from: `licensed` from a service we have a key of; `own_page` and `entered` are used only by whoever sent them. */
export const lotOriginSchema = z.enum(['fetched', 'own_page', 'entered', 'sample', 'licensed']);
export type LotOrigin = z.infer<typeof lotOriginSchema>;

/** A fact that one page tells twice and differently: both readings as written, the one used first. */
export const contradictionSchema = z.object({
  fact: z.enum([
    'vin',
    'year',
    'odometer',
    'primary_damage',
    'loss_type',
    'run_condition',
    'keys',
    'airbags',
    'title',
    'current_bid',
    'buy_now',
    'final_bid',
  ]),
  readings: z.array(z.string()).min(2),
});
export type Contradiction = z.infer<typeof contradictionSchema>;

/**
 * A lot as read, in its form on the wire (docs/product.md). Unknown is null, sentinels never pass.
 * `retail_value` and `seller_repair_cost` are US dollars; `mileage` is whole miles.
 */
export const lotSchema = z.object({
  /** Null where a lot was entered by hand without one. */
  site: siteSchema.nullable(),
  /** What the site's users call the lot: stock number at IAAI, digits after the prefix at bid.cars. */
  lot_number: z.string(),
  /** Canonical address of the lot page. */
  url: z.string(),
  name: listedText,
  vin: listedText,
  vin_masked: z.boolean(),
  year: z.number().int().nullable(),
  /** The alias table's display name where known, else as listed. */
  make: listedText,
  make_supported: z.boolean(),
  /** The makes that reports are made of, where this is none of them. */
  supported_makes: z.array(z.string()).nullish(),
  /** Where the make is unknown and the VIN's maker code is shared: every make it may be. */
  possible_makes: z.array(z.string()).nullish(),
  /** Where the year is unknown and the VIN's year code may mean several. */
  possible_years: z.array(z.number().int()).nullish(),
  /** The listing's own kind of vehicle where that is none we estimate and its make none we support (`Travel Trailer`). */
  vehicle_kind: z.string().nullish(),
  model: listedText,
  trim: listedText,
  body_style: listedText,
  mileage: z.number().int().nonnegative().nullable(),
  odometer: odometerSchema.nullable(),
  primary_damage: listedText,
  secondary_damage: listedText,
  loss_type: listedText,
  /** What the listing writes, by field, where damage and loss above are its words in English. */
  listed_words: z.record(z.string(), z.string()).nullish(),
  run_condition: runConditionSchema.nullable(),
  keys: keysSchema.nullable(),
  airbags: airbagsSchema.nullable(),
  title: listedText,
  /** How the title was read; null where the lot lists none, absent from lots read before this was stored. */
  title_reading: titleReadingSchema.nullish(),
  engine: listedText,
  drive: listedText,
  transmission: listedText,
  fuel: listedText,
  color: listedText,
  retail_value: z.number().positive().nullable(),
  seller_repair_cost: z.number().positive().nullable(),
  /** ISO 8601 where a time is known, else the listing's own date text. */
  sale_date: listedText,
  location: listedText,
  seller: listedText,
  /** Follows `market.sale_state`: `active` before and during the sale, `ended` where it is over and not said to be sold. */
  listing_state: listingStateSchema,
  /** What the page says of its sale and prices; absent in lots stored before it was read, null of lots entered by hand. */
  market: marketSchema.nullish(),
  contradictions: z.array(contradictionSchema).nullish(),
  /** Who told the facts, where it was not a page of the site: a licensed source (`Apibara`), a list (`Copart list export`). */
  source: z.string().nullish(),
  images: z.array(lotImageSchema),
});
export type Lot = z.infer<typeof lotSchema>;

/** A lot with the key it is stored under and where it came from. */
export const storedLotSchema = lotSchema.extend({
  lot_key: z.string(),
  origin: lotOriginSchema,
  read_at: z.string(),
});
export type StoredLot = z.infer<typeof storedLotSchema>;
