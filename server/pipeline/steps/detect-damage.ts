import type { Detection } from '../../../contract/schemas/damage.ts';
import type { BeginInput, DamageDetector } from '../../damage-detectors/detector.ts';
import type { Run } from '../../db/reports/report-runs.ts';
import { userCaller } from '../../web-fetch/host-line.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import { declaredDamageOf } from './declared-damage.ts';
import { detectorPhotos, photosAsTheyCome } from './detector-photos.ts';
import type { Outputs } from './outputs.ts';

const MAX_PHOTOS = 20;

type Known = Pick<Outputs['crawl_vehicle_data'], 'vehicle'> & Outputs['find_generic_categories'];

/** What a detector is told of a report's car, and may take. */
export const detectInputOf = (
  { photoCheckUsd }: Pick<PipelineTools, 'photoCheckUsd'>,
  { userId, reportId }: Pick<Run, 'userId' | 'reportId'>,
  { vehicle, categories }: Known,
  { maxMs, signal }: { maxMs: number; signal: AbortSignal },
): BeginInput => ({
  vehicle: { ...vehicle, doors: vehicle.decoded?.doors ?? null },
  taxonomy: { version: 'part-categories 1', categories },
  spender: userId,
  report: reportId,
  limits: { max_usd: photoCheckUsd, max_ms: maxMs, max_photos: MAX_PHOTOS },
  signal,
});

/** Photos a model had no time for yet. */
const lateIn = ({ warnings }: Detection, held: number): number => {
  for (const note of warnings) {
    if (typeof note === 'string' || !('why' in note) || note.why !== 'timeout') continue;
    return note.code === 'photos_failed' ? note.photos.length : Math.min(held, MAX_PHOTOS);
  }
  return 0;
};

/** With the note that the model goes on with what it had no time for, where it can. */
function goingOn(detection: Detection, detector: DamageDetector, held: number): Detection {
  const count = detector.goes_on ? lateIn(detection, held) : 0;
  if (count === 0) return detection;
  return { ...detection, warnings: [...detection.warnings, { code: 'examined_later', count }] };
}

/**
 * Photos and declared damage → findings. A detector that looks at photos begins on those that are there while `images`
 * still downloads the others; what it was told then is kept by photo, so that another attempt pays for nothing twice.
 */
export async function detectDamage(
  tools: PipelineTools,
  run: Run,
  options: Outputs['crawl_vehicle_data'] &
    Outputs['find_generic_categories'] & {
      images: Promise<Outputs['download_images']>;
      signal: AbortSignal;
    },
): Promise<Detection> {
  const { detector, photos: photoTools, photoWaitMs, log } = tools;
  const { lot, images, signal } = options;
  const input = detectInputOf(tools, run, options, { maxMs: photoWaitMs, signal });
  const begun = detector.begin?.(input, lot.images.length) ?? null;
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
  const detection = begun
    ? await begun.detect(photos, declared)
    : await detector.detect({ ...input, photos, declared });
  // Whoever asks for a report on the command line waits for none.
  return run.userId === null ? detection : goingOn(detection, detector, photos.length);
}
