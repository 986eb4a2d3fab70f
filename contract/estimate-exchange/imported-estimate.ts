import { z } from 'zod';
import { labourTypeSchema, lineOperationSchema } from '../schemas/estimate.ts';
import { positionSchema, sideSchema } from '../schemas/part.ts';

/** Most lines of one estimate; a real one has a few hundred. */
export const MOST_IMPORTED_LINES = 2_000;

const text = z.string().max(200);
/** In the money of the estimate's country: US dollars, unless that is another. */
const amount = z.number().min(-10_000_000).max(10_000_000);
const hours = z.number().min(-10_000).max(10_000);

/** A line of an estimate that an estimating system wrote; nothing of people is in it. */
export const importedLineSchema = z.object({
  number: z.number().int().nonnegative(),
  /** The heading it stands under. */
  group: text.nullable(),
  description: text,
  /** What its description names, where the vocabulary has it: id of a category, side and end of the car. */
  category: z.string().nullable(),
  side: sideSchema,
  position: positionSchema,
  /** Null where its code is none of ours. */
  operation: lineOperationSchema.nullable(),
  /** A part that is bought. */
  part: z
    .object({
      type: z.enum(['oem', 'aftermarket', 'recycled', 'reconditioned', 'other']),
      /** As written; null where none is given, or words stand in its place. */
      oem_number: text.nullable(),
      /** US dollars for one piece; null unknown. */
      price: amount.nullable(),
      quantity: z.number().positive().max(999),
    })
    .nullable(),
  /** Hours as billed, by kind of labor; paint apart. A type of none of ours is null. */
  labour: z.array(z.object({ type: labourTypeSchema.exclude(['refinish']).nullable(), hours })),
  refinish_hours: hours,
  /** Sublet and fixed amounts, US dollars. */
  other: amount,
});
export type ImportedLine = z.infer<typeof importedLineSchema>;

/** An estimate out of an estimating system, read from an EMS set or a BMS file. */
export const importedEstimateSchema = z.object({
  format: z.enum(['ems', 'bms']),
  /** Of the format, as the file says it. */
  version: text.nullable(),
  /** Who wrote it; null untold or unknown. */
  system: z.enum(['ccc', 'mitchell', 'audatex', 'lotlens']).nullable(),
  /** ISO day it was made; null untold. */
  dated: z.iso.date().nullable(),
  /** Country its estimator works in, as the file writes it: amounts are in its money. Null untold. */
  country: text.nullable(),
  vehicle: z.object({
    vin: text.nullable(),
    /** Null: it has no whole VIN. */
    vin_check_ok: z.boolean().nullable(),
    year: z.number().int().nullable(),
    make: text.nullable(),
    model: text.nullable(),
  }),
  lines: z.array(importedLineSchema).max(MOST_IMPORTED_LINES),
  /** Of the whole estimate, US dollars with tax, and the tax in it; null untold. */
  totals: z.object({ gross: amount.nullable(), net: amount.nullable(), tax: amount.nullable() }),
});
export type ImportedEstimate = z.infer<typeof importedEstimateSchema>;
