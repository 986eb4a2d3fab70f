import { z } from 'zod';
import {
  answerEntriesSchema,
  damageTypeSchema,
  seenWholeSchema,
  unsurePartSchema,
} from '../../../contract/schemas/damage.ts';
import { positionSchema, sideSchema } from '../../../contract/schemas/part.ts';
import { photoLookSchema } from '../../images/photo-look.ts';
import { FAILURES } from '../vision/client.ts';
import { ASKED_ZONES, NOT_DAMAGE, PHOTO_WARNINGS } from '../vision/schema.ts';
import { VIEWS } from './side.ts';

const photo = z.number().int().positive();

/** One damaged part on one photo: the model's words already turned into the vehicle's sides and our boxes. */
export const partDetectionSchema = z.object({
  photo,
  category: z.string(),
  side: sideSchema,
  position: positionSchema,
  types: z.array(damageTypeSchema),
  severity: z.literal([1, 2, 3, 4]),
  op_hint: z.enum(['repair', 'replace', 'unsure']),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
  /** The first pass's own figure, lowered where the photo is poor or does not fit the part. */
  confidence: z.number().min(0).max(1),
  /** Share of the part's surface that is damaged, as the model states it. */
  extent: z.number().min(0).max(1).exactOptional(),
  also: z.array(photo),
  /** The second pass's word; `unchecked` where it did not take place. */
  verdict: z.enum(['confirmed', 'unsure', 'unchecked']),
});
export type PartDetection = z.infer<typeof partDetectionSchema>;

export const notDamageSchema = z.object({ what: z.enum(NOT_DAMAGE), category: z.string(), photo });
export type SeenNotDamage = z.infer<typeof notDamageSchema>;

/** Everything the model saw on a lot's photos; what the cache keeps. Holds no text of the model. */
export const examinationSchema = z.object({
  photos: z.array(
    z.object({ photo, view: z.enum(VIEWS), usable: z.boolean(), look: photoLookSchema.optional() }),
  ),
  missed: z.array(z.object({ photo, why: z.enum(FAILURES) })),
  detections: z.array(partDetectionSchema),
  seen_whole: z.array(seenWholeSchema),
  unsure: z.array(unsurePartSchema).default([]),
  hidden: z.array(z.object({ category: z.string(), trigger: z.string() })),
  not_damage: z.array(notDamageSchema),
  zones: z.array(
    z.object({
      zone: z.enum(ASKED_ZONES),
      state: z.enum(['damage_visible', 'intact', 'not_shown']),
      photo: photo.nullable(),
    }),
  ),
  warnings: z.array(z.enum(PHOTO_WARNINGS)),
  /** Of all answers the look rests on. */
  entries: answerEntriesSchema,
  /** Every detection went through the second pass. */
  checked: z.boolean(),
});
export type Examination = z.infer<typeof examinationSchema>;
