import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  type HandOverPhotoRequest,
  SCRAPE_MESSAGE,
  type ScrapeListEntry,
} from '../../../contract/api/auction-answers.ts';
import * as api from '../../../contract/api.ts';
import { readAuctionLink } from '../../../contract/auction-link.ts';
import type { Lot, StoredLot } from '../../../contract/schemas/lot.ts';
import type { compareLotAnswerSchema } from '../../../contract/watch/lot-change.ts';
import { accountKey, addressKey, type CountedFor, countLimited, RateLimited } from '../../accounts/limits.ts';
import { readShownUnits } from '../../accounts/profile/shown-units.ts';
import { type ForCaller, userCaller, type WorkCaller } from '../../concurrency/work-caller.ts';
import { type KeyedCall, once } from '../../db/accounts/idempotency.ts';
import { findShop } from '../../db/accounts/preferences.ts';
import { findUser } from '../../db/accounts/users.ts';
import { noteDownload } from '../../db/claims/report-trail.ts';
import { findReportState } from '../../db/reports/reports.ts';
import { AppError } from '../../errors.ts';
import type { IngestResult } from '../../images/ingest-photo.ts';
import { keepListedLots, scrapeLinks } from '../../lots/list/scrape-list.ts';
import { keepHandedPhoto, keepOwnPhotos, type PhotoTools, withOwnPhotos } from '../../lots/lot-photos.ts';
import type { BodyReader, HandedPhoto } from '../../lots/lot-reader.ts';
import {
  keepEnteredLot,
  keepOwnLot,
  lotByKey,
  type ScrapeTools,
  scrapeLot,
  scrapeUserSuppliedPage,
} from '../../lots/scrape-lot.ts';
import { countVisitorList, countVisitorLot, type VisitorTools } from '../../lots/visitor-lots.ts';
import { listPartnerOffers } from '../../partners/offers/list-offers.ts';
import type { PrintedReports } from '../../pdf/printed-reports.ts';
import { type DealTools, dealOf, readDeal } from '../../reports/deal/read-deal.ts';
import { type TriageTools, triageList } from '../../reports/deal/triage-list.ts';
import type { ReadPreflight } from '../../reports/preflight.ts';
import { findLotReport, readFinishedReport } from '../../reports/read-report.ts';
import { type RequestTools, requestReport } from '../../reports/request-report.ts';
import { readShare } from '../../reports/share-report.ts';
import { noteBeside, noteReading, type WatchTools } from '../../reports/watch/note-reading.ts';
import { type OffersTools, offersKeptFor } from '../../suppliers/check-offers.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { largeBody, takeLargeBodies } from '../body/large-bodies.ts';
import { digestOfParts, digestsOf, keyedCall } from '../limits/idempotency-key.ts';
import { countedAs, countedFor, limitCall, workCallerOf } from '../limits/limit.ts';
import { pageOriginOf } from '../origin/extension-origin.ts';
import { registerCall } from '../register-call.ts';
import { sendPdf } from '../send-pdf.ts';

export type AuctionTools = AuthenticationTools &
  VisitorTools & {
    lots: ScrapeTools;
    bodiesFor: ForCaller<BodyReader>;
    photos: PhotoTools;
    requests: RequestTools;
    printed: PrintedReports;
    offers: Pick<OffersTools, 'kept'>;
    estimate: DealTools['estimate'];
    readPreflight: ReadPreflight;
    triage: TriageTools;
    watch: WatchTools;
  };

/** Makes a lot of a user's own, once for its key: the same call again is answered with the lot it made. */
async function lotOnce(
  { lots, photos }: Pick<AuctionTools, 'lots' | 'photos'>,
  call: KeyedCall | null,
  caller: WorkCaller,
  make: () => Promise<StoredLot>,
): Promise<StoredLot> {
  const made: StoredLot[] = [];
  const { lot_key } = await once(lots.pool, call, async () => {
    const lot = await make();
    made.push(lot);
    return { lot_key: lot.lot_key };
  });
  if (made[0]) return made[0];
  const lot = await lotByKey(lots, lot_key);
  return lot.origin === 'entered' ? await withOwnPhotos(photos, lot) : await lots.listPhotos(lot, caller);
}

/** Longest that a lot's answer waits for its preflight, and that the preflight's own answer does, ms. */
const LOT_WAITS_MS = 50;
const PREFLIGHT_WAITS_MS = 2_000;
/** For all links of one list; what it does not reach is said. */
const LIST_MS = 50_000;

/** What a lot's reader is answered: the lot, and what a report of it would rest on. */
const answerOf = async (
  { readPreflight }: Pick<AuctionTools, 'readPreflight'>,
  who: CountedFor,
  lot: StoredLot,
) => ({
  success: true as const,
  message: SCRAPE_MESSAGE,
  ...lot,
  preflight: await readPreflight(lot, LOT_WAITS_MS, { userId: who.userId, caller: workCallerOf(who) }),
});

/** The lot its caller sent, counted among what visitors may store. */
async function counted(
  tools: AuctionTools,
  request: FastifyRequest,
  lot: StoredLot,
  photos: readonly IngestResult[] = [],
): Promise<StoredLot> {
  await countVisitorLot(tools, lot, accountKey(addressKey(request.ip)), photos);
  return lot;
}

/** A lot read from the page its user sent: what is otherwise than in their reports of it is noted. */
async function watched(
  { watch }: Pick<AuctionTools, 'watch'>,
  { userId }: CountedFor,
  lot: StoredLot,
): Promise<StoredLot> {
  if (userId !== null) await noteBeside(watch, userId, { lot, readAt: new Date(lot.read_at) });
  return lot;
}

const readSmallPhoto = async (
  { lots }: Pick<AuctionTools, 'lots'>,
  { lot_key, url, photo }: HandOverPhotoRequest,
  caller: WorkCaller,
): Promise<HandedPhoto> => ({
  lot_key,
  url,
  taken: await lots
    .readerFor(caller)
    .ingestPhoto(Buffer.from(photo, 'base64'), { label: null, sourceUrl: url }),
});

/** The calls that take whole pages and photos. */
const readingRoutes =
  (tools: AuctionTools): FastifyPluginAsync =>
  async (app) => {
    takeLargeBodies(app);

    registerCall(app, tools, api.scrape, async (request, reply) => {
      const who = await countedFor(tools, request);
      await limitCall(tools.lots.pool, reply, 'scrape', who);
      const caller = workCallerOf(who);
      // A lot that is fetched is everybody's: reading it again makes nothing new.
      const fetched = async (link: string) =>
        answerOf(tools, who, await scrapeLot(tools.lots, link, AbortSignal.timeout(60_000), caller));
      const large = largeBody(request);
      if (large) {
        const call = await keyedCall(request, who, () => digestOfParts(large.parts));
        const { link, lot } = await tools.bodiesFor(caller).scrapeBody(large.parts, large.signal);
        if (lot === null) return await fetched(link);
        return answerOf(
          tools,
          who,
          await lotOnce(tools, call, caller, async () =>
            watched(tools, who, await counted(tools, request, await keepOwnLot(tools.lots, lot, caller))),
          ),
        );
      }
      const { auction_link, page, choice } = request.body;
      const pages = page === undefined ? [] : [page].flat();
      const call = await keyedCall(request, who, async () => [
        auction_link,
        await digestsOf(pages),
        ...(choice === undefined ? [] : [choice]),
      ]);
      if (pages.length === 0) return await fetched(auction_link);
      return answerOf(
        tools,
        who,
        await lotOnce(tools, call, caller, async () =>
          watched(
            tools,
            who,
            await counted(
              tools,
              request,
              await scrapeUserSuppliedPage(tools.lots, { link: auction_link, pages, choice }, caller),
            ),
          ),
        ),
      );
    });

    registerCall(app, tools, api.compareLot, async (request, reply, account) => {
      const { userId } = account;
      await limitCall(tools.lots.pool, reply, 'scrape', { userId, address: request.ip });
      const caller = userCaller(userId);
      const readAt = new Date();
      const compared = async (lot: Lot) => {
        const noted = await noteReading(tools.watch, userId, { lot, readAt });
        const keyId = 'keyId' in account ? account.keyId : null;
        return { ...noted, bid: await bidAgainst(tools, { userId, keyId }, lot.url) };
      };
      const large = largeBody(request);
      if (large) {
        const { lot } = await tools.bodiesFor(caller).scrapeBody(large.parts, large.signal);
        if (lot === null) throw new AppError('validation_error', 'The page to compare is missing.');
        return await compared(lot);
      }
      const { auction_link: link, page, choice } = request.body;
      const lot = await tools.lots.readerFor(caller).userSuppliedLot({ link, pages: [page].flat(), choice });
      return await compared(lot);
    });

    registerCall(app, tools, api.scrapeList, async (request, reply) => {
      const who = await countedFor(tools, request);
      await limitCall(tools.lots.pool, reply, 'scrape_list', who);
      const caller = workCallerOf(who);
      const large = largeBody(request);
      const { body } = request;
      const { links, list } = large
        ? await tools.bodiesFor(caller).scrapeListBody(large.parts, large.signal)
        : 'links' in body
          ? { links: body.links, list: null }
          : { links: null, list: await tools.lots.readerFor(caller).listedLots(body.file) };
      const told = { success: true as const, message: SCRAPE_MESSAGE };
      const weighed = (entries: readonly ScrapeListEntry[]) =>
        triageList(tools.triage, entries, { userId: who.userId, caller });
      if (list !== null) {
        const sender = accountKey(addressKey(request.ip));
        const entries = await keepListedLots(tools.lots, list.rows, (lots) =>
          countVisitorList(tools, lots, sender),
        );
        return { ...told, entries: await weighed(entries), left_out: list.leftOut };
      }
      const signal = AbortSignal.timeout(LIST_MS);
      const entries = await scrapeLinks(links, signal, async (link) => {
        // Each is a lot its user asks for, as if it had come alone.
        const limit = await countLimited(tools.lots.pool, 'scrape', who);
        if (limit.count > limit.quota) throw new RateLimited(limit);
        return await scrapeLot(tools.lots, link, signal, caller);
      });
      return { ...told, entries: await weighed(entries), left_out: null };
    });

    registerCall(app, tools, api.handOverPhoto, async (request, reply, account) => {
      await limitCall(tools.lots.pool, reply, 'photo', countedAs(request, account));
      const caller = userCaller(account.userId);
      const large = largeBody(request);
      const { lot_key, url, taken } = large
        ? await tools.bodiesFor(caller).photoBody(large.parts, large.signal)
        : await readSmallPhoto(tools, request.body, caller);
      const lot = await lotByKey(tools.lots, lot_key);
      // What others get for a link is never what one of them sent.
      if (lot.origin !== 'own_page')
        throw new AppError('lot_not_found', 'Photos are taken for a lot whose page was handed over.');
      return await keepHandedPhoto(tools.photos, lot_key, url, taken);
    });

    registerCall(app, tools, api.enterLot, async (request, reply) => {
      const who = await countedFor(tools, request);
      await limitCall(tools.lots.pool, reply, 'scrape', who);
      const caller = workCallerOf(who);
      const large = largeBody(request);
      const call = await keyedCall(request, who, async () => {
        if (large) return await digestOfParts(large.parts);
        const { photos = [], ...entry } = request.body;
        return [entry, await digestsOf(photos)];
      });
      const entered = await lotOnce(tools, call, caller, async () => {
        const { lot: typed, photos } = large
          ? await tools.bodiesFor(caller).enterLotBody(large.parts, large.signal)
          : await tools.lots.readerFor(caller).enteredLot(request.body);
        const lot = await keepEnteredLot(tools.lots, typed);
        const shown = photos.length === 0 ? lot : await keepOwnPhotos(tools.photos, lot, photos);
        return await counted(tools, request, shown, photos);
      });
      return answerOf(tools, who, entered);
    });
  };

/** What is bid on a lot now and the max bid of its report, where the caller may read that. */
async function bidAgainst(
  { triage }: Pick<AuctionTools, 'triage'>,
  caller: { userId: string; keyId: string | null },
  link: string,
): Promise<z.infer<typeof compareLotAnswerSchema>['bid']> {
  if (!readAuctionLink(link).ok) return null;
  const { report } = await findLotReport(triage.pool, caller, link);
  const finished = report?.readable
    ? await findReportState(triage.pool, caller.userId, report.report_id)
    : null;
  if (!report || finished?.status !== 'finished') return null;
  const { bid_now: now, highest_bid: max_bid } = await readDeal(triage, caller.userId, report.report_id);
  return now === null ? null : { now, max_bid };
}

/** Link → lot → report → PDF (docs/product.md). */
export const auctionRoutes =
  (tools: AuctionTools): FastifyPluginAsync =>
  async (app) => {
    await app.register(readingRoutes(tools));

    registerCall(app, tools, api.preflight, async (request, reply) => {
      const who = await countedFor(tools, request);
      await limitCall(tools.lots.pool, reply, 'preflight', who);
      const lot = await lotByKey(tools.lots, request.query.lot_key);
      const preflight = await tools.readPreflight(lot, PREFLIGHT_WAITS_MS, {
        userId: who.userId,
        caller: workCallerOf(who),
      });
      if (preflight === null)
        throw new AppError('unavailable', 'This cannot be told right now. Please try again.');
      return preflight;
    });

    registerCall(app, tools, api.processReport, async (request, reply, account) => {
      const who = countedAs(request, account);
      const call = await keyedCall(request, who, () => request.body);
      await limitCall(tools.lots.pool, reply, 'start', who);
      const ids = await requestReport(tools.requests, account.userId, request.body, call, {
        origin: pageOriginOf(request),
        keyId: 'keyId' in account ? account.keyId : null,
      });
      return {
        success: true as const,
        message: 'Report generation started',
        task_id: ids.taskId,
        report_id: ids.reportId,
      };
    });

    registerCall(app, tools, api.generateReport, async (request, reply, account) => {
      await limitCall(tools.lots.pool, reply, 'pdf', countedAs(request, account));
      const model = await readFinishedReport(
        { ...tools, pool: tools.lots.pool },
        account.userId,
        request.body.report_id,
      );
      const { path } = await readShare(tools.lots.pool, account.userId, request.body.report_id);
      const user = await findUser(tools.lots.pool, account.userId);
      const preparedFor = user ? { preparedFor: `${user.first_name} ${user.last_name}` } : {};
      const shop = await findShop(tools.lots.pool, account.userId);
      const units = await readShownUnits({ ...tools, pool: tools.lots.pool }, account.userId);
      const deal =
        request.body.deal === false
          ? null
          : await dealOf(
              { ...tools, pool: tools.lots.pool },
              { userId: account.userId, reportId: request.body.report_id },
              model,
            );
      const offered = await listPartnerOffers(tools.lots.pool, model);
      const offers = {
        offers: offered,
        checked: offered.length === 0 ? [] : await offersKeptFor(tools.offers, model),
      };
      const pdf = await tools.printed.pdfOf(userCaller(account.userId), model, {
        path,
        shop,
        units,
        deal,
        offers,
        ...preparedFor,
      });
      const of = { userId: account.userId, reportId: request.body.report_id };
      await noteDownload(tools.lots.pool, of, model, 'pdf');
      return sendPdf(reply, pdf);
    });
  };
