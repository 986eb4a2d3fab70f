import type { ReportPhoto } from '../../../contract/schemas/report.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import type { DetectorPhoto } from '../../damage-detectors/detector.ts';
import { dedupe } from '../../images/duplicates.ts';
import { eachLotPhoto, keptBeside, type PhotoTools, photoIdOf, readPhoto } from '../../lots/lot-photos.ts';
import type { ReadablePhoto } from '../../photo-reading/read-labels.ts';

type Known = {
  id: string;
  number: number;
  sha256: string | null;
  width: number | null;
  height: number | null;
  label: string | null;
};

/** A photo of our store, as a detector and the text reader take it. */
type StoredPhoto = DetectorPhoto & ReadablePhoto;

const detectorPhoto = (
  tools: PhotoTools,
  { id, number, sha256, width, height, label }: Known,
  caller: WorkCaller,
): StoredPhoto => ({
  index: number,
  sha256: sha256 ?? id,
  width: width ?? 0,
  height: height ?? 0,
  label,
  marks: keptBeside(tools, id, 'marks'),
  readings: keptBeside(tools, id, 'readings'),
  async read() {
    const bytes = await readPhoto(tools, id, 'full', caller);
    if (bytes === null) throw new Error(`photo ${number} is not in the store`);
    return bytes;
  },
});

/** The report's photos as a detector and the text reader take them: those we hold, by their number. */
export function detectorPhotos(
  tools: PhotoTools,
  photos: readonly ReportPhoto[],
  caller: WorkCaller,
): StoredPhoto[] {
  return photos.flatMap((photo): StoredPhoto[] => {
    const id = photoIdOf(photo.url);
    return id === null ? [] : [detectorPhoto(tools, { ...photo, id, sha256: photo.sha256 ?? null }, caller)];
  });
}

/**
 * Tells of a lot's photos as they arrive, repeats of arrived ones left out. A number is the photo's place in the listing:
 * the report's is no higher.
 */
export async function photosAsTheyCome(
  tools: PhotoTools,
  lotKey: string,
  signal: AbortSignal,
  caller: WorkCaller,
  add: (photo: DetectorPhoto) => void,
): Promise<void> {
  const arrived: Parameters<typeof dedupe>[0][number][] = [];
  await eachLotPhoto(tools, lotKey, signal, caller, (row) => {
    const { state, sha256, perceptual_hash: perceptualHash, width, height, label } = row;
    if (state !== 'kept' || sha256 === null || perceptualHash === null || width === null || height === null)
      return;
    const photo = { sha256, perceptualHash, width, height, label };
    if (dedupe([...arrived, photo]).dropped.length > 0) return;
    arrived.push(photo);
    add(detectorPhoto(tools, row, caller));
  });
}
