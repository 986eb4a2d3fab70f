import type { Zone } from '../../contract/part.ts';
import type { DetectorPhoto } from './detector.ts';
import type { AskTools } from './vision-ask.ts';
import { VisionFailure } from './vision-client.ts';
import type { FirstPass } from './vision-find.ts';
import type { Look } from './vision-look.ts';
import { numbered, type PhotoLook } from './vision-photo-looks.ts';
import { readOnce } from './vision-photos.ts';
import { verifySightings } from './vision-verify.ts';

/**
 * Ends the first pass over a lot's photos and makes the second (reference/damage-detection 3.1). Throws VisionFailure when
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
