import { z } from 'zod';

/** Vehicle's left and right (driver's side is left in the US). `unknown`: sided part, side not told by the evidence. */
export const SIDES = ['left', 'right', 'center', 'none', 'unknown'] as const;
export const sideSchema = z.enum(SIDES);
export type Side = z.infer<typeof sideSchema>;

export const positionSchema = z.enum(['front', 'rear', 'none']);
export type Position = z.infer<typeof positionSchema>;

export const zoneSchema = z.enum(['front', 'rear', 'left', 'right', 'roof', 'underbody', 'interior']);
export type Zone = z.infer<typeof zoneSchema>;

/** How surely a catalogue part fits this car. */
export const fitSchema = z.enum(['exact_vin', 'model_year', 'needs_option', 'unknown']);
export type Fit = z.infer<typeof fitSchema>;

/** Of which car an estimate that its user keeps was: of this very one, or of another like it. */
export const estimatedCarSchema = z.enum(['this_car', 'similar_car']);

/** Which source a price came from, where it is not the number's own. */
export const priceFromSchema = z.object({
  source: z.string(),
  /** ISO date; null unknown. */
  dated: z.string().nullable(),
  url: z.string().nullable(),
});

/** One part as a catalogue returned it. `price` in the source's currency units (not cents); null is unknown. */
export const cataloguePartSchema = z.object({
  /** Exactly as the source writes it. */
  number: z.string(),
  name: z.string(),
  group: z.string(),
  side: z.string().nullable(),
  position: z.string().nullable(),
  quantity: z.number().positive().nullable(),
  notes: z.string().nullable(),
  price: z.number().positive().nullable(),
  currency: z.string().nullable(),
  url: z.string().nullable(),
  superseded_by: z.string().nullable(),
  /** Where its source names several successors, those beside the first. */
  superseded_also: z.array(z.string()).optional(),
  catalogue: z.string(),
  source: z.string(),
  /** ISO date of the source's answer; null unknown, never the day of an import. */
  dated: z.string().nullable(),
  fit: fitSchema,
  /** Years the source gives for the part's car, inclusive. */
  year_from: z.number().int().nullable(),
  year_to: z.number().int().nullable(),
  /** The source's own id for what kind of part it is; means something within `catalogue` only. */
  name_id: z.string().nullish(),
  /** Address of the drawing the part stands in. */
  image: z.string().nullish(),
  /** What a source that checks by VIN says; false outranks a fit by model and year. */
  fits_vin: z.boolean().nullish(),
  price_from: priceFromSchema.nullish(),
  /** Its source is an estimate that the report's user keeps, of this car or one like it. */
  from_estimate: estimatedCarSchema.optional(),
  /** Labor hours, paint apart, that the estimate of this very car has for putting one in. */
  replace_hours: z.number().positive().optional(),
  /** Its source is a dealer's page that the report's user opened for this VIN. */
  opened_page: z.literal(true).optional(),
  /** What other sources say of the same number beyond this one, each with its name and date. */
  also: z.array(z.string()).optional(),
});
export type CataloguePart = z.infer<typeof cataloguePartSchema>;

/** A catalogue part placed in the fixed vocabulary; `category` null is unmapped. */
export const mappedPartSchema = cataloguePartSchema.extend({
  category: z.string().nullable(),
  mapped_side: sideSchema,
  mapped_position: positionSchema,
});
export type MappedPart = z.infer<typeof mappedPartSchema>;

/** A part the report's car can have: what a user may name who sees damage that no line is for. */
export const carPartSchema = z.object({
  category: z.string(),
  name: z.string(),
  section: z.string(),
  /** One on each side of the car. */
  sided: z.boolean(),
  /** `either`: at both ends of the car; which one is to be told. */
  position: z.enum([...positionSchema.options, 'either']),
});
export type CarPart = z.infer<typeof carPartSchema>;

export const supplierLinkSchema = z.object({
  supplier: z.string(),
  label: z.string(),
  url: z.string(),
  /** Searched by the OEM number, or by words where no number is known. */
  by: z.enum(['number', 'words']),
  /** What the supplier mostly sells. */
  kind: z.enum(['oem', 'aftermarket', 'used', 'marketplace']),
  affiliate: z.boolean(),
});
export type SupplierLink = z.infer<typeof supplierLinkSchema>;
