import type { Zone } from '../../contract/part.ts';
import type { DetectInput } from './detector.ts';
import type { AskTools } from './vision-ask.ts';
import { findDamage } from './vision-find.ts';
import type { Look } from './vision-look.ts';
import { readOnce } from './vision-photos.ts';
import { sightingsOf } from './vision-sightings.ts';
import { verifySightings } from './vision-verify.ts';

/**
 * Both passes over a lot's photos (reference/damage-detection 3.1). Throws VisionFailure when no photo could be examined,
 * or the signal's reason.
 */
export async function lookAtPhotos(
  tools: AskTools,
  input: Pick<DetectInput, 'vehicle' | 'taxonomy' | 'photos'>,
  declared: ReadonlySet<Zone>,
): Promise<Look> {
  const photos = input.photos.map(readOnce);
  const { batches, missed } = await findDamage(tools, input, photos);
  const taxonomy = new Set(input.taxonomy.categories);
  const format = tools.client.profile.box_format;
  const gathered = batches.map((batch) => sightingsOf(batch, format, taxonomy));
  const seen = gathered.flatMap((it) => it.photos);
  const first = {
    photos: seen,
    sightings: gathered.flatMap((it) => it.sightings),
  };
  const overviews = new Map(batches.flatMap((batch) => [...batch.images]));
  const second = await verifySightings(
    tools,
    first,
    new Map(photos.map((photo) => [photo.index, photo])),
    overviews,
    declared,
  );
  return {
    photos: seen,
    missed: [...missed],
    sightings: second.sightings,
    intact: gathered.flatMap((it) => it.intact),
    hidden: gathered.flatMap((it) => it.hidden),
    not_damage: [...gathered.flatMap((it) => it.not_damage), ...second.not_damage],
    zones: second.zones,
    warnings: [...new Set(gathered.flatMap((it) => it.warnings))],
    checked: second.checked,
  };
}
