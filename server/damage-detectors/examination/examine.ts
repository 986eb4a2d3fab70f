import type { Zone } from '../../../contract/schemas/part.ts';
import type { DetectorPhoto } from '../detector.ts';
import { VisionFailure } from '../vision/client.ts';
import { readOnce } from '../vision/photos.ts';
import type { RequestTools } from '../vision/request.ts';
import type { Examination } from './examination.ts';
import type { FirstPass } from './first-pass.ts';
import { entriesOf, numbered, type PhotoExamination } from './photo-examinations.ts';
import { verifyDetections } from './verify.ts';

/**
 * Ends the first pass over a lot's photos and makes the second. Throws VisionFailure when
 * no photo could be examined, or the signal's reason.
 */
export async function examinePhotos(
  tools: RequestTools,
  firstPass: FirstPass,
  photos: readonly DetectorPhoto[],
  declared: ReadonlySet<Zone>,
): Promise<Examination> {
  const answers = await firstPass.finish(photos);
  const seen: [DetectorPhoto, PhotoExamination][] = [];
  const missed: Examination['missed'] = [];
  for (const [index, photo] of photos.entries()) {
    const answer = answers[index];
    if (answer && 'examination' in answer) seen.push([photo, answer.examination]);
    else missed.push({ photo: photo.index, why: answer?.why ?? 'unreadable' });
  }
  if (seen.length === 0) {
    throw new VisionFailure(missed.at(-1)?.why ?? 'unreadable', 'no photo could be examined');
  }
  const first = numbered(seen);
  const second = await verifyDetections(
    tools,
    first,
    new Map(photos.map((photo) => [photo.index, readOnce(photo)])),
    (photo) => firstPass.overviewOf(photo).catch(() => null),
    declared,
  );
  return {
    ...first,
    ...second,
    missed,
    not_damage: [...first.not_damage, ...second.not_damage],
    entries: entriesOf([first.entries, second.entries]),
  };
}
