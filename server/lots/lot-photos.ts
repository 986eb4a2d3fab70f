import type pg from 'pg';
import { addressOf } from '../../contract/api/api-call.ts';
import { photo } from '../../contract/api/site-calls.ts';
import type { PhotoProblem } from '../../contract/facts/photo-problem.ts';
import { FIRST_SIZES, PHOTO_SIDES, type PhotoSize } from '../../contract/facts/photo-sizes.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import type { ReportPhoto } from '../../contract/schemas/report.ts';
import { shareWork } from '../concurrency/share-work.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import { type ForCaller, SERVICE, type WorkCaller } from '../concurrency/work-caller.ts';
import {
  findLotPhoto,
  type LotPhotoRow,
  listLotPhotos,
  readLotPhotos,
  settleLotPhoto,
} from '../db/lots/lot-photos.ts';
import { AppError } from '../errors.ts';
import { dedupe } from '../images/duplicates.ts';
import type { IngestResult } from '../images/ingest-photo.ts';
import type { Log } from '../log.ts';
import type { Store } from '../storage/store.ts';
import { FetchError } from '../web-fetch/fetch-errors.ts';
import type { GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import { PHOTOS_AT_ONCE } from '../web-fetch/http-transport.ts';
import type { LotReader } from './lot-reader.ts';

export type PhotoTools = {
  pool: pg.Pool;
  store: Store;
  fetch: GuardedFetch['fetch'];
  readerFor: ForCaller<Pick<LotReader, 'expectPhotos' | 'ingestPhoto' | 'mediumPhoto' | 'labelCodes'>>;
  log: Log;
};

/** A photo's address on our own origin; its id can't be guessed. */
export const photoPath = (id: string, size: 'full' | 'thumbnail'): string =>
  addressOf(photo, { params: { photo_id: id, file: `${size}.jpg` } });
/** The id in a photo's address here, or null. */
export const photoIdOf = (path: string | null): string | null =>
  /\/photos\/([\w-]+)\//.exec(path ?? '')?.[1] ?? null;
/** Where a lot's photos lie in the store. */
export const lotFolder = (lotKey: string): string => `lots/${lotKey.replaceAll(/[^\w-]/g, '_')}/`;
export const photoKey = (lotKey: string, id: string, size: PhotoSize): string =>
  `${lotFolder(lotKey)}${id}/${size}.jpg`;

const MAX_PHOTOS = 40;

/** Gives each photo of a lot its address here; nothing is fetched yet. */
export async function listPhotosOf(pool: pg.Pool, lot: StoredLot): Promise<StoredLot> {
  const listed = lot.images.slice(0, MAX_PHOTOS);
  const rows = await listLotPhotos(
    pool,
    lot.lot_key,
    listed.map((image) => ({ source_url: image.url, label: image.label })),
  );
  return {
    ...lot,
    images: lot.images.map((image, index) => {
      const row = rows[index];
      return row
        ? {
            ...image,
            served_url: photoPath(row.id, 'full'),
            served_thumbnail: photoPath(row.id, 'thumbnail'),
          }
        : image;
    }),
  };
}

const sharedFetch = shareWork<LotPhotoRow>();

/**
 * Brings one listed photo into the store, once however many ask; a bad photo ends as refused with its reason. A caller's
 * signal ends its own waiting only: the others still want the photo.
 */
function takePhoto(
  tools: PhotoTools,
  row: LotPhotoRow,
  caller: WorkCaller,
  signal?: AbortSignal,
): Promise<LotPhotoRow> {
  const work = sharedFetch(row.id, () => fetchPhoto(tools, row, caller));
  return signal ? unlessAborted(work, signal) : work;
}

async function fetchPhoto(tools: PhotoTools, row: LotPhotoRow, caller: WorkCaller): Promise<LotPhotoRow> {
  const refuse = async (problem: PhotoProblem): Promise<LotPhotoRow> => {
    await settleLotPhoto(tools.pool, row.id, { state: 'refused', problem });
    return { ...row, state: 'refused', problem };
  };
  if (row.source_url === null) return await refuse('missing');
  let taken: IngestResult;
  try {
    const answer = await tools.fetch({ url: row.source_url, kind: 'image', caller });
    if (answer.status !== 200) return await refuse('refused_by_server');
    const source = { label: row.label, sourceUrl: row.source_url };
    taken = await tools.readerFor(caller).ingestPhoto(answer.body, source);
  } catch (error) {
    tools.log.info({ photo: row.id, error: String(error) }, 'photo not fetched');
    if (error instanceof FetchError && !error.mayRetry) return await refuse('not_allowed');
    // Still listed: the report's own step tries once more.
    return { ...row, problem: 'not_loaded' };
  }
  return await keepPhoto(tools, row, taken);
}

/** Stores what was taken in as this photo, in its first sizes, or why it was not. */
async function keepPhoto(tools: PhotoTools, row: LotPhotoRow, taken: IngestResult): Promise<LotPhotoRow> {
  if (!taken.ok) {
    await settleLotPhoto(tools.pool, row.id, { state: 'refused', problem: taken.code });
    return { ...row, state: 'refused', problem: taken.code };
  }
  const { photo } = taken;
  await Promise.all(
    FIRST_SIZES.map((size) =>
      tools.store.put(photoKey(row.lot_key, row.id, size), photo[size], 'image/jpeg'),
    ),
  );
  const kept = {
    sha256: photo.sha256,
    perceptualHash: photo.perceptualHash,
    width: photo.width,
    height: photo.height,
  };
  await settleLotPhoto(tools.pool, row.id, { state: 'kept', ...kept });
  return {
    ...row,
    state: 'kept',
    problem: null,
    sha256: kept.sha256,
    perceptual_hash: kept.perceptualHash,
    width: kept.width,
    height: kept.height,
  };
}

/**
 * A listed photo of a lot of somebody's own page, as their browser has it: kept unless it is held already. One that can't be used
 * leaves the photo as it was. Throws validation_error for an address the lot does not list.
 */
export async function keepHandedPhoto(
  tools: PhotoTools,
  lotKey: string,
  url: string,
  taken: IngestResult,
): Promise<{ held: boolean; reason: string | null }> {
  const rows = await readLotPhotos(tools.pool, lotKey);
  const row = rows.find(({ source_url }) => source_url === url);
  if (!row)
    throw new AppError('validation_error', 'This lot lists no such photo.', { details: { field: 'url' } });
  if (row.state === 'kept' || row.state === 'duplicate') return { held: true, reason: null };
  if (!taken.ok) return { held: false, reason: taken.message };
  await keepPhoto(tools, row, taken);
  return { held: true, reason: null };
}

/** Photos a user sent with a lot entered by hand, as they were taken in. Throws validation_error for one that can't be read. */
export async function keepOwnPhotos(
  tools: PhotoTools,
  lot: StoredLot,
  files: readonly IngestResult[],
): Promise<StoredLot> {
  const listed = files.map((_, index) => ({ source_url: `own-photo:${index + 1}`, label: null }));
  const rows = await listLotPhotos(tools.pool, lot.lot_key, listed);
  const images: StoredLot['images'] = [];
  for (const row of rows) {
    const file = files[row.number - 1];
    if (!file) continue;
    const kept = await keepPhoto(tools, row, file);
    if (kept.state !== 'kept')
      throw new AppError(
        'validation_error',
        `Photo ${row.number} of yours can’t be used: ${file.ok ? 'It can’t be read.' : file.message} Take it out or choose another.`,
      );
    images.push(ownImage(row));
  }
  return { ...lot, images };
}

function ownImage({ id }: LotPhotoRow): StoredLot['images'][number] {
  const served = { served_url: photoPath(id, 'full'), served_thumbnail: photoPath(id, 'thumbnail') };
  return { url: served.served_url, thumbnail: served.served_thumbnail, label: null, ...served };
}

/** A stored lot that was entered by hand, with the photos that came with it. */
export async function withOwnPhotos(tools: Pick<PhotoTools, 'pool'>, lot: StoredLot): Promise<StoredLot> {
  const rows = await readLotPhotos(tools.pool, lot.lot_key);
  return { ...lot, images: rows.filter((row) => row.state === 'kept').map(ownImage) };
}

/**
 * A lot's photos, fetched where they are still missing, twelve at a time, in their order; `settled` hears of each as it is
 * there. Two who ask at once share every fetch.
 */
export async function eachLotPhoto(
  tools: PhotoTools,
  lotKey: string,
  signal: AbortSignal,
  caller: WorkCaller = SERVICE,
  settled: (row: LotPhotoRow) => void = () => {},
): Promise<LotPhotoRow[]> {
  const rows = await readLotPhotos(tools.pool, lotKey);
  const missing = rows.filter(({ state }) => state === 'listed').length;
  if (missing > 0) tools.readerFor(caller).expectPhotos(missing);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < rows.length; index = next++) {
      let row = rows[index];
      if (row?.state === 'listed') row = await takePhoto(tools, row, caller, signal);
      if (!row) continue;
      rows[index] = row;
      settled(row);
    }
  };
  await Promise.all(Array.from({ length: PHOTOS_AT_ONCE }, worker));
  return rows;
}

/** All photos of a lot, repeats marked. */
export const takeLotPhotos = async (
  tools: PhotoTools,
  lotKey: string,
  signal: AbortSignal,
  caller: WorkCaller = SERVICE,
): Promise<LotPhotoRow[]> => await markRepeats(tools, await eachLotPhoto(tools, lotKey, signal, caller));

/** Settles copies of the same photo as duplicates; the best one stays. */
async function markRepeats(tools: PhotoTools, rows: LotPhotoRow[]): Promise<LotPhotoRow[]> {
  const kept = rows.flatMap((row) =>
    row.state === 'kept' && row.sha256 !== null && row.perceptual_hash !== null
      ? [
          {
            row,
            sha256: row.sha256,
            perceptualHash: row.perceptual_hash,
            width: row.width ?? 0,
            height: row.height ?? 0,
            label: row.label,
          },
        ]
      : [],
  );
  const repeats = new Set(dedupe(kept).dropped.map(({ photo }) => photo.row.id));
  for (const photo of kept) {
    if (repeats.has(photo.row.id))
      await settleLotPhoto(tools.pool, photo.row.id, { state: 'duplicate', ...photo });
  }
  return rows.map((row) => (repeats.has(row.id) ? { ...row, state: 'duplicate' } : row));
}

/** The photo as JPEG for whoever holds its id; fetched, or made in that size, on first demand. Null when there is none. */
export async function readPhoto(
  tools: PhotoTools,
  id: string,
  size: PhotoSize,
  caller: WorkCaller = SERVICE,
): Promise<Buffer | null> {
  const row = await findLotPhoto(tools.pool, id);
  if (row === null) return null;
  const settled = row.state === 'listed' ? await takePhoto(tools, row, caller) : row;
  if (settled.state === 'refused' || settled.state === 'listed') return null;
  const read = async (kept: PhotoSize): Promise<Buffer | null> =>
    (await tools.store.get(photoKey(settled.lot_key, settled.id, kept)))?.bytes ?? null;
  if (size !== 'medium') return await read(size);
  const kept = isLarge(settled) ? await read('medium') : null;
  if (kept !== null) return kept;
  const full = await read('full');
  return full !== null && isLarge(settled) ? await makeMedium(tools, settled, full, caller) : full;
}

const isLarge = ({ width, height }: LotPhotoRow): boolean =>
  Math.max(width ?? 0, height ?? 0) > PHOTO_SIDES.medium;

const sharedMedium = shareWork<Buffer>();

/** Makes the medium size once however many ask, and keeps it; where nothing can be made now, the full one shows the same. */
function makeMedium(
  { readerFor, store, log }: PhotoTools,
  row: LotPhotoRow,
  full: Buffer,
  caller: WorkCaller,
): Promise<Buffer> {
  return sharedMedium(row.id, async () => {
    try {
      const medium = Buffer.from(await readerFor(caller).mediumPhoto(full));
      await store.put(photoKey(row.lot_key, row.id, 'medium'), medium, 'image/jpeg');
      return medium;
    } catch (error) {
      log.warn({ photo: row.id, error: String(error) }, 'photo not made smaller');
      return full;
    }
  });
}

/** Something kept beside a photo in the store: it goes when the photo goes. `read` gives null where nothing legible is kept. */
type KeptBeside = { read(): Promise<unknown>; write(value: unknown): Promise<void> };

/** `marks`: what is to be covered on a photo, as it was found; `readings`: the VIN and odometer that were read off it. */
export function keptBeside(
  { pool, store }: Pick<PhotoTools, 'pool' | 'store'>,
  id: string,
  what: 'marks' | 'readings',
): KeptBeside {
  const place = async (): Promise<string | null> => {
    const row = await findLotPhoto(pool, id);
    return row && `${lotFolder(row.lot_key)}${row.id}/${what}.json`;
  };
  return {
    async read() {
      const key = await place();
      const file = key === null ? null : await store.get(key);
      if (!file) return null;
      try {
        return JSON.parse(file.bytes.toString('utf8'));
      } catch {
        return null;
      }
    },
    async write(value) {
      const key = await place();
      if (key !== null) await store.put(key, Buffer.from(JSON.stringify(value)), 'application/json');
    },
  };
}

/** Photos as the report shows them: repeats left out, numbered from 1, refused ones with the reason. */
export function reportPhotos(rows: LotPhotoRow[]): ReportPhoto[] {
  return rows
    .filter((row) => row.state !== 'duplicate')
    .map((row, index) => ({
      number: index + 1,
      url: row.state === 'kept' ? photoPath(row.id, 'full') : null,
      thumbnail: row.state === 'kept' ? photoPath(row.id, 'thumbnail') : null,
      width: row.width,
      height: row.height,
      label: row.label,
      source_url: row.source_url,
      problem: row.state === 'kept' ? null : (row.problem ?? 'not_loaded'),
      sha256: row.sha256,
    }));
}
