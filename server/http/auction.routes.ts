import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  enterLotRequestSchema,
  generateReportRequestSchema,
  processReportAnswerSchema,
  processReportRequestSchema,
  SCRAPE_MESSAGE,
  scrapeAnswerSchema,
  scrapeRequestSchema,
} from '../../contract/calls.ts';
import type { StoredLot } from '../../contract/lot.ts';
import { accountKey, addressKey, limitCalls } from '../accounts/limits.ts';
import { findUser } from '../db/users.ts';
import type { Taken } from '../images/take-in.ts';
import { keepOwnPhotos, type PhotoTools } from '../lots/lot-photos.ts';
import type { BodyReader } from '../lots/lot-reader.ts';
import {
  keepEnteredLot,
  keepOwnLot,
  type ScrapeTools,
  scrapeLot,
  scrapeOwnPage,
} from '../lots/scrape-lot.ts';
import { countVisitorLot, type VisitorTools } from '../lots/visitor-lots.ts';
import type { PrintedReports } from '../pdf/printed-reports.ts';
import { readFinishedReport } from '../reports/read-report.ts';
import { type RequestTools, requestReport } from '../reports/request-report.ts';
import { readShare } from '../reports/share-report.ts';
import { type AccessTools, requireAccount } from './access.ts';
import { largeBody, takeLargeBodies } from './large-bodies.ts';
import { sendPdf } from './send-pdf.ts';

const PAGE_BODY_LIMIT = 66 * 1024 * 1024;
const PHOTO_BODY_LIMIT = 120 * 1024 * 1024;

export type AuctionTools = AccessTools &
  VisitorTools & {
    lots: ScrapeTools;
    bodies: BodyReader;
    photos: PhotoTools;
    requests: RequestTools;
    printed: PrintedReports;
  };

/** `key` of the Idempotency-Key header, if it is one. */
const idempotencyKey = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && /^[\w.:-]{1,200}$/.test(header) ? header : null;

const answer = (lot: StoredLot) => ({ success: true as const, message: SCRAPE_MESSAGE, ...lot });

/** The lot its caller sent, counted among what visitors may store. */
async function counted(
  tools: AuctionTools,
  request: FastifyRequest,
  lot: StoredLot,
  photos: readonly Taken[] = [],
): Promise<StoredLot> {
  await countVisitorLot(tools, lot, accountKey(addressKey(request.ip)), photos);
  return lot;
}

/** The two calls that take whole pages and photos. */
const readingRoutes =
  (tools: AuctionTools): FastifyPluginAsyncZod =>
  async (app) => {
    takeLargeBodies(app);

    app.post('/auction/scrape', {
      config: { saysSuccess: true },
      bodyLimit: PAGE_BODY_LIMIT,
      schema: {
        tags: ['auction'],
        summary: 'Read a lot',
        body: scrapeRequestSchema,
        response: { 200: scrapeAnswerSchema },
      },
      handler: async (request) => {
        await limitCalls(tools.lots.pool, 'scrape', { address: request.ip });
        const large = largeBody(request);
        if (large) {
          const { link, lot } = await tools.bodies.scrapeBody(large.parts, large.signal);
          if (lot) return answer(await counted(tools, request, await keepOwnLot(tools.lots, lot)));
          return answer(await scrapeLot(tools.lots, link, AbortSignal.timeout(60_000)));
        }
        const { auction_link, page } = request.body;
        if (page !== undefined)
          return answer(
            await counted(
              tools,
              request,
              await scrapeOwnPage(tools.lots, auction_link, typeof page === 'string' ? [page] : page),
            ),
          );
        return answer(await scrapeLot(tools.lots, auction_link, AbortSignal.timeout(60_000)));
      },
    });

    app.post('/auction/enter_lot', {
      config: { saysSuccess: true },
      bodyLimit: PHOTO_BODY_LIMIT,
      schema: {
        tags: ['auction'],
        summary: 'Enter a lot by hand',
        body: enterLotRequestSchema,
        response: { 200: scrapeAnswerSchema },
      },
      handler: async (request) => {
        await limitCalls(tools.lots.pool, 'scrape', { address: request.ip });
        const large = largeBody(request);
        const entered = large
          ? await tools.bodies.enterLotBody(large.parts, large.signal)
          : await tools.lots.reader.enteredLot(request.body);
        const { photos } = entered;
        const lot = await keepEnteredLot(tools.lots, entered.lot);
        const shown = photos.length === 0 ? lot : await keepOwnPhotos(tools.photos, lot, photos);
        return answer(await counted(tools, request, shown, photos));
      },
    });
  };

/** Link → lot → report → PDF (SPEC section 7). */
export const auctionRoutes =
  (tools: AuctionTools): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(readingRoutes(tools));

    app.post('/auction/process_report', {
      config: { saysSuccess: true },
      schema: {
        tags: ['auction'],
        summary: 'Start a report',
        security: [{ bearer: [] }],
        body: processReportRequestSchema,
        response: { 200: processReportAnswerSchema },
      },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        const ids = await requestReport(
          tools.requests,
          account.userId,
          request.body,
          idempotencyKey(request.headers['idempotency-key']),
        );
        return {
          success: true as const,
          message: 'Report generation started',
          task_id: ids.taskId,
          report_id: ids.reportId,
        };
      },
    });

    app.post('/auction/generate_report', {
      schema: {
        tags: ['auction'],
        summary: 'The report as PDF',
        security: [{ bearer: [] }],
        body: generateReportRequestSchema,
        produces: ['application/pdf'],
      },
      handler: async (request, reply) => {
        const account = await requireAccount(tools, request);
        const model = await readFinishedReport(tools.lots.pool, account.userId, request.body.report_id);
        const { path } = await readShare(tools.lots.pool, account.userId, request.body.report_id);
        const user = await findUser(tools.lots.pool, account.userId);
        const preparedFor = user ? { preparedFor: `${user.first_name} ${user.last_name}` } : {};
        return sendPdf(reply, await tools.printed.pdfOf(model, { path, ...preparedFor }));
      },
    });
  };
