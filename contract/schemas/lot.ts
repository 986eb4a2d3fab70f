import { z } from 'zod';
import { SITE_IDS } from '../sites.ts';

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

/** Where a lot's facts came from; anything but `fetched` and `sample` is used only by whoever sent it. */
export const lotOriginSchema = z.enum(['fetched', 'own_page', 'entered', 'sample']);
export type LotOrigin = z.infer<typeof lotOriginSchema>;

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
  name: z.string().nullable(),
  vin: z.string().nullable(),
  vin_masked: z.boolean(),
  year: z.number().int().nullable(),
  /** The alias table's display name where known, else as listed. */
  make: z.string().nullable(),
  make_supported: z.boolean(),
  model: z.string().nullable(),
  trim: z.string().nullable(),
  body_style: z.string().nullable(),
  mileage: z.number().int().nonnegative().nullable(),
  odometer: odometerSchema.nullable(),
  primary_damage: z.string().nullable(),
  secondary_damage: z.string().nullable(),
  loss_type: z.string().nullable(),
  run_condition: runConditionSchema.nullable(),
  keys: keysSchema.nullable(),
  airbags: airbagsSchema.nullable(),
  title: z.string().nullable(),
  engine: z.string().nullable(),
  drive: z.string().nullable(),
  transmission: z.string().nullable(),
  fuel: z.string().nullable(),
  color: z.string().nullable(),
  retail_value: z.number().positive().nullable(),
  seller_repair_cost: z.number().positive().nullable(),
  /** ISO 8601 where a time is known, else the listing's own date text. */
  sale_date: z.string().nullable(),
  location: z.string().nullable(),
  seller: z.string().nullable(),
  listing_state: listingStateSchema,
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
