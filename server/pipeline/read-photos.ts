import type { PhotoReading } from '../../contract/photo-reading/photo-reading.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import type { ReportPhoto } from '../../contract/schemas/report.ts';
import { readLabels } from '../photo-reading/read-labels.ts';
import type { PipelineTools } from './pipeline-tools.ts';
import { detectorPhotos } from './steps/detector-photos.ts';

/** Beyond these a lot's photos are not read, as they are not examined. */
const MAX_PHOTOS = 20;

/** What the photos tell without a damage model, beside the listing: never corrected, never calculated with. */
export async function readPhotos(
  { photos: tools, log }: Pick<PipelineTools, 'photos' | 'log'>,
  photos: readonly ReportPhoto[],
  listed: Pick<Lot, 'vin'>,
  signal: AbortSignal,
): Promise<PhotoReading[]> {
  return await readLabels(tools.reader, detectorPhotos(tools, photos.slice(0, MAX_PHOTOS)), listed, {
    signal,
    failed: (photo, error) => log.info({ photo, error: String(error) }, 'a photo could not be read'),
  });
}
