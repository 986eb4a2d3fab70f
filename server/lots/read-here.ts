import { asReadAt } from '../../contract/facts/sale-state.ts';
import { siteOf } from '../auction-sites/index.ts';
import { isBotChallenge } from '../auction-sites/page/bot-challenge.ts';
import { parsePage } from '../auction-sites/page/parsed-page.ts';
import { enterLot } from './enter-lot.ts';
import { finishLot } from './finish-lot.ts';
import type { LotReader } from './lot-reader.ts';
import { readHandedPages } from './read-user-supplied-page.ts';

/** Loaded with the first photo: pages are read without a decoder. */
const photoReading = () => import('../images/ingest-photo.ts');

/** Reads in this process, without caps: for commands, and inside the workers that have them. */
export const readHere: LotReader = {
  requests: async (link) => siteOf(link.site).requests(link),
  furtherRequests: async (link, pages) => siteOf(link.site).furtherRequests?.(link, pages) ?? [],
  photoRequests: async (link) => siteOf(link.site).photoRequests?.(link) ?? [],
  photosIn: async (link, pages) => siteOf(link.site).photosIn?.(link, pages) ?? [],
  isBotChallenge: async (page) => isBotChallenge(parsePage(page)),
  fetchedLot: async (link, pages) => asReadAt(finishLot(siteOf(link.site).parse(pages, link)), Date.now()),
  userSuppliedLot: (own) => readHandedPages(own),
  enteredLot: async ({ photos = [], ...entry }) => {
    const lot = enterLot(entry);
    const taken = [];
    const { ingestPhoto } = await photoReading();
    // One after the other: a large photo takes up to 160 MB while it is decoded.
    for (const photo of photos) taken.push(await ingestPhoto(Buffer.from(photo, 'base64')));
    return { lot, photos: taken };
  },
  listedLots: async (file) =>
    (await import('./list/read-list-export.ts')).readListExport(Buffer.from(file, 'base64')),
  expectPhotos() {},
  ingestPhoto: async (bytes, source) => await (await photoReading()).ingestPhoto(bytes, source),
  mediumPhoto: async (full) => await (await photoReading()).mediumPhoto(full),
  labelCodes: async (bytes, label) =>
    (await import('../photo-reading/label-codes.ts')).labelCodes(bytes, label),
};
