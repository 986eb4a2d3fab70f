import type { Detection } from '../../../contract/schemas/damage.ts';
import { userCaller } from '../../concurrency/work-caller.ts';
import type { BeginInput, DamageDetector, DetectInput } from '../../damage-detectors/detector.ts';
import type { Run } from '../../db/reports/report-runs.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import { declaredDamageOf } from './declared-damage.ts';
import { detectorPhotos, photosAsTheyCome } from './detector-photos.ts';
import type { Outputs } from './outputs.ts';

const MAX_PHOTOS = 20;
/** The longest a report that gets no later version waits until its photos may be sent, ms (judgement). */
const ONLY_COVER_MS = 120_000;

type Known = Pick<Outputs['crawl_vehicle_data'], 'vehicle'> & Outputs['find_generic_categories'];

/** What a detector is told of a report's car, and may take. */
export const detectInputOf = (
  { photoCheckUsd }: Pick<PipelineTools, 'photoCheckUsd'>,
  { userId, reportId }: Pick<Run, 'userId' | 'reportId'>,
  { vehicle, categories }: Known,
  { signal, ...times }: Pick<DetectInput['limits'], 'max_ms' | 'max_cover_ms'> & { signal: AbortSignal },
): BeginInput => ({
  vehicle: { ...vehicle, doors: vehicle.decoded?.doors ?? null },
  taxonomy: { version: 'part-categories 1', categories },
  spender: userId,
  report: reportId,
  limits: { max_usd: photoCheckUsd, max_photos: MAX_PHOTOS, ...times },
  signal,
});

/** How many photos may be examined yet: such as could not be sent in time, or as a model that goes on had no time for. */
function lateIn({ warnings }: Detection, { goes_on = false }: DamageDetector, held: number): number {
  const isLate = (why: string): boolean => why === 'not_covered' || (goes_on && why === 'timeout');
  const notes = warnings.filter((note) => typeof note !== 'string');
  const heldBack = notes.find((note) => note.code === 'photos_held_back')?.photos.length ?? 0;
  if (notes.some((note) => note.code === 'not_examined' && isLate(note.why)))
    return Math.min(held, MAX_PHOTOS) - heldBack;
  return notes.reduce(
    (sum, note) => sum + (note.code === 'photos_failed' && isLate(note.why) ? note.photos.length : 0),
    0,
  );
}

/** With the note that photos are examined after the report is ready, where there are such. */
function goingOn(detection: Detection, detector: DamageDetector, held: number): Detection {
  const count = lateIn(detection, detector, held);
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
  const { detector, photos: photoTools, photoWaitMs, readerWaitMs, log } = tools;
  const { lot, images, signal } = options;
  const input = detectInputOf(tools, run, options, {
    max_ms: photoWaitMs,
    max_cover_ms: run.userId === null ? ONLY_COVER_MS : readerWaitMs,
    signal,
  });
  const caller = userCaller(run.userId);
  const begun = detector.begin?.(input, lot.images.length) ?? null;
  if (begun) {
    photosAsTheyCome(photoTools, run.lotKey, signal, caller, begun.add).catch((error: unknown) => {
      // Only the head start is lost: every photo comes again with the step that downloads them.
      if (!signal.aborted) log.info({ error: String(error) }, 'photos are examined once all are there');
    });
  }
  const photos = detectorPhotos(photoTools, (await images).photos, caller);
  const declared = declaredDamageOf(lot);
  const detection = begun
    ? await begun.detect(photos, declared)
    : await detector.detect({ ...input, photos, declared });
  // Whoever asks for a report on the command line waits for none.
  return run.userId === null ? detection : goingOn(detection, detector, photos.length);
}
