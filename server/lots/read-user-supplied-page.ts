import { readAuctionLink } from '../../contract/auction-link.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import type { AuctionLink } from '../../contract/sites.ts';
import type { SitePage } from '../auction-sites/auction-site.ts';
import { AUCTION_SITES, siteOf } from '../auction-sites/index.ts';
import { parsePage } from '../auction-sites/page/parsed-page.ts';
import { notALotPage, pageOfAnotherSite } from '../auction-sites/scrape-errors.ts';
import { AppError } from '../errors.ts';
import { finishLot } from './finish-lot.ts';

/**
 * The user's own page(s) of one lot → the lot, by the parsers that read fetched pages. `pages` are HTML, the site's
 * JSON, or visible text, merged; without a usable link the pages themselves tell the lot. Fetches nothing.
 */
export function readUserSuppliedPage({ link: text, pages }: { link: string; pages: readonly string[] }): Lot {
  const own = pages.map((body): SitePage => ({ url: null, status: null, content_type: null, body }));
  const told = recognised(own);
  const reading = readAuctionLink(text);
  // A lot of a regional site we do not read must not pass for the lot of that number here.
  const foreign = !reading.ok && reading.reason === 'unsupported_site';
  const link = reading.ok ? reading.link : foreign ? null : told;
  if (link === null) {
    if (reading.ok || reading.reason === 'empty') throw notALotPage(null);
    throw new AppError('unsupported_url', reading.message, { details: { reason: reading.reason } });
  }
  // The same car stands on several sites with like words: a page must not pass for one of another site.
  if (told && told.site !== link.site) throw pageOfAnotherSite(link.site, told.site, told.canonicalUrl);
  return finishLot(siteOf(link.site).parse(own, link));
}

/** The lot the pages are of, by what they hold or by where they were saved from. */
function recognised(pages: readonly SitePage[]): AuctionLink | null {
  const parsed = pages.map(parsePage);
  for (const site of AUCTION_SITES)
    for (const page of parsed) {
      const link = site.recognise(page);
      if (link) return link;
    }
  for (const page of parsed) {
    const address = page.address === null ? null : readAuctionLink(page.address);
    if (address?.ok) return address.link;
  }
  return null;
}
