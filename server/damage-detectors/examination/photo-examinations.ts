import { z } from 'zod';
import {
  type AnswerEntries,
  answerEntriesSchema,
  unsurePartSchema,
} from '../../../contract/schemas/damage.ts';
import type { DetectorPhoto } from '../detector.ts';
import { paidSchema } from '../vision/cache.ts';
import type { Gathered } from './detections.ts';
import { examinationSchema, notDamageSchema, partDetectionSchema } from './examination.ts';

/**
 * What the first pass says of one photo, by no number: other photos go by their hash, so that it holds whatever the photo
 * is numbered later. Hidden parts and conditions are its whole batch's.
 */
export const photoExaminationSchema = z.object({
  ...examinationSchema.shape.photos.element.omit({ photo: true }).shape,
  detections: z.array(
    partDetectionSchema.omit({ photo: true, also: true }).extend({ also: z.array(z.string()) }),
  ),
  seen_whole: z.array(examinationSchema.shape.seen_whole.element.omit({ photo: true })),
  unsure: z.array(unsurePartSchema.omit({ photo: true })).default([]),
  not_damage: z.array(notDamageSchema.omit({ photo: true })),
  hidden: examinationSchema.shape.hidden,
  warnings: examinationSchema.shape.warnings,
  /** The photo's share of its batch's entries. */
  entries: answerEntriesSchema,
});
export type PhotoExamination = z.infer<typeof photoExaminationSchema>;

/** As kept by the cache. */
export const keptPhotoSchema = z.object({ paid: paidSchema, examination: photoExaminationSchema });

/** The share of the one at `index` in a whole number, so that all shares add up to it. */
export const shareOf = (whole: number, count: number, index: number): number =>
  Math.floor((whole * (index + 1)) / count) - Math.floor((whole * index) / count);

/** Entries of several answers together. */
export const entriesOf = (all: readonly AnswerEntries[]): AnswerEntries => ({
  given: all.reduce((sum, { given }) => sum + given, 0),
  unusable: all.reduce((sum, { unusable }) => sum + unusable, 0),
});

/** A batch's answer, photo by photo. */
export function byPhoto(batch: readonly DetectorPhoto[], gathered: Gathered): Map<string, PhotoExamination> {
  const hashOf = new Map(batch.map((photo) => [photo.index, photo.sha256]));
  const of = <T extends { photo: number }>(items: readonly T[], index: number) =>
    items.filter((item) => item.photo === index).map(({ photo: _, ...it }) => it);
  return new Map(
    gathered.photos.flatMap(({ photo: index, ...seen }, at) => {
      const sha256 = hashOf.get(index);
      if (sha256 === undefined) return [];
      const examination = {
        ...seen,
        detections: of(gathered.detections, index).map((entry) => ({
          ...entry,
          also: entry.also.flatMap((other) => hashOf.get(other) ?? []),
        })),
        seen_whole: of(gathered.seen_whole, index),
        unsure: of(gathered.unsure, index),
        not_damage: of(gathered.not_damage, index),
        hidden: gathered.hidden,
        warnings: gathered.warnings,
        entries: {
          given: shareOf(gathered.entries.given, gathered.photos.length, at),
          unusable: shareOf(gathered.entries.unusable, gathered.photos.length, at),
        },
      };
      return [[sha256, examination]];
    }),
  );
}

const distinct = <T>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

/** Photos' looks under the numbers they have in the report. */
export function numbered(photos: readonly (readonly [DetectorPhoto, PhotoExamination])[]): Gathered {
  const numberOf = new Map(photos.map(([photo]) => [photo.sha256, photo.index]));
  const all = <T, R>(
    pick: (examination: PhotoExamination) => readonly T[],
    make: (entry: T, photo: number) => R,
  ): R[] =>
    photos.flatMap(([{ index }, examination]) => pick(examination).map((entry) => make(entry, index)));
  return {
    photos: photos.map(([{ index }, { view, usable, look }]) => ({
      photo: index,
      view,
      usable,
      ...(look && { look }),
    })),
    detections: all(
      (examination) => examination.detections,
      (entry, photo) => ({ ...entry, photo, also: entry.also.flatMap((other) => numberOf.get(other) ?? []) }),
    ),
    seen_whole: all(
      (examination) => examination.seen_whole,
      (entry, photo) => ({ ...entry, photo }),
    ),
    unsure: all(
      (examination) => examination.unsure,
      (entry, photo) => ({ ...entry, photo }),
    ),
    not_damage: all(
      (examination) => examination.not_damage,
      (entry, photo) => ({ ...entry, photo }),
    ),
    hidden: distinct(photos.flatMap(([, examination]) => examination.hidden)),
    warnings: distinct(photos.flatMap(([, examination]) => examination.warnings)),
    entries: entriesOf(photos.map(([, examination]) => examination.entries)),
  };
}
