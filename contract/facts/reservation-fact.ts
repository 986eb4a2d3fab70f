import { z } from 'zod';
import { positionSchema, sideSchema, zoneSchema } from '../schemas/part.ts';

const count = z.number().int().nonnegative();
const photo = z.number().int().positive();
const part = z.object({
  category: z.string(),
  /** What people call it, where the category's own words do not. */
  name: z.string().optional(),
  side: sideSchema,
  position: positionSchema,
});
export type NamedPlace = z.infer<typeof part>;

/** Why a model did not examine a photo; `not_covered`: it was not looked through for faces and plates, in time or at all, so it was not sent. */
export const EXAMINATION_FAILURES = [
  'busy',
  'unavailable',
  'timeout',
  'refused',
  'rejected',
  'unreadable',
  'unreachable',
  'gone',
  'cut',
  'over_budget',
  'not_covered',
] as const;
/** What keeps a photo from showing all there is. */
export const PHOTO_CONDITIONS = [
  'several_vehicles',
  'heavy_dirt',
  'snow_or_water',
  'low_light',
  'covered',
] as const;
/** What a declared damage asks to be said. */
export const DECLARED_NOTES = ['water_level_unknown', 'burnt', 'earlier_repair'] as const;

/** Why nobody looked for faces and plates on a photo that was sent: the add-on that finds them is not there; `failed` stands in reports made before 25 November 2026 alone, since then a photo whose look failed is not sent. */
const UNCOVERED = ['absent', 'failed'] as const;

const why = z.enum(EXAMINATION_FAILURES);

/** What is to be said of a look at the photos or of the declared damage, as reports of schema_version 2 store it. */
export const detectionNoteSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('not_examined'), why }),
  z.object({ code: z.literal('photos_failed'), photos: z.array(photo), why }),
  z.object({ code: z.literal('photos_poor'), photos: z.array(photo) }),
  z.object({ code: z.literal('photos_unclear'), photos: z.array(photo), why: z.enum(['dark', 'blurred']) }),
  /** A VIN, the odometer or papers by the site's label: never sent to a third party's model. */
  z.object({ code: z.literal('photos_held_back'), photos: z.array(photo) }),
  /** Faces and plates found, and filled on the copies for a third party's model. */
  z.object({ code: z.literal('photos_covered'), found: count }),
  /** Photos whose copies for a third party's model are left as they are. */
  z.object({ code: z.literal('photos_uncovered'), photos: z.array(photo), why: z.enum(UNCOVERED) }),
  /** More photos than are examined. */
  z.object({ code: z.literal('photos_left_out'), count }),
  /** Those the model of the machine had no time for yet; it goes on with them after the report is ready. */
  z.object({ code: z.literal('examined_later'), count }),
  /** Those it went on with, and could not examine however often it was tried. */
  z.object({ code: z.literal('later_failed'), count }),
  z.object({ code: z.literal('no_second_look') }),
  z.object({ code: z.literal('condition'), condition: z.enum(PHOTO_CONDITIONS) }),
  /** What looked like damage and is none; `more` beyond those named. */
  z.object({
    code: z.literal('no_damage'),
    seen: z.array(z.object({ what: z.string(), part: z.string(), photo })),
    more: count,
  }),
  z.object({ code: z.literal('declared'), note: z.enum(DECLARED_NOTES) }),
  /** As listed. */
  z.object({ code: z.literal('declared_unknown'), words: z.string() }),
  /** A code that two sites use differently: as listed, how it is read, and what it means at the other. */
  z.object({ code: z.literal('declared_ambiguous'), words: z.string(), read: z.string(), other: z.string() }),
]);
export type DetectionNote = z.infer<typeof detectionNoteSchema>;

/** Where photos and declaration, or photos, differ. */
export const conflictFactSchema = z.discriminatedUnion('code', [
  /** Null: photos, not told which. */
  z.object({ code: z.literal('declared_zone_seen_intact'), zone: zoneSchema, photo: photo.nullable() }),
  z.object({ code: z.literal('declared_zone_unnamed'), zone: zoneSchema }),
  z.object({ code: z.literal('seen_but_not_declared'), part, photo: photo.nullable() }),
  z.object({ code: z.literal('declared_but_seen_intact'), part, photo }),
  /** One part, damaged on some photos and whole on others, by their numbers. */
  z.object({
    code: z.literal('photos_disagree'),
    part,
    damaged_on: z.array(photo),
    whole_on: z.array(photo),
  }),
]);
export type ConflictFact = z.infer<typeof conflictFactSchema>;

/** What a parts catalogue could not tell. */
export const catalogueGapSchema = z.object({
  code: z.literal('catalogue'),
  /** Its name. */
  catalogue: z.string(),
  why: z.enum(['quota', 'denied', 'blocked', 'network', 'bad_data', 'report_limit']),
  /** How many groups of parts were not read, of how many. */
  groups: z.object({ missed: count, of: count }).optional(),
  /** The number it was asked for when it failed; prices and fit were looked up no further. */
  number: z.string().optional(),
});

/** Something that could not be done. */
export const gapFactSchema = z.discriminatedUnion('code', [
  ...detectionNoteSchema.options,
  z.object({ code: z.literal('no_photos') }),
  z.object({ code: z.literal('photos_missing'), missing: count, of: count }),
  /** No catalogue covers the car, by its name; empty: not known. `estimates`: its user's own estimates have numbers of it. */
  z.object({
    code: z.literal('no_catalogue'),
    car: z.string(),
    estimates: z.literal(true).optional(),
  }),
  catalogueGapSchema,
]);
export type GapFact = z.infer<typeof gapFactSchema>;
