import type { Site } from '../../contract/lot.ts';
import type { AuctionSite } from './auction-site.ts';
import { bidCars } from './bid-cars.ts';
import { copart } from './copart.ts';
import { iaai } from './iaai.ts';

/** The sites lots are read from; a new one is a file and a line here. */
export const AUCTION_SITES: readonly AuctionSite[] = [bidCars, copart, iaai];

export function siteOf(id: Site): AuctionSite {
  const site = AUCTION_SITES.find((candidate) => candidate.id === id);
  if (!site) throw new Error(`no reader for ${id}`);
  return site;
}
