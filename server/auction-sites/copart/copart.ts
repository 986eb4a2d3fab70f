import { readAuctionLink } from '../../../contract/auction-link.ts';
import { NO_MARKET } from '../../../contract/schemas/market.ts';
import type { AuctionLink } from '../../../contract/sites.ts';
import {
  type AuctionSite,
  areSeveral,
  type ListedLot,
  type LotFacts,
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
import { type CarLines, carsInLines, onlyCar } from '../page/listed-cars.ts';
import { oncePerPage, type ParsedPage, parsePages } from '../page/parsed-page.ts';
import { emptyFrame, lotNotFound, otherLot, photosOnly, severalLots } from '../scrape-errors.ts';
import { copartPhotos, copartReadings, embeddedDetails, saysNoSuchLot } from './json.ts';
import { COPART_CARS, copartHtml, copartLines, elementNumber, isCopartFrame } from './page.ts';

/** Copart: JSON of the site's own calls, else the filled-in page or its text. Siblings: bid-cars, iaai. */
export const copart: AuctionSite = { id: 'copart', requests, parse, recognise, isRow, listed };

function requests(link: AuctionLink): PageRequest[] {
  const origin = new URL(link.canonicalUrl).origin;
  const data = `${origin}/public/data/lotdetails/solr`;
  const headers = {
    accept: 'application/json, text/plain, */*',
    'x-requested-with': 'XMLHttpRequest',
    referer: link.canonicalUrl,
  };
  const asked = { kind: 'json', headers, page: link.canonicalUrl } as const;
  return [
    { url: `${data}/${link.number}`, ...asked, optional: false },
    { url: `${data}/lotImages/${link.number}/USA`, ...asked, optional: true },
  ];
}

/** `listed`: one of several that its page shows. */
type Found = { number: string | null; facts: LotFacts; kind: string | null; listed: boolean };

function parse(pages: readonly SitePage[], link: AuctionLink): ReturnType<AuctionSite['parse']> {
  const parsed = parsePages(pages, ['json', 'html', 'lines']);
  const found = parsed.flatMap(readPage);
  const own = found.filter(({ number, listed }) => number === link.number || (number === null && !listed));
  if (areSeveral(own)) throw severalLots(offered(listedOf(own)));
  const facts = mergeFacts(own.map((reading) => reading.facts));
  if (!namesCar(facts)) throw whyNot(parsed, found, link);
  const kind = own.find((reading) => reading.kind !== null)?.kind ?? null;
  const vehicle_kind = otherKind(facts.make, kind);
  const photos = parsed.map((page) => copartPhotos(page.json, link.number));
  const images = photos.reduce((best, list) => (list.length > best.length ? list : best), []);
  return readLotOf(
    { ...facts, vehicle_kind, images: images.length > 0 ? images : facts.images },
    { site: 'copart', lotNumber: link.number, url: link.canonicalUrl },
  );
}

const readPage = oncePerPage(readOnePage);

function readOnePage(page: ParsedPage): Found[] {
  if (page.json !== undefined) return listedIfSeveral(copartReadings(page.json));
  const embedded = page.html ? copartReadings({ lotDetails: embeddedDetails(page.text) }) : [];
  const cars = carsInLines(page.lines, COPART_CARS);
  const [car, ...more] = cars;
  const number = page.html ? (embedded[0]?.number ?? elementNumber(page.html)) : null;
  const own = more.length === 0 ? car : cars.find((one) => number !== null && one.lotNumber === number);
  if (!own) return cars.map((one) => ({ ...listedCar(one), listed: true }));
  const shown = page.html ? copartHtml(page.html, own.lines) : copartLines(own.lines);
  // One label alone may stand on any page; a lot page has a dozen.
  const found = own.mixed || shown.labelled < 3 ? embedded : [...embedded, shown];
  return found.map((reading) => ({ ...reading, listed: false }));
}

function listedCar({ lotNumber, vin, name, lines, mixed }: CarLines): Omit<Found, 'listed'> {
  const { facts, kind } = copartLines(lines);
  return {
    number: lotNumber,
    kind,
    // The prices of a row may be those of its neighbor.
    facts: mixed
      ? NO_FACTS
      : { ...facts, vin: facts.vin ?? vin, name: facts.name ?? name, market: NO_MARKET, sale: null },
  };
}

/** Search answers hold many lots. */
function listedIfSeveral(found: readonly Omit<Found, 'listed'>[]): Found[] {
  const numbers = new Set(found.flatMap(({ number, facts }) => (namesCar(facts) ? (number ?? []) : [])));
  return found.map((reading) => ({ ...reading, listed: numbers.size > 1 }));
}

const linkOf = (number: string): AuctionLink | null => {
  const link = readAuctionLink(`https://www.copart.com/lot/${number}`);
  return link.ok ? link.link : null;
};

const listedOf = (found: readonly Found[]): ListedLot[] =>
  found.map(({ number, facts }) => ({
    name: facts.name,
    lot_number: number,
    vin: facts.vin,
    link: number === null ? null : linkOf(number),
  }));

function listed(page: ParsedPage): ListedLot[] {
  return listedOf(readPage(page).filter((reading) => reading.listed));
}

function whyNot(parsed: readonly ParsedPage[], found: readonly Found[], link: AuctionLink): Error {
  const list = found.filter((reading) => reading.listed);
  if (list.length > 0 && parsed.every(({ page }) => page.url === null))
    return severalLots(offered(listedOf(list)));
  const other = found.find(
    ({ number, facts }) => number !== null && number !== link.number && namesCar(facts),
  );
  if (other?.number) return otherLot('copart', link.number, other.number);
  // The answer about photos has no lot in it either; that it has photos tells them apart.
  const photos = parsed.some(({ json }) => copartPhotos(json, link.number).length > 0);
  if (!photos && parsed.some(({ json }) => saysNoSuchLot(json))) return lotNotFound('copart', link.number);
  return diagnoseScrape('copart', link, parsed, {
    isGone: (page) =>
      // Asked for an unknown number, the site's call answers nothing at all.
      (page.page.url !== null && page.text === '') ||
      page.lines.some((line) =>
        /(lot|page) (was )?not found|no longer available|lot is not available/i.test(line),
      ),
    isRow,
    isLotPage: (page) => page.json !== undefined || found.length > 0,
    otherwise: (page) =>
      photos ? photosOnly() : page.html && isCopartFrame(page.html) ? emptyFrame('copart') : null,
  });
}

function isRow({ lines }: ParsedPage): boolean {
  return onlyCar(lines, COPART_CARS) !== null;
}

function recognise(page: ParsedPage): AuctionLink | null {
  const own = readPage(page).find(
    (reading) => reading.number !== null && !reading.listed && namesCar(reading.facts),
  );
  return own?.number ? linkOf(own.number) : null;
}
