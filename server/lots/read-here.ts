import { siteOf } from '../auction-sites/index.ts';
import { openPage } from '../auction-sites/open-page.ts';
import { isWall } from '../auction-sites/walls.ts';
import { takeIn } from '../images/take-in.ts';
import { enterLot } from './enter-lot.ts';
import { finishLot } from './finish-lot.ts';
import type { LotReader } from './lot-reader.ts';
import { readOwnPage } from './read-own-page.ts';

/** Reads in this process, without caps: for commands, and inside the workers that have them. */
export const readHere: LotReader = {
  requests: async (link) => siteOf(link.site).requests(link),
  furtherRequests: async (link, pages) => siteOf(link.site).furtherRequests?.(link, pages) ?? [],
  isWall: async (page) => isWall(openPage(page)),
  fetchedLot: async (link, pages) => finishLot(siteOf(link.site).parse(pages, link)),
  ownLot: async (own) => readOwnPage(own),
  enteredLot: async ({ photos = [], ...entry }) => {
    const lot = enterLot(entry);
    const taken = [];
    // One after the other: a large photo takes up to 160 MB while it is decoded.
    for (const photo of photos) taken.push(await takeIn(Buffer.from(photo, 'base64')));
    return { lot, photos: taken };
  },
  takeIn: async (bytes, source) => await takeIn(bytes, source),
};
