import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { type BareLot, readBareLot } from '../../contract/facts/bare-lot.ts';
import { NO_DATA_MESSAGE } from '../../contract/schemas/errors.ts';
import type { Lot, LotOrigin, StoredLot } from '../../contract/schemas/lot.ts';
import type { AuctionLink, Site } from '../../contract/sites.ts';
import type { SitePage } from '../auction-sites/auction-site.ts';
import { siteTurnedOff } from '../auction-sites/scrape-errors.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import { type ForCaller, SERVICE, type WorkCaller } from '../concurrency/work-caller.ts';
import { findLicensedLot, findLot, saveLot } from '../db/lots/lots.ts';
import { isSwitchedOn } from '../db/ops/switches.ts';
import { countLotReading } from '../db/ops/use-by-day.ts';
import { AppError } from '../errors.ts';
import type { FindLicensedLot } from '../lot-sources/find-licensed-lot.ts';
import { asTaken } from './finish-lot.ts';
import { licensedBareLot, licensedInstead, linkOf, mayBeLicensed } from './licensed-lot.ts';
import type { LotReader, UserSuppliedPages } from './lot-reader.ts';
import { type FetchPage, type ReadLotOptions, readLot } from './read-lot.ts';

/** A lot read so long ago is read again. */
export const FRESH_SECONDS = 3600;
/** A licensed source is not asked again for a lot so long, while its site refuses (judgement: a lookup costs). */
const LICENSED_SECONDS = 24 * 3600;

export type ScrapeTools = {
  pool: pg.Pool;
  fetchPage: FetchPage;
  readerFor: ForCaller<LotReader>;
  /** Licensed lot data; without it, or null, no source is configured. */
  findLicensed?: FindLicensedLot | null;
  isSample(link: AuctionLink): boolean;
  /** Whether every make that can be priced is taken, not the 19 alone; lots are stored the same either way. */
  allMakes?(): Promise<boolean>;
  /** Hears of every lot that was read anew for all; without it nobody does. */
  onShared?(lot: StoredLot): Promise<void>;
  /** Told what came of asking a site: `read`, or a code. */
  onReading?(site: Site, outcome: string): void;
  /** Lists the lot's photos and, when that is on, starts fetching them in the caller's turns. */
  listPhotos(lot: StoredLot, caller: WorkCaller): Promise<StoredLot>;
};

/** The link of a user's text, or unsupported_url. */
export function parseLink(text: string): AuctionLink {
  const read = readAuctionLink(text);
  if (!read.ok) throw new AppError('unsupported_url', read.message, { details: { reason: read.reason } });
  return read.link;
}

/** The key under which what we fetched for a link is shared by everybody. */
export const lotKeyOf = (link: AuctionLink): string => `${link.site}:${link.id}`;

/** A key nobody can guess: the lot is used only by whoever holds it. */
const privateKey = (origin: LotOrigin): string => `${origin}:${randomBytes(18).toString('base64url')}`;

/** For one lot, whoever waits for it, ms. */
const READ_MS = 60_000;

type Run = { lot: Promise<StoredLot>; stop: AbortController };
/** One lot being read: who waits in whose turn, and the one whose turn came first. */
type Reading = { runs: Map<WorkCaller, Run>; first: Run | null };
const underWay = new WeakMap<pg.Pool, Map<string, Reading>>();

/**
 * Link → lot: from store while fresh, else fetched from its site, or from a licensed source where that refuses, then stored. In one process a lot is fetched once at a time:
 * who asks meanwhile gets the same answer, and a caller's signal ends its own waiting only. Until the first turn at the site
 * comes, each caller waits in its own: nobody waits behind what else another has asked for.
 */
export async function scrapeLot(
  tools: ScrapeTools,
  text: string,
  signal: AbortSignal,
  caller: WorkCaller = SERVICE,
): Promise<StoredLot> {
  const bare = readBareLot(text);
  if (bare !== null && !(bare.kind === 'number' && bare.site === 'bid.cars'))
    return await bareLot(tools, bare, signal, caller);
  // At bid.cars the number is the link's own.
  const link = parseLink(bare === null ? text : `https://bid.cars/en/lot/${bare.number}`);
  const key = lotKeyOf(link);
  const stored = await findLot(tools.pool, key, FRESH_SECONDS);
  if (stored) return await answered(tools, await tools.listPhotos(stored, caller));
  signal.throwIfAborted();
  const readings = underWay.get(tools.pool) ?? new Map<string, Reading>();
  underWay.set(tools.pool, readings);
  const reading = readings.get(key) ?? { runs: new Map(), first: null };
  readings.set(key, reading);
  const run =
    reading.first ??
    reading.runs.get(caller) ??
    startRun(tools, link, reading, caller, () => {
      if (readings.get(key) === reading) readings.delete(key);
    });
  return await unlessAborted(run.lot, signal);
}

/** One caller's own attempt; where another's turn comes first, it ends as that one does. `over` when nobody's goes on. */
function startRun(
  tools: ScrapeTools,
  link: AuctionLink,
  reading: Reading,
  caller: WorkCaller,
  over: () => void,
): Run {
  const stop = new AbortController();
  const onTurn = (): void => {
    stop.signal.throwIfAborted();
    if (reading.first !== null) return;
    reading.first = run;
    for (const other of reading.runs.values()) if (other !== run) other.stop.abort(new Error('read already'));
  };
  const attempt = async (): Promise<StoredLot> => {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(READ_MS), stop.signal]);
      return await fetchLot(tools, link, caller, { signal, onTurn });
    } catch (error) {
      if (reading.first === null || reading.first === run) throw error;
      return await reading.first.lot;
    } finally {
      reading.runs.delete(caller);
      if (reading.first === run || reading.runs.size === 0) over();
    }
  };
  const run: Run = { stop, lot: Promise.resolve().then(attempt) };
  reading.runs.set(caller, run);
  return run;
}

/** Asks the lot's site and counts what came of it, unless operators turned that off. Samples are no site's. */
async function readCounted(tools: ScrapeTools, link: AuctionLink, options: ReadLotOptions): Promise<Lot> {
  const { pool, fetchPage, readerFor } = tools;
  const reader = readerFor(options.caller ?? SERVICE);
  if (tools.isSample(link)) return await readLot(link, fetchPage, reader, options);
  if (!(await isSwitchedOn(pool, 'site_pages'))) throw siteTurnedOff(link.site);
  try {
    const lot = await readLot(link, fetchPage, reader, options);
    tools.onReading?.(link.site, 'read');
    await countLotReading(pool, link.site, 'read');
    return lot;
  } catch (error) {
    if (error instanceof AppError) {
      tools.onReading?.(link.site, error.code);
      await countLotReading(pool, link.site, error.code);
    }
    throw error;
  }
}

async function fetchLot(
  tools: ScrapeTools,
  link: AuctionLink,
  caller: WorkCaller,
  options: { signal: AbortSignal; onTurn: () => void },
): Promise<StoredLot> {
  const key = lotKeyOf(link);
  let lot: Lot;
  try {
    lot = await readCounted(tools, link, { ...options, caller });
  } catch (error) {
    if (!tools.findLicensed || tools.isSample(link) || !mayBeLicensed(error)) throw error;
    const before = await findLot(tools.pool, key, LICENSED_SECONDS);
    if (before?.origin === 'licensed') return await answered(tools, await tools.listPhotos(before, caller));
    const { signal } = options;
    const licensed = await licensedInstead(tools.findLicensed, link, error, { signal, caller });
    return await keep(tools, key, 'licensed', licensed, caller);
  }
  return await keep(tools, key, tools.isSample(link) ? 'sample' : 'fetched', lot, caller);
}

const lookedUp = new WeakMap<pg.Pool, Map<string, Promise<StoredLot>>>();

/**
 * A VIN or number alone. In one process it is looked up once at a time, for a look-up costs: who asks meanwhile gets the same
 * answer, and a caller's signal ends its own waiting only.
 */
async function bareLot(
  tools: ScrapeTools,
  bare: BareLot,
  signal: AbortSignal,
  caller: WorkCaller,
): Promise<StoredLot> {
  signal.throwIfAborted();
  const lookUps = lookedUp.get(tools.pool) ?? new Map<string, Promise<StoredLot>>();
  lookedUp.set(tools.pool, lookUps);
  const asked = bare.kind === 'vin' ? bare.vin : bare.number;
  const lookUp =
    lookUps.get(asked) ??
    lookUpBareLot(tools, bare, AbortSignal.timeout(READ_MS), caller).finally(() => lookUps.delete(asked));
  lookUps.set(asked, lookUp);
  return await unlessAborted(lookUp, signal);
}

/** Asks the licensed sources; what they tell is kept under its link, which others may use as well. */
async function lookUpBareLot(
  tools: ScrapeTools,
  bare: BareLot,
  signal: AbortSignal,
  caller: WorkCaller,
): Promise<StoredLot> {
  const known = {
    vin: bare.kind === 'vin' ? bare.vin : null,
    lotNumber: bare.kind === 'vin' ? null : bare.digits,
  };
  const before = await findLicensedLot(tools.pool, known, LICENSED_SECONDS);
  if (before !== null) return await answered(tools, await tools.listPhotos(before, caller));
  const lot = await licensedBareLot(tools.findLicensed ?? null, bare, { signal, caller });
  const link = linkOf(lot);
  const key = link === null ? `licensed:${lot.site}:${lot.lot_number}` : lotKeyOf(link);
  const fetched = await findLot(tools.pool, key, FRESH_SECONDS);
  if (fetched !== null) return await answered(tools, await tools.listPhotos(fetched, caller));
  return await keep(tools, key, 'licensed', lot, caller);
}

/** The user's own page(s) of a lot, kept apart from what others get for the link. */
export async function scrapeUserSuppliedPage(
  tools: ScrapeTools,
  own: UserSuppliedPages,
  caller: WorkCaller = SERVICE,
): Promise<StoredLot> {
  return await keepOwnLot(tools, await tools.readerFor(caller).userSuppliedLot(own), caller);
}

/** A lot that was read from its user's own page(s). Where they hold no photos, the site's photo service is asked for them. */
export async function keepOwnLot(
  tools: ScrapeTools,
  lot: Lot,
  caller: WorkCaller = SERVICE,
): Promise<StoredLot> {
  const shown = lot.images.length > 0 ? lot : { ...lot, images: await servedPhotos(tools, lot, caller) };
  return await keep(tools, privateKey('own_page'), 'own_page', shown, caller);
}

/** The addresses of a lot's photos, where its site tells them to our server; none where it does not, or not in time. */
async function servedPhotos(tools: ScrapeTools, lot: Lot, caller: WorkCaller): Promise<Lot['images']> {
  const reading = readAuctionLink(lot.url);
  if (!reading.ok || !(await isSwitchedOn(tools.pool, 'site_pages'))) return [];
  const signal = AbortSignal.timeout(PHOTO_SERVICE_MS);
  const pages: SitePage[] = [];
  const reader = tools.readerFor(caller);
  for (const request of await reader.photoRequests(reading.link)) {
    // A lot without photos is worth having: whoever can't be asked is left out.
    const got = await tools.fetchPage({ ...request, signal, caller }).catch(() => null);
    pages.push(...(got?.pages ?? []).filter(({ status }) => status === 200));
  }
  return pages.length === 0 ? [] : await reader.photosIn(reading.link, pages);
}
/** Its user waits for the summary meanwhile. */
const PHOTO_SERVICE_MS = 6_000;

/** A lot the user typed in. */
export const keepEnteredLot = (tools: ScrapeTools, lot: Lot): Promise<StoredLot> =>
  keep(tools, privateKey('entered'), 'entered', lot, SERVICE);

/** A stored lot of any age by its key; lot_not_found when there is none. */
export async function lotByKey(
  tools: Pick<ScrapeTools, 'pool' | 'allMakes'>,
  key: string,
): Promise<StoredLot> {
  const lot = await findLot(tools.pool, key, null);
  if (lot === null)
    throw new AppError('lot_not_found', NO_DATA_MESSAGE, {
      details: { reason: 'This lot is no longer kept here; paste its link or page again.' },
    });
  return await answered(tools, lot);
}

const answered = async ({ allMakes }: Pick<ScrapeTools, 'allMakes'>, lot: StoredLot): Promise<StoredLot> =>
  asTaken(lot, (await allMakes?.()) ?? false);

async function keep(
  tools: ScrapeTools,
  key: string,
  origin: LotOrigin,
  lot: Lot,
  caller: WorkCaller,
): Promise<StoredLot> {
  const saved = await saveLot(tools.pool, key, origin, lot);
  if (origin !== 'own_page' && origin !== 'entered') await tools.onShared?.(saved);
  return await answered(tools, await tools.listPhotos(saved, caller));
}
