import { readAuctionLink } from '../../../contract/auction-link.ts';
import type { AuctionLink } from '../../../contract/sites.ts';
import {
  type AuctionSite,
  areSeveral,
  type ListedLot,
  mergeFacts,
  namesCar,
  offered,
  otherKind,
  type PageRequest,
  readLotOf,
  type SitePage,
} from '../auction-site.ts';
import { diagnoseScrape } from '../diagnose-scrape.ts';
import { oncePerPage, type ParsedPage, parsePages } from '../page/parsed-page.ts';
import { lotNotFound, otherLot, severalLots } from '../scrape-errors.ts';
import { bidCarsRows } from './json.ts';
import { type BidCarsReading, bidCarsHtml } from './page.ts';
import { bidCarsLines, isBidCarsRow } from './text.ts';

/** bid.cars: the lot page, its copied text, or a row of the site's own search. Siblings: copart, iaai. */
export const bidCars: AuctionSite = { id: 'bid.cars', requests, parse, recognise, isRow, listed };

function requests(link: AuctionLink): PageRequest[] {
  const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en-US,en;q=0.9' };
  return [{ url: link.canonicalUrl, kind: 'page', headers, optional: false }];
}

function parse(pages: readonly SitePage[], link: AuctionLink): ReturnType<AuctionSite['parse']> {
  const parsed = parsePages(pages, ['html', 'lines', 'json']);
  const found = parsed.flatMap(readPage);
  const own = found.filter((reading) => isOf(reading, link));
  if (areSeveral(own)) throw severalLots(offered(listedOf(own)));
  const facts = mergeFacts(own.map((reading) => reading.facts));
  if (!namesCar(facts)) throw whyNot(parsed, found, link);
  const kind = own.find((reading) => reading.kind !== null)?.kind ?? null;
  const vehicle_kind = otherKind(facts.make, kind);
  const lotId = own.find((reading) => reading.lotId !== null)?.lotId ?? link.number;
  return readLotOf(
    { ...facts, vehicle_kind },
    {
      site: 'bid.cars',
      lotNumber: lotId.replace(/^\d{1,2}-/, ''),
      url: link.canonicalUrl,
    },
  );
}

/** `listed`: one of several that its page shows. */
type Found = BidCarsReading & { listed: boolean };

const readPage = oncePerPage(readOnePage);

function readOnePage(page: ParsedPage): Found[] {
  const html = page.html ? bidCarsHtml(page.html) : null;
  const found = page.json !== undefined ? bidCarsRows(page.json) : html ? [html] : bidCarsLines(page.lines);
  return found.map((reading) => ({ ...reading, listed: found.length > 1 }));
}

const linkOf = (lotId: string): AuctionLink | null => {
  const link = readAuctionLink(`https://bid.cars/en/lot/${lotId}`);
  return link.ok ? link.link : null;
};

const listedOf = (found: readonly Found[]): ListedLot[] =>
  found.map(({ lotId, facts }) => ({
    name: facts.name,
    lot_number: lotId,
    vin: facts.vin,
    link: lotId === null ? null : linkOf(lotId),
  }));

function listed(page: ParsedPage): ListedLot[] {
  return listedOf(readPage(page).filter((reading) => reading.listed));
}

/** By lot number; by VIN where the link has only that. A page without a number is taken at its sender's word. */
function isOf(reading: Found, link: AuctionLink): boolean {
  if (link.lotNumber === null) return link.vin !== null && reading.facts.vin === link.vin;
  return reading.lotId === link.id || (reading.lotId === null && !reading.listed);
}

function whyNot(parsed: readonly ParsedPage[], found: readonly Found[], link: AuctionLink): Error {
  const list = found.filter((reading) => reading.listed);
  if (list.length > 0 && parsed.every(({ page }) => page.url === null))
    return severalLots(offered(listedOf(list)));
  const other = found.find((reading) => namesCar(reading.facts) && !isOf(reading, link));
  if (other) {
    // Asked for a lot it no longer has, the site opens another one of the same search.
    if (parsed.every(({ page }) => page.url !== null)) return lotNotFound('bid.cars', link.number);
    return otherLot('bid.cars', link.number, other.lotId ?? other.facts.vin ?? '?');
  }
  return diagnoseScrape('bid.cars', link, parsed, {
    isGone: (page) =>
      isSearchPage(page) ||
      page.lines.some((line) =>
        /^(404|page not found|lot not found|nothing (was )?found|no results( found)?)\b/i.test(line),
      ),
    isRow,
    isLotPage: (page) => /id=["']?(main-info|secondary-info|productCarousel)\b/.test(page.text),
  });
}

/** Where the site sends those who ask for a lot it does not have. */
const isSearchPage = ({ page, json }: ParsedPage): boolean => {
  const data = (json ?? null) as { data?: unknown } | null;
  if (data !== null && typeof data === 'object' && Array.isArray(data.data)) return data.data.length === 0;
  return page.url !== null && /^https:\/\/bid\.cars\/(\w{2}\/)?(search|automobile|$)/.test(page.url);
};

function isRow({ lines }: ParsedPage): boolean {
  return isBidCarsRow(lines);
}

function recognise(page: ParsedPage): AuctionLink | null {
  const [found] = readPage(page);
  if (!found || found.listed || !namesCar(found.facts) || found.lotId === null) return null;
  return linkOf(found.lotId);
}
