import { readAuctionLink } from '../../../contract/auction-link.ts';
import type { LotImage } from '../../../contract/schemas/lot.ts';
import { NO_MARKET } from '../../../contract/schemas/market.ts';
import type { AuctionLink } from '../../../contract/sites.ts';
import {
  type AuctionSite,
  areSeveral,
  type ListedLot,
  mergeFacts,
  NO_FACTS,
  namesCar,
  offered,
  otherKind,
  type PageRequest,
  readLotOf,
  type SitePage,
} from '../auction-site.ts';
import { diagnoseScrape } from '../diagnose-scrape.ts';
import type { HtmlPage } from '../page/html-page.ts';
import { type CarLines, carsInLines, onlyCar } from '../page/listed-cars.ts';
import { isNotACar } from '../page/listing-values.ts';
import { oncePerPage, type ParsedPage, parsePage, parsePages } from '../page/parsed-page.ts';
import { iaaiNotFound, notACar, otherLot, severalLots, wrongNumberKind } from '../scrape-errors.ts';
import { iaaiImages, type PhotoKey } from './images.ts';
import { IAAI_CARS, iaaiHtml, iaaiLines, lotLinks, pagePhotoKeys, viewModelOf } from './page.ts';
import { dimensionKeys, type IaaiReading, iaaiReadings } from './view-model.ts';

/** IAAI: the view model in the page's script, else the page's labels or its text. Siblings: bid-cars, copart. */
export const iaai: AuctionSite = {
  id: 'iaai',
  requests,
  furtherRequests,
  photoRequests,
  photosIn,
  parse,
  recognise,
  isRow,
  listed,
};

function requests(link: AuctionLink): PageRequest[] {
  const headers = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'en-US,en;q=0.9' };
  return [{ url: link.canonicalUrl, kind: 'page', headers, optional: false }];
}

/** IAAI answers alike for a lot that is gone and for a stock number; only a salvage id has photos. */
function furtherRequests(link: AuctionLink, pages: readonly SitePage[]): PageRequest[] {
  return pages.map(parsePage).some(saysNotFound) ? photoRequests(link) : [];
}

function photoRequests(link: AuctionLink): PageRequest[] {
  if (isStockLink(link)) return [];
  const url = `https://vis.iaai.com/dimensions?imageKeys=${link.number}~SID`;
  return [{ url, kind: 'json', headers: { accept: 'application/json' }, optional: true }];
}

function photosIn(link: AuctionLink, pages: readonly SitePage[]): LotImage[] {
  const keys = pages.flatMap((page) => dimensionKeys(parsePage(page).json) ?? []);
  return iaaiImages(keys, link.number);
}

const isStockLink = (link: AuctionLink): boolean => link.lotNumber !== null;

/** `listed`: one of several that its page shows. */
type Found = IaaiReading & { listed: boolean };

function parse(pages: readonly SitePage[], link: AuctionLink): ReturnType<AuctionSite['parse']> {
  const parsed = parsePages(pages, ['json', 'html', 'lines']);
  const found = parsed.flatMap(readPage);
  const own = found.filter((reading) => isOf(reading, link));
  if (areSeveral(own)) throw severalLots(offered(own.map(listedOf)));
  const facts = mergeFacts(own.map((reading) => reading.facts));
  if (!namesCar(facts)) throw whyNot(parsed, found, link);
  const kind = own.find((reading) => reading.kind !== null)?.kind ?? null;
  const vehicle_kind = otherKind(facts.make, kind);
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
  return readLotOf(
    { ...facts, vehicle_kind, images },
    { site: 'iaai', lotNumber: facts.lot_number ?? link.number, url },
  );
}

const readPage = oncePerPage(readOnePage);

function readOnePage(page: ParsedPage): Found[] {
  const model = page.html ? viewModelOf(page.html, page.text) : page.json;
  const models = model === undefined || dimensionKeys(model) !== null ? [] : iaaiReadings(model);
  if (models.length > 1) return models.map((reading) => ({ ...reading, listed: true }));
  const [reading = null] = models;
  const cars = carsInLines(page.lines, IAAI_CARS);
  const [car, ...more] = cars;
  const own =
    more.length === 0
      ? car
      : cars.find(({ lotNumber }) => reading !== null && lotNumber === reading.stockNumber);
  const told = reading === null ? [] : [{ ...reading, listed: false }];
  if (!own) return reading === null ? listedCars(cars, page.html) : told;
  const shown = page.html ? iaaiHtml(page.html, own.lines) : iaaiLines(own.lines);
  const visible = {
    salvageId: reading?.salvageId ?? addressId(page) ?? (page.html && linkedId(page.html, own.name)),
    itemIds: reading?.itemIds ?? [],
    stockNumber: shown.stockNumber,
    region: null,
    kind: shown.kind,
    facts: shown.facts,
    photoKeys: page.html ? pagePhotoKeys(page.html) : [],
    listed: false,
  };
  return shown.labelled >= 3 && !own.mixed ? [...told, visible] : told;
}

/** The cars of a list; their rows' links hold the salvage ids, in the same order. */
function listedCars(cars: readonly CarLines[], html: HtmlPage | null): Found[] {
  const links = html ? lotLinks(html) : [];
  const fit = links.length === cars.length && cars.every(({ name }, index) => name === links[index]?.title);
  return cars.map((car, index) => ({
    ...listedCar(car),
    salvageId: fit ? (links[index]?.salvageId ?? null) : null,
  }));
}

/** The salvage id of the one link that names this car; a page of results may have been cut off behind its first row. */
function linkedId(html: HtmlPage, name: string | null): string | null {
  const [link, ...more] = lotLinks(html).filter(({ title }) => title === name);
  return link && more.length === 0 ? link.salvageId : null;
}

function listedCar({ lotNumber, vin, name, lines, mixed }: CarLines): Found {
  const { facts, kind } = iaaiLines(lines);
  return {
    salvageId: null,
    itemIds: [],
    stockNumber: lotNumber,
    region: null,
    kind,
    // The prices of a row may be those of its neighbor.
    facts: mixed
      ? NO_FACTS
      : { ...facts, name: facts.name ?? name, vin: facts.vin ?? vin, market: NO_MARKET, sale: null },
    photoKeys: [],
    listed: true,
  };
}

const listedOf = (found: Found): ListedLot => ({
  name: found.facts.name,
  lot_number: found.stockNumber,
  vin: found.facts.vin,
  link: linkOf(found),
});

function listed(page: ParsedPage): ListedLot[] {
  return readPage(page)
    .filter((reading) => reading.listed)
    .map(listedOf);
}

/** The number in the page's own address. */
const addressId = (page: ParsedPage): string | null =>
  page.page.url === null
    ? (/iaai\.com\/vehicledetails?\/(\w{4,24})/i.exec(page.address ?? '')?.[1] ?? null)
    : null;

/** A page without any number is taken at its sender's word. */
function isOf(reading: Found, link: AuctionLink): boolean {
  if (isStockLink(link))
    return reading.stockNumber === link.number || (reading.stockNumber === null && !reading.listed);
  if (reading.listed) return reading.salvageId !== null && sameId(reading.salvageId, link.number);
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
  const list = found.filter((reading) => reading.listed);
  if (list.length > 0 && parsed.every(({ page }) => page.url === null))
    return severalLots(offered(list.map(listedOf)));
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
  const kind = found.map((reading) => reading.kind).find((named) => named !== null && isNotACar(named));
  if (kind) return notACar(kind);
  const photos = parsed.map(({ json }) => dimensionKeys(json)).find((keys) => keys !== null);
  const emptyModel = found.some((reading) => reading.salvageId === null && !namesCar(reading.facts));
  if (parsed.some(saysNotFound) || emptyModel) {
    if (photos?.length === 0) return wrongNumberKind(link.number, null);
    return iaaiNotFound(link.number);
  }
  return diagnoseScrape('iaai', link, parsed, {
    // Lots that are over lead to the search.
    isGone: ({ page }) => /iaai\.com\/search\b/i.test(page.url ?? ''),
    isRow,
    isLotPage: (page) => /id=["']?productdetailsvm|data-list__label/i.test(page.text) || found.length > 0,
  });
}

function isRow({ lines }: ParsedPage): boolean {
  return onlyCar(lines, IAAI_CARS) !== null;
}

function recognise(page: ParsedPage): AuctionLink | null {
  const found = readPage(page).find((reading) => !reading.listed && namesCar(reading.facts));
  return found ? linkOf(found) : null;
}

function linkOf({ salvageId, stockNumber, region }: Found): AuctionLink | null {
  if (salvageId === null) return stockNumber === null ? null : stockLink(stockNumber);
  const link = readAuctionLink(`https://www.iaai.com/VehicleDetail/${salvageId}~${region ?? 'US'}`);
  return link.ok ? link.link : null;
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
