import type { z } from 'zod';
import type { EnterLotRequest } from '../../contract/api/auction-answers.ts';
import type { OpenedPage } from '../../contract/dealer-page/opened-page.ts';
import type { SentEstimate } from '../../contract/estimate-exchange/sent-estimate.ts';
import type { SentFeed } from '../../contract/partners/feed.ts';
import type { Lot } from '../../contract/schemas/lot.ts';
import type { AuctionLink } from '../../contract/sites.ts';
import type { SitePage } from '../auction-sites/auction-site.ts';
import { isLargerJson } from '../auction-sites/json-depth.ts';
import { AppError, ownSentences, unstorableInput } from '../errors.ts';
import type { PhotoSource } from '../images/ingest-photo.ts';
import { inputFault } from '../input-reason.ts';
import type { LotReader, UserSuppliedPages } from '../lots/lot-reader.ts';
import { unstorableAt } from '../storable-text.ts';
import { answerJobs, type Within } from '../workers/answer-jobs.ts';
import type { ReadingStage } from './reading.ts';

/**
 * What runs in the workers that read pages, large bodies and photos. The pool (`reading.ts`) gives each job its input. Each kind of
 * job loads what it needs with the first of its kind: a worker that takes in photos starts without parsers of pages, and the
 * other way round.
 */
const lots = async (): Promise<LotReader> => (await import('../lots/read-here.ts')).readHere;
const photos = () => import('../images/ingest-photo.ts');
const sentLots = () => import('../../contract/api/auction-answers.ts');
const estimates = () => import('../estimate-exchange/read-estimate.ts');
const feeds = () => import('../partners/stock/read-feed.ts');
const sentFeeds = () => import('../../contract/partners/feed.ts');
const dealerPages = async () =>
  (await import('../parts-catalogues/dealer-store/dealer-page.ts')).readDealerPagesHere;
const openedPages = () => import('../parts-catalogues/dealer-store/opened-page.ts');

/** Our bodies nest three deep and have some hundred values; the parser of a larger one would need memory many times its length. */
const OUR_BODIES = { deepest: 20, mostValues: 100_000 };

/** Longest for a page's PDFs, ms. Basis: judgement; a lot's page of 40 sheets takes half a second. */
const PDF_MS = 5_000;
const PDF_STAGE: ReadingStage = 'pdf';

/** The lot of a user's own page(s). A small PDF may unpack to what keeps its reader busy for minutes. */
async function ownLot(own: UserSuppliedPages, within: Within): Promise<Lot> {
  const reader = await lots();
  const { isPdf } = await import('../lots/pdf/pdf-text.ts');
  if (own.pages.some(isPdf)) await within(PDF_MS, PDF_STAGE);
  return await reader.userSuppliedLot(own);
}

type OfLink = { link: AuctionLink; pages: readonly SitePage[] };

answerJobs({
  requests: async (input) => (await lots()).requests(input as AuctionLink),
  furtherRequests: async (input) =>
    (await lots()).furtherRequests((input as OfLink).link, (input as OfLink).pages),
  photoRequests: async (input) => (await lots()).photoRequests(input as AuctionLink),
  photosIn: async (input) => (await lots()).photosIn((input as OfLink).link, (input as OfLink).pages),
  isBotChallenge: async (input) => (await lots()).isBotChallenge(input as SitePage),
  fetchedLot: async (input) => (await lots()).fetchedLot((input as OfLink).link, (input as OfLink).pages),
  userSuppliedLot: (input, _, within) => ownLot(input as UserSuppliedPages, within),
  enteredLot: async (input) => (await lots()).enteredLot(input as EnterLotRequest),
  listedLots: async (input) => (await lots()).listedLots(input as string),
  ingestPhoto: async (input, body) => (await photos()).ingestPhoto(body, input as PhotoSource),
  mediumPhoto: async (_, body) => (await photos()).mediumPhoto(body),
  labelCodes: async (input, body) =>
    (await import('../photo-reading/label-codes.ts')).labelCodes(body, input as boolean),
  ingestLogo: async (_, body) => (await import('../images/ingest-logo.ts')).ingestLogo(body),
  dealerPart: async (input) => (await dealerPages()).partOf(input as string),
  dealerPartPage: async (input) => {
    const { html, bareNumber, base } = input as { html: string; bareNumber: string; base: string };
    return (await dealerPages()).partPageIn(html, bareNumber, base);
  },
  openedPage: async (input) => (await openedPages()).readOpenedPage(input as OpenedPage),
  openedPageBody: async (_, body) => {
    const { openedPageSchema } = await import('../../contract/dealer-page/opened-page.ts');
    return (await openedPages()).readOpenedPage(checked(body, openedPageSchema));
  },
  scrapeBody: async (_, body, within) => {
    const { auction_link: link, page, choice } = checked(body, (await sentLots()).scrapeRequestSchema);
    if (page === undefined) return { link, lot: null };
    const pages = typeof page === 'string' ? [page] : page;
    return { link, lot: await ownLot({ link, pages, choice }, within) };
  },
  scrapeListBody: async (_, body) => {
    const sent = checked(body, (await sentLots()).scrapeListRequestSchema);
    return 'links' in sent
      ? { links: sent.links, list: null }
      : { links: null, list: await (await lots()).listedLots(sent.file) };
  },
  photoBody: async (_, body) => {
    const { lot_key, url, photo } = checked(body, (await sentLots()).handOverPhotoRequestSchema);
    const source = { label: null, sourceUrl: url };
    return { lot_key, url, taken: await (await photos()).ingestPhoto(Buffer.from(photo, 'base64'), source) };
  },
  sentEstimate: async (input) => (await estimates()).readSentEstimate(input as SentEstimate),
  estimateBody: async (_, body) => {
    const { sentEstimateSchema } = await import('../../contract/estimate-exchange/sent-estimate.ts');
    return (await estimates()).readSentEstimate(checked(body, sentEstimateSchema));
  },
  feedFile: async (input, body) => (await feeds()).readFeed(body, input as string | null),
  sentFeed: async (input) => {
    const { sent, website } = input as { sent: SentFeed; website: string | null };
    return (await feeds()).readSentFeed(sent, website);
  },
  feedBody: async (input, body) =>
    (await feeds()).readSentFeed(checked(body, (await sentFeeds()).sentFeedSchema), input as string | null),
  enterLotBody: async (_, body) =>
    (await lots()).enteredLot(checked(body, (await sentLots()).enterLotRequestSchema)),
});

/** A JSON body that fits its schema; throws validation_error with the words the routes' own check has. */
function checked<T>(body: Buffer, schema: z.ZodType<T>): T {
  if (isLargerJson(body, OUR_BODIES)) throw unreadableBody();
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
  throw inputFault(fits.error.issues, json);
}

const unreadableBody = (): AppError =>
  new AppError('validation_error', 'The request body could not be read.');
