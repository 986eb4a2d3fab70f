import { siteOf } from '../auction-sites/index.ts';
import { isWall } from '../auction-sites/page/bot-challenge.ts';
import { openPage } from '../auction-sites/page/parsed-page.ts';
import { takeIn } from '../images/ingest-photo.ts';
import { enterLot } from './enter-lot.ts';
import { finishLot } from './finish-lot.ts';
import type { LotReader } from './lot-reader.ts';
import { readOwnPage } from './read-user-supplied-page.ts';

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
