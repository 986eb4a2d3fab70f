import { type SaleReading, saleStates } from '../../contract/facts/sale-state.ts';
import type { FoundLot } from '../../contract/schemas/errors.ts';
import type { Contradiction, Lot, LotImage } from '../../contract/schemas/lot.ts';
import { type MarketFacts, NO_MARKET } from '../../contract/schemas/market.ts';
import type { AuctionLink, Site } from '../../contract/sites.ts';
import { readMake } from '../vehicles/makes.ts';
import { mergeMarkets } from './market-facts.ts';
import { contradictionsIn } from './page/contradictions.ts';
import { isNotACar } from './page/listing-values.ts';
import type { ParsedPage, SitePage } from './page/parsed-page.ts';
import { inEnglishValues } from './page/value-words.ts';
import { notACar } from './scrape-errors.ts';

export type { SitePage };

/** One request a site's reader asks for. `kind` is what the guard may accept; an optional one may fail. */
export type PageRequest = {
  url: string;
  /** The page whose own scripts ask for `url`: what a browser opens instead. */
  page?: string;
  kind: 'page' | 'json';
  headers: Readonly<Record<string, string>>;
  optional: boolean;
};

/** A lot as its site writes it: the make not yet brought to one spelling. */
export type ReadLot = Omit<Lot, 'make_supported'>;

/** What one page, or one part of it, says of a lot; null where it says nothing. */
export type LotFacts = Omit<
  ReadLot,
  | 'site'
  | 'url'
  | 'lot_number'
  | 'vin_masked'
  | 'listing_state'
  | 'vehicle_kind'
  | 'listed_words'
  | 'contradictions'
  | 'source'
  | 'market'
> & {
  lot_number: string | null;
  sale: SaleReading | null;
  market: MarketFacts;
  /** Empty for most; found where readings of one page are merged. */
  contradictions: Contradiction[];
};

/**
 * A source of lots: which requests to make, and a pure parse of what came back. `parse` throws AppError only; its
 * message is NO_DATA_MESSAGE, the code says why, and `details.reason` what can be done.
 */
export type AuctionSite = {
  id: Site;
  requests(link: AuctionLink): PageRequest[];
  /** Further requests that the first answers make useful; all are optional ones. */
  furtherRequests?(link: AuctionLink, pages: readonly SitePage[]): PageRequest[];
  /** Requests to the site's photo service, which tell a lot's photos where its own page was handed over without any. */
  photoRequests?(link: AuctionLink): PageRequest[];
  /** The photos that the answers to `photoRequests` tell. */
  photosIn?(link: AuctionLink, pages: readonly SitePage[]): LotImage[];
  parse(pages: readonly SitePage[], link: AuctionLink): ReadLot;
  /** The lot a page is of, where the page itself tells; for pages sent without a link. Null where it shows several. */
  recognise(page: ParsedPage): AuctionLink | null;
  /** Whether the page shows one lot in brief, as a row of search results does. */
  isRow?(page: ParsedPage): boolean;
  /** The lots of a page that shows several by the site's own numbers; `link` is what `parse` reads one of them by. */
  listed?(page: ParsedPage): ListedLot[];
};

/** A lot of a list, and the link of it where its number tells one. */
export type ListedLot = Omit<FoundLot, 'choice'> & { link: AuctionLink | null };

/** The same lots as they are offered to be chosen from. */
export const offered = (lots: readonly ListedLot[]): FoundLot[] =>
  lots.map(({ link, ...lot }) => ({ ...lot, choice: link === null ? null : (lot.lot_number ?? lot.vin) }));

export const NO_FACTS: LotFacts = {
  lot_number: null,
  name: null,
  vin: null,
  year: null,
  make: null,
  model: null,
  trim: null,
  body_style: null,
  mileage: null,
  odometer: null,
  primary_damage: null,
  secondary_damage: null,
  loss_type: null,
  run_condition: null,
  keys: null,
  airbags: null,
  title: null,
  engine: null,
  drive: null,
  transmission: null,
  fuel: null,
  color: null,
  retail_value: null,
  seller_repair_cost: null,
  sale_date: null,
  location: null,
  seller: null,
  sale: null,
  market: NO_MARKET,
  contradictions: [],
  images: [],
};

/** The first known value of each field, in the order given; mileage stays with the odometer it was read from. */
export function mergeFacts(readings: readonly LotFacts[]): LotFacts {
  const merged: Record<string, unknown> = { ...NO_FACTS };
  for (const facts of readings) {
    for (const [field, value] of Object.entries(facts))
      if (merged[field] === null && value !== null) merged[field] = value;
  }
  const measured = readings.find((facts) => facts.odometer !== null);
  return {
    ...(merged as LotFacts),
    mileage: measured ? measured.mileage : null,
    market: mergeMarkets(readings.map(({ market }) => market)),
    contradictions: contradictionsIn(readings),
    images: firstList(readings.map((facts) => facts.images)),
  };
}

const firstList = (lists: LotImage[][]): LotImage[] =>
  lists.reduce((best, list) => (list.length > best.length ? list : best), []);

/**
 * Whether readings that are taken for one car name different VINs, so that they can't all be of it: two whole ones, or where the
 * end of one is hidden, two different starts.
 */
export function areSeveral(readings: readonly { facts: LotFacts }[]): boolean {
  const vins = new Set(readings.flatMap(({ facts }) => facts.vin ?? []));
  const whole = [...vins].filter((vin) => !vin.endsWith('*'));
  const starts = new Set([...vins].map((vin) => vin.slice(0, 11)));
  return whole.length > 1 || (whole.length < vins.size && starts.size > 1);
}

/** A photo not yet held by us. */
export const lotImage = (url: string, thumbnail: string | null, label: string | null): LotImage => ({
  url,
  thumbnail,
  label,
  served_url: null,
  served_thumbnail: null,
});

/**
 * The kind a listing names where that is no car and its make none we support, whose lots are refused by their make; null for
 * cars. Throws notACar for what a maker of cars made.
 */
export function otherKind(make: string | null, kind: string | null): string | null {
  if (kind === null || !isNotACar(kind)) return null;
  if (make === null || readMake(make).key !== null) throw notACar(kind);
  return kind;
}

/** Enough to be a car: a name, or year, make and model. */
export const namesCar = (facts: LotFacts): boolean =>
  facts.name !== null || (facts.year !== null && facts.make !== null && facts.model !== null);

/** The facts with the site's own identity of the lot. */
export function readLotOf(
  facts: LotFacts & Pick<ReadLot, 'vehicle_kind'>,
  identity: { site: Site; lotNumber: string; url: string },
): ReadLot {
  const { sale, market, ...listed } = facts;
  const { sale_state, listing_state } = saleStates(sale ?? { state: null });
  return {
    ...listed,
    ...inEnglishValues(facts),
    site: identity.site,
    lot_number: identity.lotNumber,
    url: identity.url,
    vin_masked: facts.vin?.endsWith('*') ?? false,
    listing_state,
    market: { ...market, sale_state },
  };
}
