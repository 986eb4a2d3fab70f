import { SITE_IDS, type Site } from '../../contract/sites.ts';
import type { AuctionSite } from './auction-site.ts';
import { bidCars } from './bid-cars/bid-cars.ts';
import { copart } from './copart/copart.ts';
import { iaai } from './iaai/iaai.ts';

/** The reader of each site's lots. */
const READERS: Readonly<Record<Site, AuctionSite>> = {
  'bid.cars': bidCars,
  copart,
  iaai,
};

export const AUCTION_SITES: readonly AuctionSite[] = SITE_IDS.map((site) => READERS[site]);

export const siteOf = (site: Site): AuctionSite => READERS[site];
