import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import * as api from '../../../contract/api.ts';
import { SHARED_REPORT_ID } from '../../../contract/calls.ts';
import { PHOTO_SIZES } from '../../../contract/facts/photo-sizes.ts';
import { isUsUnits } from '../../../contract/report-view/units/shown-units.ts';
import { readShownUnits, type UnitsTools } from '../../accounts/profile/shown-units.ts';
import { once } from '../../db/accounts/idempotency.ts';
import { findShop } from '../../db/accounts/preferences.ts';
import { noteDownload } from '../../db/claims/report-trail.ts';
import type { Database } from '../../db/client.ts';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { type PhotoTools, readPhoto } from '../../lots/lot-photos.ts';
import type { PrintedReports } from '../../pdf/printed-reports.ts';
import type { Queue } from '../../queue/queue.ts';
import type { DealTools } from '../../reports/deal/read-deal.ts';
import {
  readShare,
  readSharedPhotoId,
  readSharedReport,
  revokeShare,
  sharedDealOf,
  shareReport,
  withLinkPhotos,
} from '../../reports/share-report.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { keyedCall } from '../limits/idempotency-key.ts';
import { countedFor, limitCall, workCallerOf } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { sendPdf } from '../send-pdf.ts';

/** Whoever holds the link may read; no search engine shall. */
const hidden = (reply: FastifyReply): void => {
  void reply.header('x-robots-tag', 'noindex, nofollow');
};

/** A read-only link to a report, off until its owner makes one, and what stands behind it. */
export const reportShareRoutes =
  (
    tools: AuthenticationTools & {
      database: Pick<Database, 'pool'>;
      printed: PrintedReports;
      photos: PhotoTools;
      queue: Pick<Queue, 'send'>;
      estimate: DealTools['estimate'] & UnitsTools['estimate'];
      log: Log;
    },
  ): FastifyPluginAsync =>
  async (app) => {
    const { pool } = tools.database;

    registerCall(
      app,
      tools,
      api.share,
      async (request, _reply, account) => await readShare(pool, account.userId, request.params.report_id),
    );

    registerCall(app, tools, api.makeShare, async (request, reply, account) => {
      const who = { ...account, address: request.ip };
      const asked = request.body ?? {};
      const call = await keyedCall(request, who, () => request.body ?? null);
      await limitCall(pool, reply, 'share', who);
      const { report_id } = request.params;
      // What is kept of the call is that it was made: the link is a secret that no table holds.
      await once(
        pool,
        call,
        async () => (await shareReport({ ...tools, pool }, account.userId, report_id, asked)).path !== null,
      );
      return await readShare(pool, account.userId, report_id);
    });

    registerCall(app, tools, api.endShare, async (request, reply, account) => {
      await limitCall(pool, reply, 'share', { ...account, address: request.ip });
      return await revokeShare(pool, account.userId, request.params.report_id);
    });

    registerCall(app, tools, api.shared, async (request, reply) => {
      const { token } = request.params;
      const { model, shopName, ownerId, showsDeal } = await readSharedReport({ ...tools, pool }, token);
      const units = await readShownUnits({ ...tools, pool }, ownerId);
      hidden(reply);
      return {
        ...withLinkPhotos(model, token),
        report_id: SHARED_REPORT_ID,
        shared_by: shopName,
        deal_shared: showsDeal,
        ...(isUsUnits(units) ? {} : { units }),
      };
    });

    // Without a cache-control here: a browser asks before each use, so that what it holds ends with the link (`answerReadsAgain`).
    registerCall(app, tools, api.sharedPhoto, async (request, reply) => {
      const { token, photo, file } = request.params;
      const id = await readSharedPhotoId(pool, token, photo);
      const size = PHOTO_SIZES.find((name) => file === `${name}.jpg`) ?? 'full';
      const caller = workCallerOf({ userId: null, address: request.ip });
      const bytes = await readPhoto(tools.photos, id, size, caller);
      if (bytes === null) throw new AppError('not_found', 'There is no such photo.');
      hidden(reply);
      return reply.type('image/jpeg').send(bytes);
    });

    registerCall(app, tools, api.sharedDeal, async (request, reply) => {
      const shared = await readSharedReport({ ...tools, pool }, request.params.token);
      const deal = await sharedDealOf({ ...tools, pool }, shared);
      if (deal === null) throw new AppError('not_found', 'There is no such report.');
      hidden(reply);
      return deal;
    });

    registerCall(app, tools, api.sharedPdf, async (request, reply) => {
      const { token } = request.params;
      const who = await countedFor(tools, request);
      await limitCall(pool, reply, 'pdf', who);
      const shared = await readSharedReport({ ...tools, pool }, token);
      const { model, ownerId: userId, reportId } = shared;
      const shop = await findShop(pool, userId);
      const deal = await sharedDealOf({ ...tools, pool }, shared);
      const units = await readShownUnits({ ...tools, pool }, userId);
      const pdf = await tools.printed.pdfOf(workCallerOf(who), model, {
        path: `/shared/${token}`,
        shop,
        deal,
        units,
      });
      await noteDownload(pool, { userId, reportId, byLink: true }, model, 'shared_pdf');
      hidden(reply);
      return sendPdf(reply, pdf);
    });
  };
