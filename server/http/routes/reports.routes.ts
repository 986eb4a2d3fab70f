import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { PHOTO_SIZES } from '../../../contract/calls.ts';
import { AppError } from '../../errors.ts';
import { type PhotoTools, readPhoto } from '../../lots/lot-photos.ts';
import { cancelReport, retryReport } from '../../reports/end-report.ts';
import { readReport } from '../../reports/read-report.ts';
import type { RequestTools } from '../../reports/request-report.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { keyedCall } from '../limits/idempotency-key.ts';
import { fetchCallerOf, limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

/** One report of the signed-in user, and the photos we serve. */
export const reportsRoutes =
  (tools: AuthenticationTools & { requests: RequestTools; photos: PhotoTools }): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.report, async (request, _reply, account) => {
      return await readReport(tools.requests.pool, account.userId, request.params.report_id);
    });

    registerCall(app, tools, api.cancelReport, async (request, _reply, account) => {
      await cancelReport(tools.requests, account.userId, request.params.report_id);
      return { message: 'Canceled.' };
    });

    registerCall(app, tools, api.retryReport, async (request, reply, account) => {
      const who = { ...account, address: request.ip };
      const call = await keyedCall(request, who, () => null);
      await limitCall(tools.requests.pool, reply, 'start', who);
      const ids = await retryReport(tools.requests, account.userId, request.params.report_id, call);
      return {
        success: true as const,
        message: 'Report generation started',
        task_id: ids.taskId,
        report_id: ids.reportId,
      };
    });

    registerCall(app, tools, api.photo, async (request, reply) => {
      const size = PHOTO_SIZES.find((name) => request.params.file === `${name}.jpg`) ?? 'full';
      const bytes = await readPhoto(
        tools.photos,
        request.params.photo_id,
        size,
        fetchCallerOf({ userId: null, address: request.ip }),
      );
      if (bytes === null) throw new AppError('not_found', 'There is no such photo.');
      return reply
        .type('image/jpeg')
        .header('cache-control', 'private, max-age=604800, immutable')
        .send(bytes);
    });
  };
