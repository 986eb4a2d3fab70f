import type { Lot } from '../../contract/lot.ts';
import type { AuctionLink } from '../../contract/sites.ts';
import type { PageRequest, SitePage } from '../auction-sites/auction-site.ts';
import { siteOf } from '../auction-sites/index.ts';
import { refusedBySite } from '../auction-sites/read-failures.ts';
import { AppError, RetryLater } from '../errors.ts';
import { finishLot } from './finish-lot.ts';

/** Asks for one page of a site; whatever status it answers is a page. `rendered`: a browser opened it, all it was told is here. */
export type FetchPage = (
  request: PageRequest & { signal?: AbortSignal },
) => Promise<{ pages: SitePage[]; rendered: boolean }>;

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
  const pages: SitePage[] = [];
  const ask = async (request: PageRequest): Promise<boolean> => {
    options.signal?.throwIfAborted();
    try {
      const got = await fetchPage({ ...request, ...(options.signal ? { signal: options.signal } : {}) });
      pages.push(...got.pages);
      // What was refused once is refused again: a second question would only be impolite.
      return !got.rendered && !got.pages.some(isRefusal);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (request.optional) return true;
      if (error instanceof AppError || error instanceof RetryLater) throw error;
      throw new AppError('source_blocked', refusedBySite(link.site, null).message, {
        details: refusedBySite(link.site, null).details,
        cause: error,
      });
    }
  };
  for (const request of site.requests(link)) if (!(await ask(request))) break;
  for (const request of site.furtherRequests?.(link, pages) ?? []) await ask(request);
  return finishLot(site.parse(pages, link));
}

const isRefusal = ({ status }: SitePage): boolean => status === 401 || status === 403 || status === 429;
