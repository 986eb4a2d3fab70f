import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { processReportAnswerSchema, reportDetailSchema, reportPathSchema } from '../../../contract/calls.ts';
import { messageAnswerSchema } from '../../../contract/schemas/account.ts';
import { AppError } from '../../errors.ts';
import { PHOTO_SIZES, type PhotoTools, readPhoto } from '../../lots/lot-photos.ts';
import { cancelReport, retryReport } from '../../reports/end-report.ts';
import { readReport } from '../../reports/read-report.ts';
import type { RequestTools } from '../../reports/request-report.ts';
import { type AccessTools, requireAccount } from '../authenticate.ts';
import { keyedCall } from '../limits/idempotency-key.ts';
import { fetchCallerOf, limitCall } from '../limits/limit.ts';

const photoPathSchema = z.strictObject({
  photo_id: z.uuid(),
  file: z.enum(PHOTO_SIZES.map((size) => `${size}.jpg` as const)),
});

/** One report of the signed-in user, and the photos we serve. */
export const reportsRoutes =
  (tools: AccessTools & { requests: RequestTools; photos: PhotoTools }): FastifyPluginAsyncZod =>
  async (app) => {
    const signedIn = { tags: ['reports'], security: [{ bearer: [] }] };

    app.get('/reports/:report_id', {
      schema: {
        ...signedIn,
        summary: 'A report, finished or under way',
        params: reportPathSchema,
        response: { 200: reportDetailSchema },
      },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        return await readReport(tools.requests.pool, account.userId, request.params.report_id);
      },
    });

    app.post('/reports/:report_id/cancel', {
      schema: {
        ...signedIn,
        summary: 'Cancel a running report',
        params: reportPathSchema,
        response: { 200: messageAnswerSchema },
      },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        await cancelReport(tools.requests, account.userId, request.params.report_id);
        return { message: 'Cancelled.' };
      },
    });

    app.post('/reports/:report_id/retry', {
      schema: {
        ...signedIn,
        summary: 'Try a failed report again',
        params: reportPathSchema,
        response: { 200: processReportAnswerSchema },
      },
      handler: async (request, reply) => {
        const account = await requireAccount(tools, request);
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
      },
    });

    app.get('/photos/:photo_id/:file', {
      schema: {
        tags: ['photos'],
        summary: 'A photo of a lot, by its unguessable id',
        params: photoPathSchema,
        produces: ['image/jpeg'],
      },
      handler: async (request, reply) => {
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
      },
    });
  };
