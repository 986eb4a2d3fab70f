import { unreadableMarkup } from '../auction-sites/scrape-errors.ts';
import { AppError } from '../errors.ts';
import type { EstimateReader } from '../estimate-exchange/read-estimate.ts';
import type { LogoReader, LogoResult } from '../images/ingest-logo.ts';
import type { IngestResult } from '../images/ingest-photo.ts';
import type { BodyReader, EnteredLot, HandedPhoto, LotReader } from '../lots/lot-reader.ts';
import type { FeedReader, ReadFeed } from '../partners/stock/read-feed.ts';
import type { DealerPageReader } from '../parts-catalogues/dealer-store/dealer-page.ts';
import type { OpenedPageReader } from '../parts-catalogues/dealer-store/opened-page.ts';
import {
  createWorkerPool,
  type OpenPool,
  PoolFull,
  WorkerFault,
  type WorkerPool,
} from '../workers/worker-pool.ts';

export type Reading = {
  lots: LotReader;
  bodies: BodyReader;
  dealerPages: DealerPageReader & OpenedPageReader;
  estimates: EstimateReader;
  feeds: FeedReader;
  logo: LogoReader;
  close(): Promise<void>;
};

/** Pages are read at once; the largest bodies take seconds. Basis of all: judgement, held by tests/service/hostile-bodies.long.test.ts. */
const PAGES = { size: 2, mostWaiting: 64, timeMs: 30_000, heapMb: 512, totalMb: 1_536 };
/** Twenty photos of a telephone take half a minute. */
const PHOTOS = { size: 2, mostWaiting: 256, timeMs: 60_000, heapMb: 512 };

const BUSY_SECONDS = 5;

/** Everything others wrote, read in workers: never in the process that serves people. `idleMs` as a pool's. */
export function createReading({
  idleMs,
  openPool = createWorkerPool,
}: {
  idleMs: number;
  openPool?: OpenPool;
}): Reading {
  const script = new URL('read-worker.ts', import.meta.url);
  const pages = openPool({ script, ...PAGES, idleMs });
  const photos = openPool({ script, ...PHOTOS, idleMs });
  const lots: LotReader = {
    requests: (link) => ask(pages, 'requests', link),
    furtherRequests: (link, input) => ask(pages, 'furtherRequests', { link, pages: input }),
    photoRequests: (link) => ask(pages, 'photoRequests', link),
    photosIn: (link, input) => ask(pages, 'photosIn', { link, pages: input }),
    isBotChallenge: (page) => ask(pages, 'isBotChallenge', page),
    fetchedLot: (link, input) => ask(pages, 'fetchedLot', { link, pages: input }),
    userSuppliedLot: (own) => ask(pages, 'userSuppliedLot', own),
    enteredLot: (entry) => ask(entry.photos ? photos : pages, 'enteredLot', entry, {}, unreadablePhotos),
    listedLots: (file) => ask(pages, 'listedLots', file, {}, unreadableList),
    expectPhotos: (count) => photos.warm(count),
    ingestPhoto: (bytes, source) =>
      ask<IngestResult>(photos, 'ingestPhoto', source, { parts: [ownMemory(bytes)] }, unreadablePhotos).catch(
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'validation_error')
            return { ok: false, code: 'timeout', message: 'The image took too long to read.' };
          throw error;
        },
      ),
    mediumPhoto: (full) =>
      ask(photos, 'mediumPhoto', null, { parts: [new Uint8Array(full)] }, unreadablePhotos),
    labelCodes: (bytes, label) =>
      ask(photos, 'labelCodes', label, { parts: [new Uint8Array(bytes)] }, unreadablePhotos),
  };
  return {
    lots,
    bodies: {
      scrapeBody: (parts, signal) => ask(pages, 'scrapeBody', null, { parts, signal }),
      scrapeListBody: (parts, signal) =>
        ask(pages, 'scrapeListBody', null, { parts, signal }, unreadableList),
      photoBody: (parts, signal) =>
        ask<HandedPhoto>(photos, 'photoBody', null, { parts, signal }, unreadablePhotos),
      enterLotBody: (parts, signal) =>
        ask<EnteredLot>(photos, 'enterLotBody', null, { parts, signal }, unreadablePhotos),
    },
    dealerPages: {
      partOf: (html) => ask(pages, 'dealerPart', html),
      partPageIn: (html, bareNumber, base) => ask(pages, 'dealerPartPage', { html, bareNumber, base }),
      openedPage: (sent) => ask(pages, 'openedPage', sent),
      openedPageBody: (parts, signal) => ask(pages, 'openedPageBody', null, { parts, signal }),
    },
    estimates: {
      sentEstimate: (sent) => ask(pages, 'sentEstimate', sent, {}, slowEstimate),
      estimateBody: (parts, signal) => ask(pages, 'estimateBody', null, { parts, signal }, slowEstimate),
    },
    feeds: {
      feedFile: (bytes, website) =>
        ask<ReadFeed>(pages, 'feedFile', website, { parts: [new Uint8Array(bytes)] }, slowFeed).catch(
          (error: unknown) => {
            if (error instanceof AppError && error.code === 'validation_error') return TOO_SLOW;
            throw error;
          },
        ),
      sentFeed: (sent, website) => ask(pages, 'sentFeed', { sent, website }, {}, slowFeed),
      feedBody: (parts, website, signal) => ask(pages, 'feedBody', website, { parts, signal }, slowFeed),
    },
    logo: (bytes) =>
      ask<LogoResult>(photos, 'ingestLogo', null, { parts: [new Uint8Array(bytes)] }, unreadableLogo),
    async close() {
      await Promise.all([pages.close(), photos.close()]);
    },
  };
}

/** The bytes themselves, or a copy of what shares its memory with others: a pool frees what it has written. */
const ownMemory = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);

const unreadableLogo = (): AppError =>
  new AppError('validation_error', 'This logo took too long to read.', { details: { field: 'logo' } });

const slowEstimate = (): AppError =>
  new AppError('validation_error', 'This estimate took too long to read.', { details: { field: 'files' } });

const TOO_SLOW: ReadFeed = { kind: 'refused', problem: 'too_slow', bad: 0, left_out: 0, bad_rows: [] };
const slowFeed = (): AppError =>
  new AppError('validation_error', 'This file took too long to read. Please send fewer rows.', {
    details: { field: 'content' },
  });

const unreadableList = (): AppError =>
  new AppError('validation_error', 'This list took too long to read. Please send fewer rows.', {
    details: { field: 'file' },
  });

const unreadablePhotos = (): AppError =>
  new AppError('validation_error', 'These photos took too long to read. Please send fewer or smaller ones.', {
    details: { field: 'photos' },
  });

/** The job's answer, of the type its name promises; `spent` says what it means that its worker had to be ended. */
async function ask<T>(
  pool: WorkerPool,
  job: string,
  input: unknown,
  options: Parameters<WorkerPool['run']>[2] = {},
  spent: () => AppError = unreadableMarkup,
): Promise<T> {
  try {
    return (await pool.run(job, input, options)) as T;
  } catch (error) {
    if (error instanceof PoolFull || (error instanceof WorkerFault && error.reason === 'lost'))
      throw new AppError(
        'unavailable',
        'LotLens is reading as much as it can right now. Please try again in a few seconds.',
        {
          details: { retry_after: BUSY_SECONDS },
          cause: error,
        },
      );
    if (error instanceof WorkerFault) throw spent();
    throw error;
  }
}
