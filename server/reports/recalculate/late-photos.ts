import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import type { DetectionNote } from '../../../contract/facts/reservation-fact.ts';
import type { StepName } from '../../../contract/report-status.ts';
import type { LATE_PHOTOS } from '../../../contract/schemas/edit-report.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { userCaller } from '../../concurrency/work-caller.ts';
import type { DamageDetector } from '../../damage-detectors/detector.ts';
import { inSavepoint } from '../../db/client.ts';
import { saveLaterDetection, saveLaterReading, saysPhotosComeLater } from '../../db/reports/late-photos.ts';
import { readSteps } from '../../db/reports/report-runs.ts';
import { findEditable } from '../../db/reports/report-versions.ts';
import { findReportState } from '../../db/reports/reports.ts';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { PhotoTools } from '../../lots/lot-photos.ts';
import type { TextReader } from '../../photo-reading/text-reader.ts';
import { type PhotosRead, readPhotosLater } from '../../pipeline/read-photos.ts';
import { declaredDamageOf } from '../../pipeline/steps/declared-damage.ts';
import { detectInputOf } from '../../pipeline/steps/detect-damage.ts';
import { detectorPhotos } from '../../pipeline/steps/detector-photos.ts';
import { keptDetectionSchema, OUTPUTS, type Outputs } from '../../pipeline/steps/outputs.ts';
import type { Jobs } from '../../queue/jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import { queueReportMail } from '../report-emails.ts';
import { queueReportPushes } from '../report-pushes.ts';
import { type RecalculateTools, recalculateReport } from './recalculate-report.ts';

/** The longest a report's photos may take a slow machine, ms; less than its job may. */
const MAX_MS = 5 * 3_600_000;

type LateTools = RecalculateTools & {
  detector: DamageDetector;
  photos: PhotoTools;
  textReader: TextReader;
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

/** The note that photos come later; null: another one. */
const laterIn = (note: DetectionNote | string) =>
  typeof note !== 'string' && note.code === 'examined_later' ? note : null;
const waitsForLook = ({ detection }: Pick<ReportModel, 'detection'>): boolean =>
  detection.warnings.some(laterIn);
const waitsForReading = ({ photo_text }: PhotosRead): boolean => photo_text === 'later';

/** What a finished report's detection was made from, as saved with it; null where it is no longer kept, nor perhaps the report. */
async function keptGrounds({ pool, log }: LateTools, userId: string, reportId: string) {
  const state = await findReportState(pool, userId, reportId);
  if (state?.status !== 'finished') {
    log.info({ report_id: reportId }, 'photos are not examined later: the report is gone');
    return null;
  }
  const saved = new Map((await readSteps(pool, reportId)).map(({ step, output }) => [step, output]));
  const outputOf = <S extends StepName>(step: S): Outputs[S] | null => {
    const read = OUTPUTS[step].safeParse(saved.get(step));
    return read.success ? (read.data as Outputs[S]) : null;
  };
  const crawled = outputOf('crawl_vehicle_data');
  const images = outputOf('download_images');
  const found = outputOf('find_generic_categories');
  const detected = keptDetectionSchema.safeParse(saved.get('detect_damaged_parts'));
  if (crawled && images && found && detected.success)
    return { crawled, images, found, detected: detected.data };
  log.warn({ report_id: reportId }, 'photos are not examined later: what the report was made from is gone');
  return null;
}

type Kept = NonNullable<Awaited<ReturnType<typeof keptGrounds>>>;

/** Reads VIN and odometer where the text reader had no time for it; answers what is known of them now. */
async function readLate(
  tools: LateTools,
  { reportId, userId }: { reportId: string; userId: string },
  { crawled, images, detected: { model } }: Kept,
  signal: AbortSignal,
): Promise<PhotosRead> {
  if (!waitsForReading(model)) return model;
  const read = await readPhotosLater(tools, images.photos, crawled.lot, {
    caller: userCaller(userId),
    signal,
    before: model,
  });
  await saveLaterReading(tools.pool, reportId, read);
  return read;
}

/** Examines what the model had no time for, or may be sent only now. Throws where it saw no further photo. */
async function lookLate(
  tools: LateTools,
  { reportId, userId }: { reportId: string; userId: string },
  { crawled, images, found, detected }: Kept,
  signal: AbortSignal,
): Promise<void> {
  if (!waitsForLook(detected)) return;
  const input = detectInputOf(
    tools,
    { userId, reportId },
    { ...crawled, ...found },
    { max_ms: MAX_MS, signal },
  );
  const detection = await tools.detector.detect({
    ...input,
    photos: detectorPhotos(tools.photos, images.photos, userCaller(userId)),
    declared: declaredDamageOf(crawled.lot),
  });
  if (detection.engine.examined_photos <= detected.detection.engine.examined_photos)
    throw new Error('the photo model examined no further photo');
  await saveLaterDetection(tools.pool, reportId, detection);
}

/**
 * Reads and examines what there was no time for while the report was made, and makes the report's next version with each: with its
 * user's edits, free of charge, told by a frame, and by a mail and notifications where something came of it. What was read and
 * examined is kept photo by photo, so that a run that ends half way costs the next one nothing. Throws where the model saw no
 * further photo: the queue tries again later.
 */
export async function examineLatePhotos(
  tools: LateTools,
  { report_id: reportId, user_id: userId }: Jobs['examine-photos'],
  signal: AbortSignal,
): Promise<void> {
  const kept = await keptGrounds(tools, userId, reportId);
  if (!kept) return;
  const { queue, log } = tools;
  const tell = async (client: pg.PoolClient): Promise<void> => {
    await queueReportMail(client, { queue, log }, { userId, reportId }, 'report_ready');
    await queueReportPushes(client, { queue, log }, { userId, reportId }, 'updated');
  };
  const read = await readLate(tools, { reportId, userId }, kept, signal);
  await nextVersion(tools, userId, reportId, (before) =>
    waitsForReading(before)
      ? {
          late: 'read',
          // That nothing was read is news to nobody.
          ...(isDeepStrictEqual(before.photo_readings, read.photo_readings) ? {} : { alongside: tell }),
        }
      : null,
  );
  await lookLate(tools, { userId, reportId }, kept, signal);
  await nextVersion(tools, userId, reportId, (before) =>
    waitsForLook(before) ? { late: 'examined', alongside: tell } : null,
  );
}

/**
 * Says in the report's next version that the photos it waits for stay unexamined and unread, once all tries of that job have failed.
 * Nobody is written to: nothing they could use has come.
 */
export async function giveUpLatePhotos(
  tools: LateTools,
  { report_id: reportId, user_id: userId }: Jobs['give-up-photos'],
): Promise<void> {
  const { pool, log } = tools;
  const kept = await keptGrounds(tools, userId, reportId);
  if (!kept) return;
  const { detection, model } = kept.detected;
  const warnings = detection.warnings.map((note): DetectionNote | string => {
    const later = laterIn(note);
    return later ? { code: 'later_failed', count: later.count } : note;
  });
  log.warn({ report_id: reportId }, 'photos of a report stay unexamined: every try of their model failed');
  await saveLaterDetection(pool, reportId, { ...detection, warnings });
  if (waitsForReading(model)) await saveLaterReading(pool, reportId, { photo_text: 'failed' });
  await nextVersion(tools, userId, reportId, () => ({ late: 'given_up' }));
}

type Anew = { late: (typeof LATE_PHOTOS)[number]; alongside?: (client: pg.PoolClient) => Promise<void> };

/** Recalculates the newest version, whichever it is by then; `anew`: why, null where it has what came already. */
async function nextVersion(
  tools: LateTools,
  userId: string,
  reportId: string,
  anew: (before: ReportModel) => Anew | null,
): Promise<void> {
  for (;;) {
    const newest = await findEditable(tools.pool, userId, reportId);
    // Deleted meanwhile.
    if (!newest?.model) return;
    const late = anew(newest.model);
    if (late === null) return;
    try {
      await recalculateReport(tools, userId, reportId, newest.version, late);
      return;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'version_conflict')) throw error;
    }
  }
}
