import { readAuctionLink } from '../../../contract/auction-link.ts';
import type { AuctionLink } from '../../../contract/sites.ts';
import {
  type AuctionSite,
  type LotFacts,
  mergeFacts,
  namesCar,
  type PageRequest,
  readLotOf,
  type SitePage,
} from '../auction-site.ts';
import { diagnoseScrape } from '../diagnose-scrape.ts';
import { isNotACar } from '../page/listing-values.ts';
import { type ParsedPage, parsePage, parsePages } from '../page/parsed-page.ts';
import { iaaiNotFound, notACar, otherLot, wrongNumberKind } from '../scrape-errors.ts';
import { iaaiImages, type PhotoKey } from './images.ts';
import { iaaiHtml, iaaiLines, pagePhotoKeys, viewModelOf } from './page.ts';
import { dimensionKeys, type IaaiReading, iaaiReading } from './view-model.ts';

/** IAAI: the view model in the page's script, else the page's labels or its text. Siblings: bid-cars, copart. */
export const iaai: AuctionSite = { id: 'iaai', requests, furtherRequests, parse, recognise };

function requests(link: AuctionLink): PageRequest[] {
  const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en-US,en;q=0.9' };
  return [{ url: link.canonicalUrl, kind: 'page', headers, optional: false }];
}

/** IAAI answers alike for a lot that is gone and for a stock number; only a salvage id has photos. */
function furtherRequests(link: AuctionLink, pages: readonly SitePage[]): PageRequest[] {
  if (isStockLink(link) || !pages.map(parsePage).some(saysNotFound)) return [];
  const url = `https://vis.iaai.com/dimensions?imageKeys=${link.number}~SID`;
  return [{ url, kind: 'json', headers: { accept: 'application/json' }, optional: true }];
}

const isStockLink = (link: AuctionLink): boolean => link.lotNumber !== null;

type Found = Omit<IaaiReading, 'facts'> & { facts: LotFacts };

function parse(pages: readonly SitePage[], link: AuctionLink): ReturnType<AuctionSite['parse']> {
  const parsed = parsePages(pages, ['json', 'html', 'lines']);
  const found = parsed.flatMap(readPage);
  const own = found.filter((reading) => isOf(reading, link));
  const facts = mergeFacts(own.map((reading) => reading.facts));
  if (!namesCar(facts)) throw whyNot(parsed, found, link);
  const kind = own.find((reading) => reading.kind !== null)?.kind ?? null;
  if (isNotACar(kind)) throw notACar('iaai', kind ?? '');
  const salvageId =
    own.find((reading) => reading.salvageId !== null)?.salvageId ?? (isStockLink(link) ? null : link.number);
  const region = own.find((reading) => reading.region !== null)?.region ?? link.region;
  const lists = [
    ...own.map((reading) => reading.photoKeys),
    ...parsed.map(({ json }) => dimensionKeys(json) ?? []),
  ];
  const images = lists
    .map((keys: readonly PhotoKey[]) => iaaiImages(keys, salvageId))
    .reduce((best, list) => (list.length > best.length ? list : best), []);
  const url =
    isStockLink(link) || salvageId === null
      ? link.canonicalUrl
      : `https://www.iaai.com/VehicleDetail/${salvageId}~${/^[A-Z]{2}$/.test(region) ? region : 'US'}`;
  return readLotOf({ ...facts, images }, { site: 'iaai', lotNumber: facts.lot_number ?? link.number, url });
}

function readPage(page: ParsedPage): Found[] {
  const model = page.html ? viewModelOf(page.html, page.text) : page.json;
  const reading = model === undefined || dimensionKeys(model) !== null ? null : iaaiReading(model);
  const shown = page.html ? iaaiHtml(page.html, page.lines) : iaaiLines(page.lines);
  const photoKeys = page.html ? pagePhotoKeys(page.html) : [];
  const visible = {
    salvageId: reading?.salvageId ?? addressId(page),
    itemIds: reading?.itemIds ?? [],
    stockNumber: shown.stockNumber,
    region: null,
    kind: shown.kind,
    facts: shown.facts,
    photoKeys,
  };
  return [...(reading ? [reading] : []), ...(shown.labelled >= 3 ? [visible] : [])];
}

/** The number in the page's own address. */
const addressId = (page: ParsedPage): string | null =>
  page.page.url === null
    ? (/iaai\.com\/vehicledetails?\/(\w{4,24})/i.exec(page.address ?? '')?.[1] ?? null)
    : null;

/** A page without any number is taken at its sender's word. */
function isOf(reading: Found, link: AuctionLink): boolean {
  if (isStockLink(link)) return reading.stockNumber === null || reading.stockNumber === link.number;
  if (reading.salvageId === null) return reading.stockNumber !== link.number;
  return sameId(reading.salvageId, link.number) || reading.itemIds.includes(link.number);
}

const sameId = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const saysNotFound = (page: ParsedPage): boolean =>
  /detailsnotfoundview/i.test(page.text.slice(0, 400_000)) ||
  page.lines.some((line) =>
    /vehicle (details )?(is|are|was|were)? ?(not found|no longer available)/i.test(line),
  );

function whyNot(parsed: readonly ParsedPage[], found: readonly Found[], link: AuctionLink): Error {
  const other = found.find((reading) => namesCar(reading.facts));
  if (other && !isOf(other, link)) {
    const { salvageId, stockNumber, region } = other;
    if (stockNumber === link.number)
      return wrongNumberKind(
        link.number,
        salvageId === null ? null : `https://www.iaai.com/VehicleDetail/${salvageId}~${region ?? 'US'}`,
      );
    return otherLot('iaai', link.number, salvageId ?? stockNumber ?? '?');
  }
  const photos = parsed.map(({ json }) => dimensionKeys(json)).find((keys) => keys !== null);
  const emptyModel = found.some((reading) => reading.salvageId === null && !namesCar(reading.facts));
  if (parsed.some(saysNotFound) || emptyModel) {
    if (photos?.length === 0) return wrongNumberKind(link.number, null);
    return iaaiNotFound(link.number);
  }
  return diagnoseScrape('iaai', link, parsed, {
    // Lots that are over lead to the search.
    isGone: ({ page }) => /iaai\.com\/search\b/i.test(page.url ?? ''),
    isLotPage: (page) => /id=["']?productdetailsvm|data-list__label/i.test(page.text) || found.length > 0,
  });
}

function recognise(page: ParsedPage): AuctionLink | null {
  const found = readPage(page).find((reading) => namesCar(reading.facts));
  if (!found) return null;
  const { salvageId, stockNumber } = found;
  if (salvageId !== null) {
    const link = readAuctionLink(`https://www.iaai.com/VehicleDetail/${salvageId}~${found.region ?? 'US'}`);
    return link.ok ? link.link : null;
  }
  return stockNumber === null ? null : stockLink(stockNumber);
}

/** Copied text shows the stock number only; the site's own search leads from it to the lot. */
const stockLink = (number: string): AuctionLink => ({
  site: 'iaai',
  id: `stock:${number}`,
  number,
  lotNumber: number,
  region: 'US',
  vin: null,
  canonicalUrl: `https://www.iaai.com/Search?searchkeyword=${encodeURIComponent(number)}`,
});
