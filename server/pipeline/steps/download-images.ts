import type { Gap } from '../../../contract/schemas/report.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import { type PhotoTools, reportPhotos, takeLotPhotos } from '../../lots/lot-photos.ts';
import type { Outputs } from './outputs.ts';

const gap = (fact: NonNullable<Gap['fact']>): Gap => ({ step: 'download_images', code: fact.code, fact });

/** Every photo of the lot in our store; what is missing is said, and fails nothing. */
export async function downloadImages(
  photos: PhotoTools,
  lotKey: string,
  signal: AbortSignal,
  caller: WorkCaller,
): Promise<Outputs['download_images']> {
  const shown = reportPhotos(await takeLotPhotos(photos, lotKey, signal, caller));
  const missing = shown.filter((photo) => photo.problem !== null);
  if (shown.length === 0) return { photos: [], gaps: [gap({ code: 'no_photos' })] };
  if (missing.length === 0) return { photos: shown, gaps: [] };
  return {
    photos: shown,
    gaps: [gap({ code: 'photos_missing', missing: missing.length, of: shown.length })],
  };
}
