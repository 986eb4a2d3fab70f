import type { z } from 'zod';
import {
  type EnterLotRequest,
  enterLotRequestSchema,
  handOverPhotoRequestSchema,
  scrapeListRequestSchema,
  scrapeRequestSchema,
} from '../../contract/api/auction-answers.ts';
import { type OpenedPage, openedPageSchema } from '../../contract/dealer-page/opened-page.ts';
import { type SentEstimate, sentEstimateSchema } from '../../contract/estimate-exchange/sent-estimate.ts';
import { type SentFeed, sentFeedSchema } from '../../contract/partners/feed.ts';
import type { AuctionLink } from '../../contract/sites.ts';
import type { SitePage } from '../auction-sites/auction-site.ts';
import { nestsDeeperThan } from '../auction-sites/json-depth.ts';
import { AppError, invalidInput, ownSentences, unstorableInput } from '../errors.ts';
import { readSentEstimate } from '../estimate-exchange/read-estimate.ts';
import { ingestLogo } from '../images/ingest-logo.ts';
import type { PhotoSource } from '../images/ingest-photo.ts';
import type { UserSuppliedPages } from '../lots/lot-reader.ts';
import { readHere } from '../lots/read-here.ts';
import { readFeed, readSentFeed } from '../partners/stock/read-feed.ts';
import { readDealerPagesHere } from '../parts-catalogues/dealer-store/dealer-page.ts';
import { readOpenedPage } from '../parts-catalogues/dealer-store/opened-page.ts';
import { unstorableAt } from '../storable-text.ts';
import { answerJobs } from '../workers/answer-jobs.ts';

/** What runs in the workers that read pages, large bodies and photos. The pool (`reading.ts`) gives each job its input. */

/** Our bodies nest three deep; the parser of a deeper one would need memory many times its length. */
const DEEPEST = 20;

type OfLink = { link: AuctionLink; pages: readonly SitePage[] };

answerJobs({
  requests: (input) => readHere.requests(input as AuctionLink),
  furtherRequests: (input) => readHere.furtherRequests((input as OfLink).link, (input as OfLink).pages),
  photoRequests: (input) => readHere.photoRequests(input as AuctionLink),
  photosIn: (input) => readHere.photosIn((input as OfLink).link, (input as OfLink).pages),
  isBotChallenge: (input) => readHere.isBotChallenge(input as SitePage),
  fetchedLot: (input) => readHere.fetchedLot((input as OfLink).link, (input as OfLink).pages),
  userSuppliedLot: (input) => readHere.userSuppliedLot(input as UserSuppliedPages),
  enteredLot: (input) => readHere.enteredLot(input as EnterLotRequest),
  listedLots: (input) => readHere.listedLots(input as string),
  ingestPhoto: (input, body) => readHere.ingestPhoto(body, input as PhotoSource),
  labelCodes: (input, body) => readHere.labelCodes(body, input as boolean),
  ingestLogo: (_, body) => ingestLogo(body),
  dealerPart: (input) => readDealerPagesHere.partOf(input as string),
  dealerPartPage: (input) => {
    const { html, bareNumber, base } = input as { html: string; bareNumber: string; base: string };
    return readDealerPagesHere.partPageIn(html, bareNumber, base);
  },
  openedPage: (input) => readOpenedPage(input as OpenedPage),
  openedPageBody: (_, body) => readOpenedPage(checked(body, openedPageSchema)),
  scrapeBody: async (_, body) => {
    const { auction_link: link, page, choice } = checked(body, scrapeRequestSchema);
    if (page === undefined) return { link, lot: null };
    return {
      link,
      lot: await readHere.userSuppliedLot({ link, pages: typeof page === 'string' ? [page] : page, choice }),
    };
  },
  scrapeListBody: async (_, body) => {
    const sent = checked(body, scrapeListRequestSchema);
    return 'links' in sent
      ? { links: sent.links, list: null }
      : { links: null, list: await readHere.listedLots(sent.file) };
  },
  photoBody: async (_, body) => {
    const { lot_key, url, photo } = checked(body, handOverPhotoRequestSchema);
    const bytes = Buffer.from(photo, 'base64');
    return { lot_key, url, taken: await readHere.ingestPhoto(bytes, { label: null, sourceUrl: url }) };
  },
  sentEstimate: (input) => readSentEstimate(input as SentEstimate),
  estimateBody: (_, body) => readSentEstimate(checked(body, sentEstimateSchema)),
  feedFile: (input, body) => readFeed(body, input as string | null),
  sentFeed: (input) => {
    const { sent, website } = input as { sent: SentFeed; website: string | null };
    return readSentFeed(sent, website);
  },
  feedBody: (input, body) => readSentFeed(checked(body, sentFeedSchema), input as string | null),
  enterLotBody: (_, body) => readHere.enteredLot(checked(body, enterLotRequestSchema)),
});

/** A JSON body that fits its schema; throws validation_error with the words the routes' own check has. */
function checked<T>(body: Buffer, schema: z.ZodType<T>): T {
  if (nestsDeeperThan(body, DEEPEST)) throw unreadableBody();
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw unreadableBody();
  }
  const unstorable = unstorableAt(json, ['page']);
  if (unstorable !== null) throw unstorableInput(unstorable);
  const fits = schema.safeParse(json, ownSentences);
  if (fits.success) return fits.data;
  const [issue] = fits.error.issues;
  throw invalidInput(issue?.message ?? '', (issue?.path ?? []).join('.'));
}

const unreadableBody = (): AppError =>
  new AppError('validation_error', 'The request body could not be read.');
