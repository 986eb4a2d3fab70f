import type { Lot, LotImage } from '../../contract/schemas/lot.ts';
import type { AuctionLink, Site } from '../../contract/sites.ts';
import type { ParsedPage, SitePage } from './page/parsed-page.ts';

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
export type LotFacts = Omit<ReadLot, 'site' | 'url' | 'lot_number' | 'vin_masked' | 'listing_state'> & {
  lot_number: string | null;
  listing_state: Lot['listing_state'] | null;
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
  parse(pages: readonly SitePage[], link: AuctionLink): ReadLot;
  /** The lot a page is of, where the page itself tells; for pages sent without a link. */
  recognise(page: ParsedPage): AuctionLink | null;
};

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
  listing_state: null,
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
    images: firstList(readings.map((facts) => facts.images)),
  };
}

const firstList = (lists: LotImage[][]): LotImage[] =>
  lists.reduce((best, list) => (list.length > best.length ? list : best), []);

/** A photo not yet held by us. */
export const lotImage = (url: string, thumbnail: string | null, label: string | null): LotImage => ({
  url,
  thumbnail,
  label,
  served_url: null,
  served_thumbnail: null,
});

/** Enough to be a car: a name, or year, make and model. */
export const namesCar = (facts: LotFacts): boolean =>
  facts.name !== null || (facts.year !== null && facts.make !== null && facts.model !== null);

/** The facts with the site's own identity of the lot. */
export function readLotOf(
  facts: LotFacts,
  identity: { site: Site; lotNumber: string; url: string },
): ReadLot {
  return {
    ...facts,
    site: identity.site,
    lot_number: identity.lotNumber,
    url: identity.url,
    vin_masked: facts.vin?.endsWith('*') ?? false,
    listing_state: facts.listing_state ?? 'active',
  };
}
