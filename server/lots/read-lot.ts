import type { AuctionLink } from '../../contract/auction-link.ts';
import type { Lot } from '../../contract/lot.ts';
import type { PageRequest, SitePage } from '../auction-sites/auction-site.ts';
import { siteOf } from '../auction-sites/index.ts';
import { refusedBySite } from '../auction-sites/read-failures.ts';
import { AppError, RetryLater } from '../errors.ts';
import { finishLot } from './finish-lot.ts';

/** Asks for one page of a site; whatever status it answers is a page. */
export type FetchPage = (request: PageRequest & { signal?: AbortSignal }) => Promise<SitePage>;

export type ReadLotOptions = { signal?: AbortSignal };

/**
 * Link → lot: the site's requests, fetched one after the other, and its parse. Throws AppError with NO_DATA_MESSAGE
 * and the reason in code and details; RetryLater and an aborted signal's reason pass through.
 */
export async function readLot(
  link: AuctionLink,
  fetchPage: FetchPage,
  options: ReadLotOptions = {},
): Promise<Lot> {
  const site = siteOf(link.site);
  const ask = async (request: PageRequest): Promise<SitePage[]> => {
    options.signal?.throwIfAborted();
    try {
      return [await fetchPage({ ...request, ...(options.signal ? { signal: options.signal } : {}) })];
    } catch (error) {
      options.signal?.throwIfAborted();
      if (request.optional) return [];
      if (error instanceof AppError || error instanceof RetryLater) throw error;
      throw new AppError('source_blocked', refusedBySite(link.site, null).message, {
        details: refusedBySite(link.site, null).details,
        cause: error,
      });
    }
  };
  const pages: SitePage[] = [];
  for (const request of site.requests(link)) {
    pages.push(...(await ask(request)));
    // What was refused once is refused again: a second question would only be impolite.
    if (!request.optional && isRefusal(pages.at(-1))) break;
  }
  for (const request of site.furtherRequests?.(link, pages) ?? []) pages.push(...(await ask(request)));
  return finishLot(site.parse(pages, link));
}

const isRefusal = (page: SitePage | undefined): boolean =>
  page?.status === 401 || page?.status === 403 || page?.status === 429;
