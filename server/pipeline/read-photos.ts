import type { PhotoReading } from '../../contract/photo-reading/photo-reading.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import type { ReportModel, ReportPhoto } from '../../contract/schemas/report.ts';
import { readLabels } from '../photo-reading/read-labels.ts';
import { readText } from '../photo-reading/read-text.ts';
import type { PipelineTools } from './pipeline-tools.ts';
import { detectorPhotos } from './steps/detector-photos.ts';

/** Beyond these a lot's photos are not read, as they are not examined. */
const MAX_PHOTOS = 20;

export type PhotosRead = Pick<ReportModel, 'photo_readings' | 'photo_text'>;

/** A VIN told by a barcode and in print is one reading: the barcode's. */
const merged = (labels: readonly PhotoReading[], text: readonly PhotoReading[]): PhotoReading[] => {
  const vins = new Set(labels.flatMap((reading) => (reading.of === 'vin' ? [reading.vin] : [])));
  return [...labels, ...text.filter((reading) => reading.of !== 'vin' || !vins.has(reading.vin))];
};

/** What the photos tell without a damage model, beside the listing: never corrected, never calculated with. */
export async function readPhotos(
  { photos: tools, textReader, log }: Pick<PipelineTools, 'photos' | 'textReader' | 'log'>,
  photos: readonly ReportPhoto[],
  listed: Pick<Lot, 'vin' | 'odometer' | 'mileage'>,
  signal: AbortSignal,
): Promise<PhotosRead> {
  const readable = detectorPhotos(tools, photos.slice(0, MAX_PHOTOS));
  if (readable.length === 0) return {};
  const options = {
    signal,
    failed: (photo: number, error: unknown) =>
      log.info({ photo, error: String(error) }, 'a photo could not be read'),
  };
  const [labels, { readings, text }] = await Promise.all([
    readLabels(tools.reader, readable, listed, options),
    readText(textReader, readable, listed, options),
  ]);
  const all = merged(labels, readings);
  return { ...(all.length > 0 ? { photo_readings: all } : {}), photo_text: text };
}
