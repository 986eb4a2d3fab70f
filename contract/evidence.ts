import { z } from 'zod';
import { damageTypeSchema } from './schemas/damage.ts';
import { airbagsSchema, keysSchema, runConditionSchema, siteSchema } from './schemas/lot.ts';
import { positionSchema, sideSchema, zoneSchema } from './schemas/part.ts';
import { titleContentSchema } from './schemas/title.ts';

/** Evidence of an estimate, as reports of schema_version 2 store it: plain values, each piece with an id of its own. */

export { type TitleContent, titleContentSchema } from './schemas/title.ts';

/** `unread`: nobody could read it (dead dash, digital and without power, burnt). */
export const odometerStatusSchema = z.enum(['actual', 'not_actual', 'exempt', 'over_limit', 'unread']);
export type OdometerStatus = z.infer<typeof odometerStatusSchema>;

const id = z.string().min(1).max(200);
const share = z.number().min(0).max(1);

/** Which piece: `name` only for parts the vocabulary has no category for (as in findings). */
const placeShape = {
  category: z.string(),
  name: z.string().nullable().default(null),
  side: sideSchema,
  position: positionSchema,
};

/** Who looked: a model of a family (two families are two witnesses), `small` at 4 billion parameters or less; or a person. */
export const witnessSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('model'), family: z.string(), small: z.boolean() }),
  z.object({ kind: z.literal('person') }),
]);
export type Witness = z.infer<typeof witnessSchema>;

export const lookSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('damaged'),
    /** As stated, 0–1, not calibrated. */
    confidence: share,
    /** 1 cosmetic · 2 minor · 3 major · 4 destroyed; null where nothing was said of it. */
    severity: z.number().int().min(1).max(4).nullable(),
    types: z.array(damageTypeSchema),
  }),
  z.object({ state: z.literal('whole') }),
  z.object({ state: z.literal('not_visible') }),
]);

export const photoSightingSchema = z.object({
  id,
  kind: z.literal('photo_sighting'),
  ...placeShape,
  photo: z.number().int().positive(),
  /** The view that shows the surface (front_left, rear, closeup, …): photos of one surface are one witness repeated. */
  surface: z.string(),
  /** The photo this one nearly repeats; its sightings then count for nothing. */
  duplicate_of: z.number().int().positive().nullable(),
  /** Share of the part in view; null: not told. */
  visible_fraction: share.nullable(),
  /** Wet, dirty or glaring, dark or blurred. */
  poor_light: z.boolean(),
  witness: witnessSchema,
  look: lookSchema,
});
export type PhotoSighting = z.infer<typeof photoSightingSchema>;

/** A part of a photo as fractions of it, 0–1, from its top left corner: [x0, y0, x1, y1]. */
export const drawnBoxSchema = z
  .tuple([share, share, share, share])
  .refine(([x0, y0, x1, y1]) => x1 > x0 && y1 > y0, 'A box has a width and a height.');

export const partAnswerSchema = z.object({
  id,
  kind: z.literal('part_answer'),
  ...placeShape,
  /** left, right: which piece of a pair it is, and that the other is whole. */
  answer: z.enum(['damaged', 'whole', 'left', 'right', 'repair', 'replace', 'not_fitted']),
  /** The photo (by number) it was seen on. */
  photo: z.number().int().positive().optional(),
  /** Where on that photo, as the user drew it. */
  box: drawnBoxSchema.optional(),
});
export type PartAnswer = z.infer<typeof partAnswerSchema>;

export const evidenceItemSchema = z.discriminatedUnion('kind', [
  z.object({
    id,
    kind: z.literal('declared_damage'),
    place: z.enum(['primary', 'secondary']),
    /** As listed, code or words. */
    words: z.string(),
    site: siteSchema.nullable(),
  }),
  z.object({ id, kind: z.literal('run_state'), value: runConditionSchema }),
  z.object({ id, kind: z.literal('keys'), value: keysSchema }),
  z.object({ id, kind: z.literal('airbags'), value: airbagsSchema }),
  z.object({ id, kind: z.literal('catalytic_converter'), value: z.enum(['present', 'missing']) }),
  z.object({ id, kind: z.literal('odometer'), status: odometerStatusSchema }),
  z.object({ id, kind: z.literal('title'), content: titleContentSchema }),
  /** US dollars, value before the damage as the listing has it. */
  z.object({ id, kind: z.literal('listed_retail_value'), usd: z.number().positive() }),
  photoSightingSchema,
  partAnswerSchema,
]);
export type EvidenceItem = z.infer<typeof evidenceItemSchema>;

/** Whether a category is a bag itself: which of them went off is asked after whether any did. */
export const isAirbag = (category: string | null): boolean =>
  /^airbag_(driver|passenger|side|curtain|knee)$/.test(category ?? '');

/** Which part something shown is of, with its name in a reader's words; absent from reports made before it was kept. */
const shownPart = z.object({ ...placeShape, label: z.string().optional() });

/** What a piece of evidence, or all photos of one part, say and move. */
export const evidenceShownSchema = z.object({
  id: z.string(),
  kind: z.enum([
    'declared_damage',
    'run_state',
    'keys',
    'airbags',
    'catalytic_converter',
    'odometer',
    'title',
    'listed_retail_value',
    'photos',
    'part_answer',
  ]),
  /** As listed, or the code of what was seen or answered. */
  says: z.string(),
  /** Which of the declared damages. */
  place: z.enum(['primary', 'secondary']).optional(),
  /** Which part photos or an answer are of. */
  part: shownPart.optional(),
  photos: z.array(z.number().int()).optional(),
  /** US dollars: the likely total with it less that without it, all other evidence as it is. */
  moves: z.number(),
});
export type EvidenceShown = z.infer<typeof evidenceShownSchema>;

const lineReason = z.object({
  line: z.string(),
  /** US dollars by which the line makes these outcomes differ from the middle ones. */
  amount: z.number(),
});
/** Why the range is as wide as it is. */
export const rangeReasonsSchema = z.object({
  /** What is missing in the cheapest tenth of outcomes, and what the dearest tenth has: largest first, three at most. */
  low: z.array(lineReason).max(3),
  high: z.array(lineReason).max(3),
  /** What makes this lot known worse than others, each with its share (0–1) of the added spread. */
  spread: z.array(z.object({ code: z.string(), share: z.number() })),
});

/** What to look at or ask next, and the share (0–1) of the range's width it is expected to take away. */
export const narrowingSchema = z.object({
  kind: z.enum(['photos', 'part_answer', 'pair_answer', 'airbags', 'odometer', 'run_state', 'title']),
  zone: zoneSchema.optional(),
  part: shownPart.optional(),
  narrows: z.number(),
});

/** Damage that no photo shows: stated with its chance, it opens the high end and is in no other figure. */
export const unseenRiskSchema = z.object({
  kind: z.enum(['mechanical', 'water', 'theft']),
  probability: z.number().min(0).max(1),
  grounds: z.array(z.enum(['base', 'declared', 'title', 'run_state', 'keys', 'odometer'])),
  /** The declared damage is of this kind: then it is in the forecast itself. */
  in_forecast: z.literal(true).optional(),
});
