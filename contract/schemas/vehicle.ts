import { z } from 'zod';
import { type MakeKey, SUPPORTED_MAKES } from '../vehicles/makes.ts';

export const makeKeySchema = z.enum(Object.keys(SUPPORTED_MAKES) as [MakeKey, ...MakeKey[]]);

/** What the VIN says (offline vPIC table); every field is null where the VIN does not say. */
export const decodedVinSchema = z.object({
  vin: z.string(),
  masked: z.boolean(),
  /** null: masked or not 17 characters, so it can't be checked. */
  check_digit_ok: z.boolean().nullable(),
  make: z.string().nullable(),
  /** Of a maker code that several makes share: all of them, where the rest of the VIN does not decide. Absent otherwise. */
  possible_makes: z.array(z.string()).optional(),
  model: z.string().nullable(),
  year: z.number().int().nullable(),
  /** The years its year code may mean where nothing decides (cars built for other markets, a wrong check digit). Absent otherwise. */
  possible_years: z.array(z.number().int()).optional(),
  trim: z.string().nullable(),
  series: z.string().nullable(),
  body_class: z.string().nullable(),
  doors: z.number().int().nullable(),
  vehicle_type: z.string().nullable(),
  engine: z.string().nullable(),
  fuel: z.string().nullable(),
  drive: z.string().nullable(),
  plant: z.string().nullable(),
});
export type DecodedVin = z.infer<typeof decodedVinSchema>;

/** A fact on which the listing and the VIN differ; both are shown. */
export const disagreementSchema = z.object({
  field: z.enum(['make', 'model', 'year', 'body_style', 'fuel']),
  listing: z.string(),
  vin: z.string(),
});
export type Disagreement = z.infer<typeof disagreementSchema>;

/** Coarse body classes that decide which parts a car has and how it is priced. */
export const BODY_CLASSES = [
  'sedan',
  'coupe',
  'convertible',
  'hatchback',
  'wagon',
  'suv',
  'pickup',
  'van',
] as const;
export const bodyClassSchema = z.enum(BODY_CLASSES);
export type BodyClass = z.infer<typeof bodyClassSchema>;

/** The vehicle of a report: listing and VIN brought together (VIN wins only where both agree, the listing is blank, or it tells an electric car or hybrid). */
export const vehicleSchema = z.object({
  year: z.number().int().nullable(),
  make: z.string().nullable(),
  make_key: makeKeySchema.nullable(),
  model: z.string().nullable(),
  trim: z.string().nullable(),
  body_style: z.string().nullable(),
  body_class: bodyClassSchema.nullable(),
  engine: z.string().nullable(),
  drive: z.string().nullable(),
  transmission: z.string().nullable(),
  fuel: z.string().nullable(),
  color: z.string().nullable(),
  vin: z.string().nullable(),
  vin_masked: z.boolean(),
  decoded: decodedVinSchema.nullable(),
  disagreements: z.array(disagreementSchema),
});
export type Vehicle = z.infer<typeof vehicleSchema>;
