import { readAuctionLink } from '../auction-link.ts';
import { type BareLot, readBareLot } from '../facts/bare-lot.ts';
import type { AuctionLink } from '../sites.ts';

/** A line of the board’s paste box: a lot’s link, or what names a lot without one. */
export type BoardEntry =
  | { kind: 'link'; link: AuctionLink }
  | { kind: 'bare'; bare: BareLot }
  | { kind: 'refused'; reason: string };

/** A number with its site’s name before or behind it: `Copart 12345678`, `45397077 iaai`. */
const NAMED = /^(?:(copart|iaai)[\s:#]+(\d{6,10})|#?(\d{6,10})[\s,]+(copart|iaai))$/i;
const BID_CARS = /^(?:bid\.?cars[\s:#]+)?([01]-\d{6,10})$/i;

/** Reads one line. Never throws. */
export function readBoardEntry(text: string): BoardEntry {
  const typed = text.trim();
  const [, site, number, before, behind] = NAMED.exec(typed) ?? [];
  const bidCars = BID_CARS.exec(typed)?.[1];
  if (bidCars !== undefined) return ofLink(`https://bid.cars/en/lot/${bidCars}`);
  if ((site ?? behind)?.toLowerCase() === 'copart')
    return ofLink(`https://www.copart.com/lot/${number ?? before}`);
  if ((site ?? behind)?.toLowerCase() === 'iaai') {
    const digits = number ?? before ?? '';
    // The number IAAI's users know is not the one of its addresses.
    return { kind: 'bare', bare: { kind: 'number', number: digits, digits, site: 'iaai' } };
  }
  const bare = readBareLot(typed);
  return bare === null ? ofLink(typed) : { kind: 'bare', bare };
}

function ofLink(text: string): BoardEntry {
  const reading = readAuctionLink(text);
  return reading.ok ? { kind: 'link', link: reading.link } : { kind: 'refused', reason: reading.message };
}
