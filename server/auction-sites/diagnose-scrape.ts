import type { AuctionLink, Site } from '../../contract/sites.ts';
import type { AppError } from '../errors.ts';
import { isBotChallenge } from './page/bot-challenge.ts';
import type { ParsedPage } from './page/parsed-page.ts';
import {
  cutOff,
  layoutChanged,
  liveAuction,
  lotNotFound,
  notALotPage,
  refusedBySite,
  rowOfList,
  siteFault,
} from './scrape-errors.ts';

type Signs = {
  /** The page says that there is no such lot. */
  isGone(page: ParsedPage): boolean;
  /** The page has the marks of one of the site's lot pages, though nothing could be read. */
  isLotPage(page: ParsedPage): boolean;
  /** It shows one lot in brief, as a row of search results does. */
  isRow?(page: ParsedPage): boolean;
  /** A reason of the site's own, more exact than those below. */
  otherwise?(page: ParsedPage): AppError | null;
};

/** Why pages that hold no lot hold none; a refusal never passes for a page without a car. */
export function diagnoseScrape(
  site: Site,
  link: AuctionLink,
  pages: readonly ParsedPage[],
  signs: Signs,
): AppError {
  const challenge = pages.find(isBotChallenge) ?? pages.find(isPageInsteadOfData);
  if (challenge) return refusedBySite(site, challenge.page.status);
  const status = pages[0]?.page.status ?? null;
  if (status === 404 || status === 410) return lotNotFound(site, link.number);
  if (status !== null && status >= 500) return siteFault(site, status);
  if (pages.some(signs.isGone)) return lotNotFound(site, link.number);
  if (pages.some((page) => page.broken)) return cutOff(site);
  for (const page of pages) {
    const special = signs.otherwise?.(page) ?? null;
    if (special) return special;
  }
  if (pages.some(isLiveAuction)) return liveAuction(site);
  if (pages.some(signs.isLotPage)) return layoutChanged(site);
  return pages.some((page) => signs.isRow?.(page)) ? rowOfList(site) : notALotPage(site);
}

/** The screen on which an auction is held. */
export const isLiveAuction = ({ lines }: ParsedPage): boolean =>
  lines.some((line) =>
    /^(live auction|auction in progress|bidding (is )?in progress|sold!?|bonus time!?)$/i.test(line),
  ) &&
  lines.some((line) =>
    /^(next (lot|item)s?|upcoming lots|(your )?next bid|bid now|lots? remaining)\b/i.test(line),
  );

/** HTML where the site's call answers JSON. */
const isPageInsteadOfData = ({ page, html }: ParsedPage): boolean =>
  html !== null && page.url !== null && /\/public\/data\//.test(page.url);
