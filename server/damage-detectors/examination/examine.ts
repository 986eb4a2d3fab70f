import type { Zone } from '../../../contract/schemas/part.ts';
import type { DetectorPhoto } from '../detector.ts';
import { VisionFailure } from '../vision/client.ts';
import { readOnce } from '../vision/photos.ts';
import type { AskTools } from '../vision/request.ts';
import type { Look } from './examination.ts';
import type { FirstPass } from './first-pass.ts';
import { numbered, type PhotoLook } from './photo-examinations.ts';
import { verifySightings } from './verify.ts';

/**
 * Ends the first pass over a lot's photos and makes the second. Throws VisionFailure when
 * no photo could be examined, or the signal's reason.
 */
export async function lookAtPhotos(
  tools: AskTools,
  firstPass: FirstPass,
  photos: readonly DetectorPhoto[],
  declared: ReadonlySet<Zone>,
): Promise<Look> {
  const answers = await firstPass.finish(photos);
  const seen: [DetectorPhoto, PhotoLook][] = [];
  const missed: Look['missed'] = [];
  for (const [at, photo] of photos.entries()) {
    const answer = answers[at];
    if (answer && 'look' in answer) seen.push([photo, answer.look]);
    else missed.push({ photo: photo.index, why: answer?.why ?? 'unreadable' });
  }
  if (seen.length === 0) {
    throw new VisionFailure(missed.at(-1)?.why ?? 'unreadable', 'no photo could be examined');
  }
  const first = numbered(seen);
  const second = await verifySightings(
    tools,
    first,
    new Map(photos.map((photo) => [photo.index, readOnce(photo)])),
    (photo) => firstPass.overviewOf(photo).catch(() => null),
    declared,
  );
  return { ...first, ...second, missed, not_damage: [...first.not_damage, ...second.not_damage] };
}
