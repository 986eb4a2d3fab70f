import type { PhotoReading } from '../../contract/photo-reading/photo-reading.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import type { ReportModel, ReportPhoto } from '../../contract/schemas/report.ts';
import type { WorkCaller } from '../concurrency/work-caller.ts';
import { readLabels } from '../photo-reading/read-labels.ts';
import { type ReadTextOptions, readText } from '../photo-reading/read-text.ts';
import type { PipelineTools } from './pipeline-tools.ts';
import { detectorPhotos } from './steps/detector-photos.ts';

/** Beyond these a lot's photos are not read, as they are not examined. */
const MAX_PHOTOS = 20;
/** The longest a report that gets no later version waits for the text reader, ms (judgement). */
const ONLY_READ_MS = 180_000;
/** The longest the text reader may take for a report that is ready, its turn included, ms; far less than its job may (judgement). */
const LATE_READ_MS = 1_800_000;

type ReadingTools = Pick<PipelineTools, 'photos' | 'textReader' | 'log'>;
type Listed = Pick<Lot, 'vin' | 'odometer' | 'mileage'>;
export type PhotosRead = Pick<ReportModel, 'photo_readings' | 'photo_text'>;

/** A VIN told by a barcode and in print is one reading: the barcode's. */
const merged = (labels: readonly PhotoReading[], text: readonly PhotoReading[]): PhotoReading[] => {
  const vins = new Set(labels.flatMap((reading) => (reading.of === 'vin' ? [reading.vin] : [])));
  return [...labels, ...text.filter((reading) => reading.of !== 'vin' || !vins.has(reading.vin))];
};

const failedIn =
  ({ log }: ReadingTools) =>
  (photo: number, error: unknown): void =>
    log.info({ photo, error: String(error) }, 'a photo could not be read');

async function withText(
  tools: ReadingTools,
  photos: readonly ReportPhoto[],
  listed: Listed,
  options: Omit<ReadTextOptions, 'failed'>,
  labels: Promise<readonly PhotoReading[]>,
): Promise<PhotosRead> {
  const { caller } = options;
  const readable = detectorPhotos(tools.photos, photos.slice(0, MAX_PHOTOS), caller);
  const [known, { readings, text }] = await Promise.all([
    labels,
    readText(tools.textReader, readable, listed, { ...options, failed: failedIn(tools) }),
  ]);
  const all = merged(known, readings);
  return { ...(all.length > 0 ? { photo_readings: all } : {}), photo_text: text };
}

/**
 * What the photos tell without a damage model, beside the listing: never corrected, never calculated with. The text reader may take
 * `waitMs`, and as long as `others`, what else the report waits for, does; null: the report gets no later version, and waits.
 */
export async function readPhotos(
  tools: ReadingTools,
  photos: readonly ReportPhoto[],
  listed: Listed,
  {
    caller,
    signal,
    wait,
  }: { caller: WorkCaller; signal: AbortSignal; wait: { ms: number; others: Promise<unknown> } | null },
): Promise<PhotosRead> {
  const readable = detectorPhotos(tools.photos, photos.slice(0, MAX_PHOTOS), caller);
  if (readable.length === 0) return {};
  const reader = tools.photos.readerFor(caller);
  const labels = readLabels(reader, readable, listed, { signal, failed: failedIn(tools) });
  const over = new AbortController();
  const time = Promise.withResolvers<void>();
  const clock = setTimeout(time.resolve, wait?.ms ?? ONLY_READ_MS);
  // Where the others fail the report does, and its signal ends this.
  Promise.all([time.promise, wait?.others]).then(
    () => over.abort(),
    () => undefined,
  );
  try {
    return await withText(
      tools,
      photos,
      listed,
      { caller, signal, until: over.signal, goesOn: wait !== null },
      labels,
    );
  } finally {
    clearTimeout(clock);
  }
}

/** The same for a report that is ready and said that VIN and odometer come later; `before` is what it knows of its photos. */
export async function readPhotosLater(
  tools: ReadingTools,
  photos: readonly ReportPhoto[],
  listed: Listed,
  { caller, signal, before }: { caller: WorkCaller; signal: AbortSignal; before: PhotosRead },
): Promise<PhotosRead> {
  return await withText(
    tools,
    photos,
    listed,
    { caller, signal, until: AbortSignal.timeout(LATE_READ_MS), goesOn: false },
    Promise.resolve(before.photo_readings ?? []),
  );
}
