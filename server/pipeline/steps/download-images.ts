import type { Gap } from '../../../contract/schemas/report.ts';
import { type PhotoTools, reportPhotos, takeLotPhotos } from '../../lots/lot-photos.ts';
import type { FetchCaller } from '../../web-fetch/host-line.ts';
import type { Outputs } from './outputs.ts';

const gap = (code: string, message: string): Gap => ({ step: 'download_images', code, message });

/** Every photo of the lot in our store; what is missing is said, and fails nothing. */
export async function downloadImages(
  photos: PhotoTools,
  lotKey: string,
  signal: AbortSignal,
  caller: FetchCaller,
): Promise<Outputs['download_images']> {
  const shown = reportPhotos(await takeLotPhotos(photos, lotKey, signal, caller));
  const missing = shown.filter((photo) => photo.problem !== null);
  if (shown.length === 0) return { photos: [], gaps: [gap('no_photos', 'There are no photos of this lot.')] };
  if (missing.length === 0) return { photos: shown, gaps: [] };
  const count =
    shown.length === 1
      ? 'The only photo could not be loaded'
      : `${missing.length} of ${shown.length} photos could not be loaded`;
  // The usual problem says no more than the count does.
  const problem = missing[0]?.problem ?? '';
  const message = /could not be loaded\.?$/i.test(problem) ? `${count}.` : `${count}: ${problem}`;
  return { photos: shown, gaps: [gap('photos_missing', message)] };
}
