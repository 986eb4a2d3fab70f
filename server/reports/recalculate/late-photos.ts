import type pg from 'pg';
import type { StepName } from '../../../contract/report-status.ts';
import type { Detection } from '../../../contract/schemas/damage.ts';
import type { DamageDetector } from '../../damage-detectors/detector.ts';
import { inSavepoint } from '../../db/client.ts';
import { saveLaterDetection, saysPhotosComeLater } from '../../db/reports/late-photos.ts';
import { readSteps } from '../../db/reports/report-runs.ts';
import { findEditable } from '../../db/reports/report-versions.ts';
import { findReportState } from '../../db/reports/reports.ts';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { PhotoTools } from '../../lots/lot-photos.ts';
import { declaredDamageOf } from '../../pipeline/steps/declared-damage.ts';
import { detectInputOf } from '../../pipeline/steps/detect-damage.ts';
import { detectorPhotos } from '../../pipeline/steps/detector-photos.ts';
import { OUTPUTS, type Outputs } from '../../pipeline/steps/outputs.ts';
import type { Jobs } from '../../queue/jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import { queueReportMail } from '../report-emails.ts';
import { type RecalculateTools, recalculateReport } from './recalculate-report.ts';

/** The longest a report's photos may take a slow machine, ms; less than its job may. */
const MAX_MS = 5 * 3_600_000;

type LateTools = RecalculateTools & {
  detector: DamageDetector;
  photos: PhotoTools;
  photoCheckUsd: number;
  queue: Pick<Queue, 'send'>;
  log: Log;
};

/**
 * Queues the rest of a report's photos in the transaction that ends it, where it says that they come later. A queue that fails
 * costs that version, never the report.
 */
export async function queueLatePhotos(
  client: pg.PoolClient,
  { queue, log }: Pick<LateTools, 'queue' | 'log'>,
  { userId, reportId }: { userId: string | null; reportId: string },
): Promise<void> {
  if (userId === null || !(await saysPhotosComeLater(client, reportId))) return;
  try {
    await inSavepoint(client, () =>
      queue.send('examine-photos', { report_id: reportId, user_id: userId }, { within: client }),
    );
  } catch (error) {
    log.warn({ report_id: reportId, error: String(error) }, 'the rest of the photos was not queued');
  }
}

const comesLater = ({ warnings }: Detection): boolean =>
  warnings.some((note) => typeof note !== 'string' && note.code === 'examined_later');

/** What the detection was made from, as saved with the report; null where it is no longer kept. */
async function keptGrounds(pool: pg.Pool, reportId: string) {
  const saved = new Map((await readSteps(pool, reportId)).map(({ step, output }) => [step, output]));
  const outputOf = <S extends StepName>(step: S): Outputs[S] | null => {
    const read = OUTPUTS[step].safeParse(saved.get(step));
    return read.success ? (read.data as Outputs[S]) : null;
  };
  const crawled = outputOf('crawl_vehicle_data');
  const images = outputOf('download_images');
  const found = outputOf('find_generic_categories');
  const detected = outputOf('detect_damaged_parts');
  return crawled && images && found && detected ? { crawled, images, found, detected } : null;
}

/**
 * Examines what the model had no time for while the report was made, and makes the report's next version with it: with its
 * user's edits, free of charge, told by a frame and by mail. What was examined is kept photo by photo, so that a run that ends
 * half way costs the next one nothing. Throws where the model saw no further photo: the queue tries again later.
 */
export async function examineLatePhotos(
  tools: LateTools,
  { report_id: reportId, user_id: userId }: Jobs['examine-photos'],
  signal: AbortSignal,
): Promise<void> {
  const { pool, detector, queue, log } = tools;
  const state = await findReportState(pool, userId, reportId);
  const kept = state?.status === 'finished' ? await keptGrounds(pool, reportId) : null;
  if (!kept) {
    log.info({ report_id: reportId }, 'photos are not examined later: what the report was made from is gone');
    return;
  }
  const { crawled, images, found, detected } = kept;
  if (comesLater(detected.detection)) {
    const input = detectInputOf(
      tools,
      { userId, reportId },
      { ...crawled, ...found },
      { maxMs: MAX_MS, signal },
    );
    const detection = await detector.detect({
      ...input,
      photos: detectorPhotos(tools.photos, images.photos),
      declared: declaredDamageOf(crawled.lot),
    });
    const { examined_photos: before } = detected.detection.engine;
    if (detection.engine.examined_photos <= before)
      throw new Error('the photo model examined no further photo');
    await saveLaterDetection(pool, reportId, detection);
  }
  await nextVersion(tools, userId, reportId, (client) =>
    queueReportMail(client, { queue, log }, { userId, reportId }, 'report_ready'),
  );
}

/** Recalculates the newest version, whichever it is by then. */
async function nextVersion(
  tools: LateTools,
  userId: string,
  reportId: string,
  alongside: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  for (;;) {
    const newest = await findEditable(tools.pool, userId, reportId);
    // Deleted meanwhile.
    if (!newest) return;
    try {
      await recalculateReport(tools, userId, reportId, newest.version, alongside);
      return;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'version_conflict')) throw error;
    }
  }
}
