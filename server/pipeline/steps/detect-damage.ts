import type { Detection } from '../../../contract/schemas/damage.ts';
import type { Run } from '../../db/reports/report-runs.ts';
import { userCaller } from '../../web-fetch/host-line.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import { declaredDamageOf } from './declared-damage.ts';
import { detectorPhotos, photosAsTheyCome } from './detector-photos.ts';
import type { Outputs } from './outputs.ts';

const MAX_MS = 120_000;
const MAX_PHOTOS = 20;

/**
 * Photos and declared damage → findings. A detector that looks at photos begins on those that are there while `images`
 * still downloads the others; what it was told then is kept by photo, so that another attempt pays for nothing twice.
 */
export async function detectDamage(
  { detector, photos: photoTools, photoCheckUsd, log }: PipelineTools,
  run: Run,
  options: Outputs['crawl_vehicle_data'] &
    Outputs['find_generic_categories'] & {
      images: Promise<Outputs['download_images']>;
      signal: AbortSignal;
    },
): Promise<Detection> {
  const { lot, vehicle, categories, images, signal } = options;
  const input = {
    vehicle: { ...vehicle, doors: vehicle.decoded?.doors ?? null },
    taxonomy: { version: 'part-categories 1', categories },
    spender: run.userId,
    report: run.reportId,
    limits: { max_usd: photoCheckUsd, max_ms: MAX_MS, max_photos: MAX_PHOTOS },
    signal,
  };
  const begun = detector.begin?.(input, lot.images.length);
  if (begun) {
    photosAsTheyCome(photoTools, run.lotKey, signal, userCaller(run.userId), begun.add).catch(
      (error: unknown) => {
        // Only the head start is lost: every photo comes again with the step that downloads them.
        if (!signal.aborted) log.info({ error: String(error) }, 'photos are examined once all are there');
      },
    );
  }
  const photos = detectorPhotos(photoTools, (await images).photos);
  const declared = declaredDamageOf(lot);
  return begun ? await begun.detect(photos, declared) : await detector.detect({ ...input, photos, declared });
}
