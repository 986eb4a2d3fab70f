import { z } from 'zod';
import { labourTypeSchema, lineOperationSchema } from '../schemas/estimate.ts';
import { positionSchema, sideSchema } from '../schemas/part.ts';

/** Most lines of one estimate; a real one has a few hundred. */
export const MOST_IMPORTED_LINES = 2_000;

const text = z.string().max(200);
/** In the money of the estimate's country: US dollars, unless that is another. */
const amount = z.number().min(-10_000_000).max(10_000_000);
const hours = z.number().min(-10_000).max(10_000);

/**
 * What the file says of a line. `added`, `changed`, `deleted`: by a supplement. `replaced`: a later version of the same line
 * follows. The damage: of this loss, or there before it (`prior`), or not part of it (`unrelated`).
 */
export const lineStateSchema = z.enum(['original', 'added', 'changed', 'deleted', 'replaced']);
export type LineState = z.infer<typeof lineStateSchema>;
export const lineDamageSchema = z.enum(['this_loss', 'prior', 'unrelated']);
export type LineDamage = z.infer<typeof lineDamageSchema>;

/** A figure of the file's own totals that its lines do not add up to: US dollars before tax, or hours. */
export const totalDifferenceSchema = z.object({
  figure: z.enum(['parts', 'labour_hours', 'refinish_hours', 'total']),
  file: z.number(),
  lines: z.number(),
});
export type TotalDifference = z.infer<typeof totalDifferenceSchema>;

/** A line of an estimate that an estimating system wrote; nothing of people is in it. */
export const importedLineSchema = z.object({
  /** As the file numbers it; the next free number where the file gives none. */
  number: z.number().int().nonnegative(),
  state: lineStateSchema,
  damage: lineDamageSchema,
  /** Whether the line is part of the estimate: not deleted or replaced, and of this loss. Only such lines are added up. */
  counts: z.boolean(),
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
  /** US dollars for all of its hours; null where the file gives neither amount nor rate. */
  labour_amount: amount.nullable(),
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
  /** Empty: the lines add up to the file's totals, or the file has none to compare with. */
  differences: z.array(totalDifferenceSchema),
});
export type ImportedEstimate = z.infer<typeof importedEstimateSchema>;
