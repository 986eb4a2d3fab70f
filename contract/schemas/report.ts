import { z } from 'zod';
import { claimSchema } from '../claim/claim-file.ts';
import { headlineFactSchema } from '../facts/headline-fact.ts';
import { numberSourceSchema } from '../facts/number-facts.ts';
import { gapFactSchema } from '../facts/reservation-fact.ts';
import { totalLossFactSchema, verdictBasisSchema } from '../facts/total-loss-fact.ts';
import { photoReadingSchema, photoTextSchema } from '../photo-reading/photo-reading.ts';
import { STEP_NAMES } from '../report-status.ts';
import { detectionSchema } from './damage.ts';
import { estimateSchema, rangeSchema } from './estimate.ts';
import { lotOriginSchema, lotSchema } from './lot.ts';
import { vehicleSchema } from './vehicle.ts';
import { verdictSchema } from './verdict.ts';

/** A photo of the report, served from our origin. `number` is what evidence refers to. */
export const reportPhotoSchema = z.object({
  number: z.number().int().positive(),
  /** Path on our origin; null when the photo could not be taken in. */
  url: z.string().nullable(),
  thumbnail: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  label: z.string().nullable(),
  source_url: z.string().nullable(),
  /** Why it is not held: a code of facts/photo-problem.ts, in earlier reports a sentence; null: it is held. */
  problem: z.string().nullable(),
  /** Of the photo we keep, hex. */
  sha256: z.string().nullish(),
});
export type ReportPhoto = z.infer<typeof reportPhotoSchema>;

/** Something that could not be done, said in the report instead of failing it. */
export const gapSchema = z.object({
  step: z.enum(STEP_NAMES),
  code: z.string(),
  /** Absent in reports of schema_version 1. */
  fact: gapFactSchema.optional(),
  /** The same in words; only in reports of schema_version 1. */
  message: z.string().optional(),
});
export type Gap = z.infer<typeof gapSchema>;

/** What a source is of. */
export const SOURCE_KINDS = [
  'lot',
  'vin',
  'numbers',
  'stated_numbers',
  'prices',
  'exchange_rates',
  'damage',
  'tables',
  'sales_tax',
  'total_loss',
] as const;
export const sourceNoteSchema = z.object({
  /** Absent in reports of schema_version 1. */
  kind: z.enum(SOURCE_KINDS).optional(),
  /** The same in words; only in reports of schema_version 1. */
  what: z.string().optional(),
  /** Its name, where it is somebody else's; in reports of schema_version 1 words on any. */
  source: z.string().optional(),
  /** The service set the exchange rate itself. */
  own: z.literal(true).optional(),
  /** More than a year old when the report was made. */
  old: z.literal(true).optional(),
  version: z.string().nullable(),
  dated: z.string().nullable(),
});

/** The report, computed once, stored and versioned; card, page, PDF and exports only lay it out. */
export const reportModelSchema = z.object({
  /** 1: lines each counted by their chance; read-only since. 2: a scope, possible items and their outcome. */
  schema_version: z.union([z.literal(1), z.literal(2)]),
  report_id: z.string(),
  created_at: z.string(),
  sample: z.boolean(),
  lot: lotSchema,
  lot_origin: lotOriginSchema,
  lot_read_at: z.string(),
  vehicle: vehicleSchema,
  photos: z.array(reportPhotoSchema),
  /** Whoever shares it left the photos out: they are there, and not shown. */
  photos_not_shared: z.literal(true).optional(),
  examined: z.object({
    /** What was examined, in words; only in reports of schema_version 1. */
    statement: z.string().optional(),
    photos_total: z.number().int(),
    photos_examined: z.number().int(),
    zones_not_photographed: z.array(z.string()),
  }),
  headline: z.object({
    repair: rangeSchema,
    repair_to_value: rangeSchema.nullable(),
    parts_count: z.number().int(),
    /** What moves the estimate most; absent in reports of schema_version 1. */
    facts: z.array(headlineFactSchema).max(3).optional(),
    /** The same in sentences; only in reports of schema_version 1. */
    reasons: z.array(z.string()).max(3).optional(),
  }),
  detection: detectionSchema,
  /** What was read off the photos without a damage model; absent where nothing was. */
  photo_readings: z.array(photoReadingSchema).optional(),
  /** Whether text was read off them; absent without photos, and in reports made before it was. */
  photo_text: photoTextSchema.optional(),
  estimate: estimateSchema,
  seller: z.object({
    repair_cost: z.number().nullable(),
    retail_value: z.number().nullable(),
    /** How it stands beside ours, in words; only in reports of schema_version 1. */
    note: z.string().optional(),
  }),
  total_loss: z
    .object({
      state: z.string().nullable(),
      /** What is typical in the state, where the repair stands, what the title says: absent in schema_version 1. */
      facts: z.array(totalLossFactSchema).optional(),
      /** Sentences; only in reports of schema_version 1. */
      rule: z.string().optional(),
      statement: z.string().optional(),
      /** What follows by the state's rule, never against the title; null where neither decides, absent in older reports. */
      verdict: verdictSchema.nullable().optional(),
      /** What the verdict rests on: the law, or insurers' practice where the law names no number; absent where neither. */
      basis: verdictBasisSchema.optional(),
      /** Chance of a total loss by the state's rule, 0–1, from the draws; absent in older reports. */
      probability: z.number().nullable().optional(),
      /** By a formula: the salvage, as a share of the value, from which it says total. */
      salvage_tips_at: z.number().nullable().optional(),
      dated: z.string(),
    })
    .nullable(),
  /** Catalogue names near the damage that could not be placed in the vocabulary. */
  unmapped_parts: z.array(z.object({ number: z.string(), name: z.string(), group: z.string() })),
  /** How many more there are than are listed. */
  unmapped_more: z.number().int().optional(),
  gaps: z.array(gapSchema),
  /** What can bring OEM numbers, as it stood when the report was made; absent in older reports. */
  number_sources: z.array(numberSourceSchema).optional(),
  sources: z.array(sourceNoteSchema),
  /** What its owner noted of the claim, in files and prints of their own; absent from pages that are shared. */
  claim: claimSchema.optional(),
  /** Set once the user edited the lines; `version` is what the next edit builds on, `changes` 0 when all was undone. */
  edit: z
    .object({
      version: z.number().int().positive(),
      edited_at: z.string(),
      changes: z.number().int(),
      can_undo: z.boolean().optional(),
      can_redo: z.boolean().optional(),
      /** The total before any edit. */
      estimated_total: rangeSchema.optional(),
    })
    .optional(),
});
export type ReportModel = z.infer<typeof reportModelSchema>;
