import type { Lot } from '../../contract/schemas/lot.ts';
import type { AuctionLink } from '../../contract/sites.ts';
import type { PageRequest, SitePage } from '../auction-sites/auction-site.ts';
import { siteUnreachable } from '../auction-sites/scrape-errors.ts';
import { AppError, RetryLater } from '../errors.ts';
import type { FetchRequest } from '../web-fetch/guarded-fetch.ts';
import type { LotReader } from './lot-reader.ts';

/** Asks for one page of a site; whatever status it answers is a page. `rendered`: a browser opened it, all it was told is here. */
export type FetchPage = (
  request: PageRequest & ReadLotOptions,
) => Promise<{ pages: SitePage[]; rendered: boolean }>;

/** `caller` and `onTurn` as web-fetch takes them. */
export type ReadLotOptions = Pick<FetchRequest, 'signal' | 'caller' | 'onTurn'>;

/**
 * Link → lot: the site's requests, fetched one after the other, and its parse. Throws AppError with NO_DATA_MESSAGE
 * and the reason in code and details; RetryLater and an aborted signal's reason pass through.
 */
export async function readLot(
  link: AuctionLink,
  fetchPage: FetchPage,
  reader: LotReader,
  options: ReadLotOptions = {},
): Promise<Lot> {
  const pages: SitePage[] = [];
  const ask = async (request: PageRequest): Promise<boolean> => {
    options.signal?.throwIfAborted();
    try {
      const got = await fetchPage({ ...request, ...options });
      pages.push(...got.pages);
      // What was refused once is refused again: a second question would only be impolite.
      return !got.rendered && !got.pages.some(isRefusal);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (request.optional) return true;
      if (error instanceof AppError || error instanceof RetryLater) throw error;
      const { code, message, details } = siteUnreachable(link.site);
      throw new AppError(code, message, { details, cause: error });
    }
  };
  for (const request of await reader.requests(link)) if (!(await ask(request))) break;
  for (const request of await reader.furtherRequests(link, pages)) await ask(request);
  return await reader.fetchedLot(link, pages);
}

const isRefusal = ({ status }: SitePage): boolean => status === 401 || status === 403 || status === 429;
