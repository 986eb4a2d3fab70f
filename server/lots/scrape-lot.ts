import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { readAuctionLink } from '../../contract/auction-link.ts';
import { NO_DATA_MESSAGE } from '../../contract/errors.ts';
import type { Lot, LotOrigin, StoredLot } from '../../contract/lot.ts';
import type { AuctionLink } from '../../contract/sites.ts';
import { findLot, saveLot } from '../db/lots.ts';
import { AppError } from '../errors.ts';
import { type FetchPage, readLot } from './read-lot.ts';
import { readOwnPage } from './read-own-page.ts';
import { unlessAborted } from './unless-aborted.ts';

/** A lot read so long ago is read again. */
export const FRESH_SECONDS = 3600;

export type ScrapeTools = {
  pool: pg.Pool;
  fetchPage: FetchPage;
  isSample(link: AuctionLink): boolean;
  /** Lists the lot's photos and, when that is on, starts fetching them. */
  listPhotos(lot: StoredLot): Promise<StoredLot>;
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
const underWay = new WeakMap<pg.Pool, Map<string, Promise<StoredLot>>>();

/**
 * Link → lot: from store while fresh, else fetched from its site, then stored. In one process a lot is fetched once at a time:
 * who asks meanwhile gets the same answer, and a caller's signal ends its own waiting only.
 */
export async function scrapeLot(tools: ScrapeTools, text: string, signal: AbortSignal): Promise<StoredLot> {
  const link = parseLink(text);
  const key = lotKeyOf(link);
  const stored = await findLot(tools.pool, key, FRESH_SECONDS);
  if (stored) return await tools.listPhotos(stored);
  signal.throwIfAborted();
  const works = underWay.get(tools.pool) ?? new Map<string, Promise<StoredLot>>();
  underWay.set(tools.pool, works);
  const work = works.get(key) ?? fetchLot(tools, link).finally(() => works.delete(key));
  works.set(key, work);
  return await unlessAborted(work, signal);
}

async function fetchLot(tools: ScrapeTools, link: AuctionLink): Promise<StoredLot> {
  const lot = await readLot(link, tools.fetchPage, { signal: AbortSignal.timeout(READ_MS) });
  return await keep(tools, lotKeyOf(link), tools.isSample(link) ? 'sample' : 'fetched', lot);
}

/** The user's own page(s) of a lot, kept apart from what others get for the link. */
export async function scrapeOwnPage(tools: ScrapeTools, text: string, pages: string[]): Promise<StoredLot> {
  const lot = readOwnPage({ link: text, pages });
  return await keep(tools, privateKey('own_page'), 'own_page', lot);
}

/** A lot the user typed in. */
export const keepEnteredLot = (tools: ScrapeTools, lot: Lot): Promise<StoredLot> =>
  keep(tools, privateKey('entered'), 'entered', lot);

/** A stored lot of any age by its key; lot_not_found when there is none. */
export async function lotByKey(tools: Pick<ScrapeTools, 'pool'>, key: string): Promise<StoredLot> {
  const lot = await findLot(tools.pool, key, null);
  if (lot === null)
    throw new AppError('lot_not_found', NO_DATA_MESSAGE, {
      details: { reason: 'This lot is no longer kept here; paste its link or page again.' },
    });
  return lot;
}

async function keep(tools: ScrapeTools, key: string, origin: LotOrigin, lot: Lot): Promise<StoredLot> {
  return await tools.listPhotos(await saveLot(tools.pool, key, origin, lot));
}
