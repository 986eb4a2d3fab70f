import { dealerPageOf } from '../../../contract/dealer-page/dealer-stores.ts';
import type { OpenedPage } from '../../../contract/dealer-page/opened-page.ts';
import { readVin } from '../../vehicles/read-vin.ts';
import { readDealerPart } from './dealer-page.ts';
import { unkeepablePage } from './unkeepable-page.ts';

/** A longer name is the page's advertising. */
const MOST_NAME = 200;

/** The part of a page that a user has open at a dealer's store, and the car it was opened for. */
export type OpenedPart = {
  /** Host of the store. */
  readonly store: string;
  readonly url: string;
  readonly vin: string;
  readonly vinFrom: 'page' | 'user';
  readonly number: string;
  readonly name: string;
  /** US dollars; null: none is shown, or in other money. */
  readonly price: number | null;
  /** True: the page says that it fits the VIN it names itself. */
  readonly fitsVin: true | null;
};

/** Reads opened pages; the service does so in its reading workers. */
export type OpenedPageReader = {
  openedPage(sent: OpenedPage): Promise<OpenedPart>;
  /** A body that was too large to be looked at where people are served: JSON, not yet checked. */
  openedPageBody(body: Uint8Array[], signal: AbortSignal): Promise<OpenedPart>;
};

/** A whole VIN whose check digit is right; null for anything else. */
function wholeVin(text: string | null | undefined): string | null {
  const read = readVin(text ?? '');
  return read !== null && !read.masked && read.check_digit_ok === true ? read.vin : null;
}

/** Reads what a user has open. Throws validation_error with a `reason` where it is nothing that can be kept. */
export function readOpenedPage({ link, page, vin: said }: OpenedPage): OpenedPart {
  const place = dealerPageOf(link);
  if (place === null) throw unkeepablePage('no_store');
  const part = readDealerPart(page);
  if (part === null) throw unkeepablePage('no_part');
  if (part.fitsVin === false) throw unkeepablePage('does_not_fit');
  const named = wholeVin(place.vin) ?? wholeVin(part.namedVin);
  const vin = named ?? wholeVin(said);
  if (vin === null) throw unkeepablePage(said ? 'wrong_vin' : 'no_vin');
  return {
    store: place.host,
    url: place.url,
    vin,
    vinFrom: named === null ? 'user' : 'page',
    number: part.number,
    name: part.name.slice(0, MOST_NAME),
    price: part.currency === 'USD' ? part.price : null,
    // What it says it fits may be another car that was chosen there before.
    fitsVin: part.fitsVin === true && named !== null ? true : null,
  };
}
