import type { EnterLotRequest, HandOverPhotoRequest } from '../../contract/api/auction-answers.ts';
import type { Lot, LotImage } from '../../contract/schemas/lot.ts';
import type { AuctionLink } from '../../contract/sites.ts';
import type { PageRequest, SitePage } from '../auction-sites/auction-site.ts';
import type { IngestResult, PhotoSource } from '../images/ingest-photo.ts';
import type { LabelReader } from '../photo-reading/read-labels.ts';
import type { ReadList } from './list/read-list-export.ts';

/** A user's own page(s), with the link that was given; `choice` of the lots that one of them shows. */
export type UserSuppliedPages = { link: string; pages: readonly string[]; choice?: string | undefined };
/** A photo that was handed over, taken in. */
export type HandedPhoto = Pick<HandOverPhotoRequest, 'lot_key' | 'url'> & { taken: IngestResult };
/** A lot as typed in, its photos taken in. */
export type EnteredLot = { lot: Lot; photos: IngestResult[] };

/**
 * What reads what others wrote: pages, bodies and photos. The service's own reader works in other processes with caps on time
 * and memory (`server/reading`); commands read in their own (`read-here.ts`). Every call may throw AppError.
 */
export type LotReader = {
  /** The requests to make for a link. */
  requests(link: AuctionLink): Promise<PageRequest[]>;
  /** Further ones that the first answers make useful. */
  furtherRequests(link: AuctionLink, pages: readonly SitePage[]): Promise<PageRequest[]>;
  /** The requests to the photo service of a link's site, and the photos their answers tell. */
  photoRequests(link: AuctionLink): Promise<PageRequest[]>;
  photosIn(link: AuctionLink, pages: readonly SitePage[]): Promise<LotImage[]>;
  /** Whether the page is a refusal rather than one of the site's own. */
  isBotChallenge(page: SitePage): Promise<boolean>;
  fetchedLot(link: AuctionLink, pages: readonly SitePage[]): Promise<Lot>;
  userSuppliedLot(own: UserSuppliedPages): Promise<Lot>;
  enteredLot(entry: EnterLotRequest): Promise<EnteredLot>;
  /** The lots of a list's file, in base64. */
  listedLots(file: string): Promise<ReadList>;
  /** So many photos are on their way: who takes them in may get ready. */
  expectPhotos(count: number): void;
  /** Takes the bytes over: they may be gone once they were read. */
  ingestPhoto(bytes: Uint8Array, source: PhotoSource): Promise<IngestResult>;
  /** A photo that was taken in, of at most 1024 pixels a side. */
  mediumPhoto(full: Uint8Array): Promise<Uint8Array>;
} & LabelReader;

/** Bodies too large to be looked at where people are served, as they came: JSON, not yet checked. */
export type BodyReader = {
  /** A body of `scrape`; `lot` is null where it holds no page. */
  scrapeBody(body: Uint8Array[], signal: AbortSignal): Promise<{ link: string; lot: Lot | null }>;
  /** A body of `scrape_list`: its links, or what its file holds. */
  scrapeListBody(
    body: Uint8Array[],
    signal: AbortSignal,
  ): Promise<{ links: string[]; list: null } | { links: null; list: ReadList }>;
  /** A body of `lot_photo`. */
  photoBody(body: Uint8Array[], signal: AbortSignal): Promise<HandedPhoto>;
  /** A body of `enter_lot`. */
  enterLotBody(body: Uint8Array[], signal: AbortSignal): Promise<EnteredLot>;
};
