import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reportPathSchema } from '../../../contract/calls.ts';
import { reportShareSchema, SHARED_REPORT_ID, sharedPathSchema } from '../../../contract/report-share.ts';
import { reportModelSchema } from '../../../contract/schemas/report.ts';
import { once } from '../../db/accounts/idempotency.ts';
import type { Database } from '../../db/client.ts';
import type { PrintedReports } from '../../pdf/printed-reports.ts';
import { readShare, readSharedReport, revokeShare, shareReport } from '../../reports/share-report.ts';
import { type AccessTools, requireAccount } from '../authenticate.ts';
import { keyedCall } from '../limits/idempotency-key.ts';
import { countedFor, limitCall } from '../limits/limit.ts';
import { sendPdf } from '../send-pdf.ts';

/** Whoever holds the link may read; no search engine shall. */
const hidden = (reply: FastifyReply): void => {
  void reply.header('x-robots-tag', 'noindex, nofollow');
};

/** A read-only link to a report, off until its owner makes one, and what stands behind it. */
export const reportShareRoutes =
  (
    tools: AccessTools & { database: Pick<Database, 'pool'>; printed: PrintedReports },
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const { pool } = tools.database;
    const own = {
      tags: ['reports'],
      security: [{ bearer: [] }],
      params: reportPathSchema,
      response: { 200: reportShareSchema },
    };
    const open = { tags: ['shared'], params: sharedPathSchema };

    app.get('/reports/:report_id/share', {
      config: { holdsSecret: true },
      schema: { ...own, summary: 'Whether a report is shared, and where' },
      handler: async (request) =>
        await readShare(pool, (await requireAccount(tools, request)).userId, request.params.report_id),
    });

    app.post('/reports/:report_id/share', {
      config: { holdsSecret: true },
      schema: { ...own, summary: 'Share a finished report by a read-only link' },
      handler: async (request, reply) => {
        const account = await requireAccount(tools, request);
        const who = { ...account, address: request.ip };
        const call = await keyedCall(request, who, () => null);
        await limitCall(pool, reply, 'share', who);
        const { report_id } = request.params;
        // What is kept of the call is that it was made: the link is a secret that no table holds.
        await once(
          pool,
          call,
          async () => (await shareReport(pool, account.userId, report_id)).path !== null,
        );
        return await readShare(pool, account.userId, report_id);
      },
    });

    app.delete('/reports/:report_id/share', {
      schema: { ...own, summary: 'Revoke the link to a report' },
      handler: async (request, reply) => {
        const account = await requireAccount(tools, request);
        await limitCall(pool, reply, 'share', { ...account, address: request.ip });
        return await revokeShare(pool, account.userId, request.params.report_id);
      },
    });

    app.get('/shared/:token', {
      schema: { ...open, summary: 'A report its owner shares', response: { 200: reportModelSchema } },
      handler: async (request, reply) => {
        const model = await readSharedReport(pool, request.params.token);
        hidden(reply);
        return { ...model, report_id: SHARED_REPORT_ID };
      },
    });

    app.get('/shared/:token/pdf', {
      schema: { ...open, summary: 'A report its owner shares, as PDF', produces: ['application/pdf'] },
      handler: async (request, reply) => {
        const { token } = request.params;
        await limitCall(pool, reply, 'pdf', await countedFor(tools, request));
        const model = await readSharedReport(pool, token);
        hidden(reply);
        return sendPdf(reply, await tools.printed.pdfOf(model, { path: `/shared/${token}` }));
      },
    });
  };
