import type { ReportPhoto } from '../../contract/report.ts';
import type { DetectorPhoto } from '../damage-detectors/detector.ts';
import { type PhotoTools, photoIdOf, readPhoto } from '../lots/lot-photos.ts';

/** The report's photos as a detector takes them: those we hold, by their number. */
export function detectorPhotos(tools: PhotoTools, photos: readonly ReportPhoto[]): DetectorPhoto[] {
  return photos.flatMap((photo): DetectorPhoto[] => {
    const id = photoIdOf(photo.url);
    if (id === null) return [];
    const read = async (): Promise<Uint8Array> => {
      const bytes = await readPhoto(tools, id, 'full');
      if (bytes === null) throw new Error(`photo ${photo.number} is not in the store`);
      return bytes;
    };
    return [
      {
        index: photo.number,
        sha256: photo.sha256 ?? id,
        width: photo.width ?? 0,
        height: photo.height ?? 0,
        read,
      },
    ];
  });
}
