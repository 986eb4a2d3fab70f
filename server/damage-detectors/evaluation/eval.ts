import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type Detection, declaredDamageSchema, NOTHING_DECLARED } from '../../../contract/schemas/damage.ts';
import { bodyClassSchema } from '../../../contract/schemas/vehicle.ts';
import { CATEGORIES, categoriesFor, categoryById } from '../../categories/generic-categories.ts';
import { ingestPhoto } from '../../images/ingest-photo.ts';
import type { DamageDetector, DetectorPhoto } from '../detector.ts';
import { WHOLE_FROM } from '../merge.ts';
import {
  type LabelledPart,
  type LabelledWhole,
  labelledPartSchema,
  labelledWholeSchema,
  type ScoredLot,
} from './score.ts';

/** A label whose place fits its category; what the category itself tells need not be labelled. */
function placed<T extends LabelledWhole>(label: T, context: z.core.$RefinementCtx): T {
  const fault = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  const category = categoryById(label.category);
  if (!category) return fault(`unknown category ${label.category}`);
  const isSided = category.side === 'LR';
  if (isSided && label.side !== 'left' && label.side !== 'right')
    return fault(`${category.id} needs a side: left or right`);
  if (!isSided && label.side !== 'none') return fault(`${category.id} has no side`);
  if (category.position === 'named')
    return label.position === 'none' ? fault(`${category.id} needs a position: front or rear`) : label;
  if (label.position !== 'none' && label.position !== category.position)
    return fault(`${category.id} is not at the ${label.position}`);
  return { ...label, position: category.position };
}
const labelSchema = labelledPartSchema.transform<LabelledPart>(placed);
const wholeLabelSchema = labelledWholeSchema.transform<LabelledWhole>(placed);

const pieceOf = ({ category, side, position }: LabelledWhole): string => [category, side, position].join();

const distinctBy =
  <T>(keyOf: (item: T) => string) =>
  (items: readonly T[]): boolean =>
    new Set(items.map(keyOf)).size === items.length;

const labelledLotSchema = z
  .object({
    lot: z.string(),
    vehicle: z.object({
      year: z.number().int().nullable().default(null),
      make: z.string().nullable().default(null),
      model: z.string().nullable().default(null),
      body_class: bodyClassSchema.nullable().default(null),
      fuel: z.string().nullable().default(null),
      engine: z.string().nullable().default(null),
      doors: z.number().int().nullable().default(null),
    }),
    /** All of it, or nothing. */
    declared: declaredDamageSchema.nullable().default(null),
    /** Paths below the folder. */
    photos: z
      .array(z.string())
      .min(1)
      .refine(
        distinctBy((name: string) => name),
        'a photo is listed twice',
      ),
    /** Every visibly damaged part; empty says that the car is undamaged. */
    parts: z.array(labelSchema).refine(distinctBy(pieceOf), 'a part is labeled twice'),
    /** Parts one sees to be whole; may be left out, then nothing is said of how often whole parts are called damaged. */
    whole: z.array(wholeLabelSchema).refine(distinctBy(pieceOf), 'a part is labeled whole twice').default([]),
  })
  .refine(
    ({ parts, whole }) => distinctBy(pieceOf)([...parts, ...whole]),
    'a part is labeled both damaged and whole',
  );

/** labels.json of an evaluation folder. */
export const labelsSchema = z.object({
  /** Whose photos and labels these are, in a few words; what is measured on them names it. */
  source: z.string().trim().min(1).max(300).optional(),
  lots: z
    .array(labelledLotSchema)
    .min(1, 'there is no lot')
    .refine(
      distinctBy((lot: { lot: string }) => lot.lot),
      'two lots have the same name',
    ),
});
export type Labels = z.infer<typeof labelsSchema>;
type LabelledLot = Labels['lots'][number];

/** A folder that can't be evaluated; the message says what is wrong with it. */
export class LabelsError extends Error {}

/** Reads and checks `labels.json`. Throws LabelsError. */
export async function readLabels(folder: string): Promise<Labels> {
  const file = path.join(folder, 'labels.json');
  const text = await fs.readFile(file, 'utf8').catch(() => {
    throw new LabelsError(`${file} can't be read.`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new LabelsError(`${file} is ${text.trim() === '' ? 'empty' : 'not JSON'}.`);
  }
  const labels = labelsSchema.safeParse(json);
  if (labels.success) return labels.data;
  const faults = labels.error.issues
    .slice(0, 5)
    .map((issue) => [...(issue.path.length > 0 ? [issue.path.join('.')] : []), issue.message].join(': '));
  throw new LabelsError(`${file}: ${faults.join('; ')}`);
}

async function photosOf(folder: string, lot: LabelledLot): Promise<DetectorPhoto[]> {
  const root = path.resolve(folder);
  return await Promise.all(
    lot.photos.map(async (name, index) => {
      const file = path.resolve(root, name);
      if (!file.startsWith(root + path.sep)) throw new LabelsError(`${name} is outside the folder.`);
      const bytes = await fs.readFile(file).catch(() => {
        throw new LabelsError(`${lot.lot}: ${name} can't be read.`);
      });
      // The same way in as the product's own photos.
      const taken = await ingestPhoto(bytes);
      if (!taken.ok) throw new LabelsError(`${lot.lot}: ${name}: ${taken.message}`);
      const { sha256, width, height, full } = taken.photo;
      return { index: index + 1, sha256, width, height, label: null, read: async () => full };
    }),
  );
}

export type EvaluatedLot = ScoredLot & {
  readonly examined: number;
  readonly usd: number | null;
  readonly ms: number;
  readonly tokens_in: number;
  readonly tokens_out: number;
  readonly warnings: Detection['warnings'];
};

export type EvalLimits = { readonly max_usd: number; readonly max_ms: number; readonly max_photos: number };

/** One lot through a detector as the product would run it; only what is seen on photos is kept for scoring. */
export async function evaluateLot(
  folder: string,
  lot: LabelledLot,
  detector: DamageDetector,
  limits: EvalLimits,
  signal: AbortSignal,
): Promise<EvaluatedLot> {
  const photos = await photosOf(folder, lot);
  const detection = await detector.detect({
    vehicle: lot.vehicle,
    photos,
    declared: lot.declared ?? NOTHING_DECLARED,
    taxonomy: {
      version: `part-categories-${CATEGORIES.length}`,
      categories: categoriesFor(lot.vehicle).map((category) => category.id),
    },
    limits,
    signal,
  });
  const { examined_photos: examined, usd, ms, tokens_in, tokens_out } = detection.engine;
  return {
    lot: lot.lot,
    truth: lot.parts,
    truly_whole: lot.whole,
    named_whole: (detection.seen_whole ?? []).filter(({ visible }) => visible >= WHOLE_FROM),
    found: detection.findings.filter(
      (finding) => finding.status === 'visible' && finding.basis !== 'declared',
    ),
    photos: photos.length,
    examined,
    usd,
    ms,
    tokens_in,
    tokens_out,
    warnings: detection.warnings,
  };
}
