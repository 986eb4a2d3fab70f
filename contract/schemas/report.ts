import { z } from 'zod';
import { headlineFactSchema } from '../facts/headline-fact.ts';
import { totalLossFactSchema, verdictSchema } from '../facts/total-loss-fact.ts';
import { detectionSchema } from './damage.ts';
import { estimateSchema, rangeSchema } from './estimate.ts';
import { lotOriginSchema, lotSchema } from './lot.ts';
import { vehicleSchema } from './vehicle.ts';

/**
 * The eight steps in the specification's order, once. The status column, socket events, labels, fractions and
 * pipeline/steps.ts derive from this tuple.
 */
export const STEP_NAMES = [
  'create_task',
  'crawl_vehicle_data',
  'download_images',
  'find_generic_categories',
  'filter_categories',
  'crawl_vehicle_parts',
  'map_vehicle_parts_to_generic_categories',
  'detect_damaged_parts',
] as const;
export type StepName = (typeof STEP_NAMES)[number];
export type FailedStatus = `${StepName}_failed`;

export const failedStatus = (step: StepName): FailedStatus => `${step}_failed`;
type Stage = { label: string; progress: number };

/** Labels and fractions to the letter of docs/product.md. */
const STEP_STAGES = {
  create_task: { label: 'Fetching Data', progress: 0 },
  crawl_vehicle_data: { label: 'Fetching Data', progress: 0.2 },
  download_images: { label: 'Fetching Data', progress: 0.3 },
  find_generic_categories: { label: 'Fetching Data', progress: 0.35 },
  filter_categories: { label: 'Fetching Data', progress: 0.4 },
  crawl_vehicle_parts: { label: 'Fetching Data', progress: 0.5 },
  map_vehicle_parts_to_generic_categories: { label: 'Damage Analysis', progress: 0.7 },
  detect_damaged_parts: { label: 'Damage Analysis', progress: 0.85 },
} satisfies Record<StepName, Stage>;

/** The tidied words of an unknown status: `some_new_step` → `Some new step`. */
function humanise(status: string): string {
  const words = status.replaceAll('_', ' ').trim();
  return words === '' ? 'Processing' : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Label and progress (0–1) of any status, unknown ones included (docs/product.md).
 * `create_report` reads Fetching Data at 0: the old client's second entry (Failed at 1) is a defect (docs/product.md).
 */
export function stageOf(status: string): Stage {
  if (Object.hasOwn(STEP_STAGES, status)) return STEP_STAGES[status as StepName];
  if (status === 'create_report') return STEP_STAGES.create_task;
  if (status === 'finished' || status === 'completed') return { label: 'Ready', progress: 1 };
  if (status.endsWith('_failed') || status === 'failed') return { label: 'Failed', progress: 1 };
  if (status === 'initiating') return { label: 'Initiating', progress: 0.01 };
  if (status === 'processing') return { label: 'Processing', progress: 0.05 };
  return { label: humanise(status), progress: 0.05 };
}

/** Ready, failed or in progress: anything else than completed or failed counts as in progress (docs/product.md). */
export function outcomeOf(status: string): 'ready' | 'failed' | 'in_progress' {
  if (status === 'finished' || status === 'completed') return 'ready';
  if (status.endsWith('_failed') || status === 'failed') return 'failed';
  return 'in_progress';
}

export const isTerminal = (status: string): boolean => outcomeOf(status) !== 'in_progress';

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
  /** Why there is no photo; null when there is one. */
  problem: z.string().nullable(),
  /** Of the photo we keep, hex. */
  sha256: z.string().nullish(),
});
export type ReportPhoto = z.infer<typeof reportPhotoSchema>;

/** Something that could not be done, said in the report instead of failing it. */
export const gapSchema = z.object({ step: z.enum(STEP_NAMES), code: z.string(), message: z.string() });
export type Gap = z.infer<typeof gapSchema>;

export const sourceNoteSchema = z.object({
  what: z.string(),
  source: z.string(),
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
  examined: z.object({
    statement: z.string(),
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
  sources: z.array(sourceNoteSchema),
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
