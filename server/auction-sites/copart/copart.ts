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
import { type ParsedPage, parsePages } from '../page/parsed-page.ts';
import { emptyFrame, lotNotFound, notACar, otherLot, photosOnly } from '../scrape-errors.ts';
import { copartPhotos, copartReadings, embeddedDetails, saysNoSuchLot } from './json.ts';
import { copartHtml, copartLines, isCopartFrame } from './page.ts';

/** Copart: JSON of the site's own calls, else the filled-in page or its text. Siblings: bid-cars, iaai. */
export const copart: AuctionSite = { id: 'copart', requests, parse, recognise };

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

type Found = { number: string | null; facts: LotFacts; kind: string | null };

function parse(pages: readonly SitePage[], link: AuctionLink): ReturnType<AuctionSite['parse']> {
  const parsed = parsePages(pages, ['json', 'html', 'lines']);
  const found = parsed.flatMap(readPage);
  const own = found.filter(({ number }) => number === null || number === link.number);
  const facts = mergeFacts(own.map((reading) => reading.facts));
  if (!namesCar(facts)) throw whyNot(parsed, found, link);
  const kind = own.find((reading) => reading.kind !== null)?.kind ?? null;
  if (isNotACar(kind)) throw notACar('copart', kind ?? '');
  const photos = parsed.map((page) => copartPhotos(page.json, link.number));
  const images = photos.reduce((best, list) => (list.length > best.length ? list : best), []);
  return readLotOf(
    { ...facts, images: images.length > 0 ? images : facts.images },
    { site: 'copart', lotNumber: link.number, url: link.canonicalUrl },
  );
}

function readPage(page: ParsedPage): Found[] {
  if (page.json !== undefined) return copartReadings(page.json);
  const embedded = page.html ? copartReadings({ lotDetails: embeddedDetails(page.text) }) : [];
  const shown = page.html ? copartHtml(page.html, page.lines) : copartLines(page.lines);
  // One label alone may stand on any page; a lot page has a dozen.
  return shown.labelled >= 3 ? [...embedded, shown] : embedded;
}

function whyNot(parsed: readonly ParsedPage[], found: readonly Found[], link: AuctionLink): Error {
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
    isLotPage: (page) => page.json !== undefined || found.length > 0,
    otherwise: (page) =>
      photos ? photosOnly() : page.html && isCopartFrame(page.html) ? emptyFrame('copart') : null,
  });
}

function recognise(page: ParsedPage): AuctionLink | null {
  const numbers = readPage(page).flatMap(({ number, facts }) =>
    number !== null && namesCar(facts) ? [number] : [],
  );
  // Search results hold many lots: which one is meant, only a link tells.
  if (new Set(numbers).size !== 1) return null;
  const link = readAuctionLink(`https://www.copart.com/lot/${numbers[0]}`);
  return link.ok ? link.link : null;
}
