import { NO_DATA_MESSAGE } from '../../contract/schemas/errors.ts';
import { unreadableMarkup } from '../auction-sites/scrape-errors.ts';
import type { ForCaller, WorkCaller } from '../concurrency/work-caller.ts';
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
  type RunOptions,
  WorkerFault,
  type WorkerPool,
} from '../workers/worker-pool.ts';

/** The readers, whose work takes its turns as one caller. */
export type CallerReading = {
  lots: LotReader;
  bodies: BodyReader;
  dealerPages: DealerPageReader & OpenedPageReader;
  estimates: EstimateReader;
  feeds: FeedReader;
  logo: LogoReader;
};
export type Reading = { for: ForCaller<CallerReading>; close(): Promise<void> };

/** Basis of all figures here: judgement, held by tests/service/hostile-bodies.long.test.ts and worst-bodies.long.test.ts. */
const PAGES = {
  // Whoever sends from one address, signed in and not, holds two.
  size: 3,
  mostWaiting: 64,
  mostWaitingOfOne: 32,
  // Eight pages of 8 MiB take 3 s of processor time, one of them 0.7.
  timeMs: 15_000,
  longMs: 2_000,
  heapMb: 512,
  totalMb: 1_536,
};
const PHOTOS = {
  size: 2,
  mostWaiting: 256,
  // A dozen reports of one account bring twelve photos each.
  mostWaitingOfOne: 192,
  timeMs: 60_000,
  longMs: 10_000,
  heapMb: 512,
};

const PAGE = { long: true };
/** Lists and estimates: the largest take 0.6 s. */
const FILE = { timeMs: 5_000, long: true, heavy: true };
/** A partner's stock: 100,000 rows take 2 s. */
const FEED = { long: true, heavy: true };
/** Twenty photos of a telephone take half a minute. */
const MANY_PHOTOS = { long: true };

const BUSY_SECONDS = 5;

/** Everything others wrote, read in workers: never in the process that serves people. Callers take turns. `idleMs` as a pool's. */
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
  return {
    for: (caller) => readingOf(caller, pages, photos),
    async close() {
      await Promise.all([pages.close(), photos.close()]);
    },
  };
}

function readingOf(caller: WorkCaller, pages: WorkerPool, photos: WorkerPool): CallerReading {
  /** The job's answer, of the type its name promises; `spent` says what it means that its worker had to be ended. */
  const ask = <T>(
    pool: WorkerPool,
    job: string,
    input: unknown,
    options: RunOptions = {},
    spent: () => AppError = unreadableMarkup,
  ): Promise<T> => answered(pool.run(caller, job, input, options), spent) as Promise<T>;
  const lots: LotReader = {
    requests: (link) => ask(pages, 'requests', link),
    furtherRequests: (link, input) => ask(pages, 'furtherRequests', { link, pages: input }, PAGE),
    photoRequests: (link) => ask(pages, 'photoRequests', link),
    photosIn: (link, input) => ask(pages, 'photosIn', { link, pages: input }, PAGE),
    isBotChallenge: (page) => ask(pages, 'isBotChallenge', page, PAGE),
    fetchedLot: (link, input) => ask(pages, 'fetchedLot', { link, pages: input }, PAGE),
    userSuppliedLot: (own) => ask(pages, 'userSuppliedLot', own, PAGE),
    enteredLot: (entry) =>
      entry.photos
        ? ask(photos, 'enteredLot', entry, MANY_PHOTOS, unreadablePhotos)
        : ask(pages, 'enteredLot', entry),
    listedLots: (file) => ask(pages, 'listedLots', file, FILE, unreadableList),
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
      scrapeBody: (parts, signal) => ask(pages, 'scrapeBody', null, { ...PAGE, parts, signal }),
      scrapeListBody: (parts, signal) =>
        ask(pages, 'scrapeListBody', null, { ...FILE, parts, signal }, unreadableList),
      photoBody: (parts, signal) =>
        ask<HandedPhoto>(photos, 'photoBody', null, { parts, signal }, unreadablePhotos),
      enterLotBody: (parts, signal) =>
        ask<EnteredLot>(photos, 'enterLotBody', null, { ...MANY_PHOTOS, parts, signal }, unreadablePhotos),
    },
    dealerPages: {
      partOf: (html) => ask(pages, 'dealerPart', html, PAGE),
      partPageIn: (html, bareNumber, base) => ask(pages, 'dealerPartPage', { html, bareNumber, base }, PAGE),
      openedPage: (sent) => ask(pages, 'openedPage', sent, PAGE),
      openedPageBody: (parts, signal) => ask(pages, 'openedPageBody', null, { ...PAGE, parts, signal }),
    },
    estimates: {
      sentEstimate: (sent) => ask(pages, 'sentEstimate', sent, FILE, slowEstimate),
      estimateBody: (parts, signal) =>
        ask(pages, 'estimateBody', null, { ...FILE, parts, signal }, slowEstimate),
    },
    feeds: {
      feedFile: (bytes, website) =>
        ask<ReadFeed>(
          pages,
          'feedFile',
          website,
          { ...FEED, parts: [new Uint8Array(bytes)] },
          slowFeed,
        ).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'validation_error') return TOO_SLOW;
          throw error;
        }),
      sentFeed: (sent, website) => ask(pages, 'sentFeed', { sent, website }, FEED, slowFeed),
      feedBody: (parts, website, signal) =>
        ask(pages, 'feedBody', website, { ...FEED, parts, signal }, slowFeed),
    },
    logo: (bytes) =>
      ask<LogoResult>(photos, 'ingestLogo', null, { parts: [new Uint8Array(bytes)] }, unreadableLogo),
  };
}

/** The bytes themselves, or a copy of what shares its memory with others: a pool frees what it has written. */
const ownMemory = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);

/** Stages of a job with a time limit and a sentence apart: a reading worker says when one begins. */
export type ReadingStage = 'pdf';
const PDF_STAGE: ReadingStage = 'pdf';

const slowPdf = (): AppError =>
  new AppError('extraction_failed', NO_DATA_MESSAGE, {
    details: {
      reason:
        'This PDF took too long to read. Save the lot’s page itself (Ctrl+S), or copy its text and paste it.',
    },
  });

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

/** A job's answer; throws unavailable where no worker took it, `spent` where its worker had to be ended. */
async function answered(job: Promise<unknown>, spent: () => AppError): Promise<unknown> {
  try {
    return await job;
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
    if (error instanceof WorkerFault) throw error.stage === PDF_STAGE ? slowPdf() : spent();
    throw error;
  }
}
