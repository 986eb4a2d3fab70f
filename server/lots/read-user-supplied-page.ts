import { readAuctionLink } from '../../contract/auction-link.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import type { AuctionLink } from '../../contract/sites.ts';
import { type ListedLot, offered, type SitePage } from '../auction-sites/auction-site.ts';
import { isLiveAuction } from '../auction-sites/diagnose-scrape.ts';
import { AUCTION_SITES, siteOf } from '../auction-sites/index.ts';
import { parsePage } from '../auction-sites/page/parsed-page.ts';
import {
  liveAuction,
  notALotPage,
  pageOfAnotherSite,
  printedPage,
  rowOfList,
  severalLots,
} from '../auction-sites/scrape-errors.ts';
import { AppError } from '../errors.ts';
import { finishLot } from './finish-lot.ts';
import type { UserSuppliedPages } from './lot-reader.ts';
import { isPdf, pdfText } from './pdf/pdf-text.ts';

/** As readUserSuppliedPage, of pages that may be PDFs as `PDF_PAGE` has them: their text is read. */
export async function readHandedPages(own: UserSuppliedPages): Promise<Lot> {
  const pages: string[] = [];
  // One after the other: what a PDF takes in memory is given back first.
  for (const page of own.pages) pages.push(isPdf(page) ? await textOfPdf(page) : page);
  return readUserSuppliedPage({ ...own, pages });
}

async function textOfPdf(page: string): Promise<string> {
  const text = await pdfText(page);
  if (text === null) throw printedPage();
  return text;
}

/**
 * The user's own page(s) of one lot → the lot, by the parsers that read fetched pages. `pages` are HTML, the site's
 * JSON or visible text, merged; without a usable link the pages themselves tell the lot. Fetches nothing.
 */
export function readUserSuppliedPage({ link: text, pages, choice }: UserSuppliedPages): Lot {
  const own = pages.map((page): SitePage => ({ url: null, status: null, content_type: null, body: page }));
  if (choice !== undefined) {
    const chosen = listed(own).find((lot) => [lot.lot_number, lot.vin].includes(choice))?.link;
    if (!chosen) throw severalLots(offered(listed(own)));
    return finishLot(siteOf(chosen.site).parse(own, chosen));
  }
  const told = recognised(own);
  const reading = readAuctionLink(text);
  // A lot of a regional site we do not read must not pass for the lot of that number here.
  const foreign = !reading.ok && reading.reason === 'unsupported_site';
  const link = reading.ok ? reading.link : foreign ? null : told;
  if (link === null) {
    const lots = foreign ? [] : listed(own);
    if (lots.length > 0) throw severalLots(offered(lots));
    if (reading.ok || reading.reason === 'empty') throw whatItIs(own);
    throw new AppError('unsupported_url', reading.message, { details: { reason: reading.reason } });
  }
  // The same car stands on several sites with like words: a page must not pass for one of another site.
  if (told && told.site !== link.site) throw pageOfAnotherSite(link.site, told.site, told.canonicalUrl);
  return finishLot(siteOf(link.site).parse(own, link));
}

/** What pages are that neither show a lot nor came with the link of one. */
function whatItIs(pages: readonly SitePage[]): AppError {
  const parsed = pages.map(parsePage);
  if (parsed.some(isLiveAuction)) return liveAuction(null);
  const site = AUCTION_SITES.find(({ isRow }) => isRow && parsed.some(isRow));
  return site ? rowOfList(site.id) : notALotPage(null);
}

/** The lots of pages that show several, by the first site whose numbers they have. */
function listed(pages: readonly SitePage[]): ListedLot[] {
  const lists = AUCTION_SITES.map((site) => pages.flatMap((page) => site.listed?.(parsePage(page)) ?? []));
  return lists.find((lots) => lots.some(({ link }) => link !== null)) ?? [];
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
