import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reportPathSchema } from '../../../contract/calls.ts';
import {
  editLinesAnswerSchema,
  editLinesRequestSchema,
  reportVersionsSchema,
} from '../../../contract/schemas/edit-report.ts';
import type { EstimateSettings } from '../../pipeline/steps/detect-damaged-parts.ts';
import { editReport, readVersions } from '../../reports/edit/edit-report.ts';
import type { RequestTools } from '../../reports/request-report.ts';
import { type AccessTools, requireAccount } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';

/** A user's own figures in the estimate, and its versions. */
export const reportEditRoutes =
  (
    tools: AccessTools & {
      requests: Pick<RequestTools, 'pool' | 'announcer'>;
      estimate: Pick<EstimateSettings, 'affiliates'>;
    },
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const signedIn = { tags: ['reports'], security: [{ bearer: [] }], params: reportPathSchema };
    const editTools = { ...tools.requests, affiliates: tools.estimate.affiliates, now: tools.now };

    app.patch('/reports/:report_id/lines', {
      schema: {
        ...signedIn,
        summary:
          'Change, exclude, add, move lines of a finished report, answer its questions, set its switches, or step through its versions',
        body: editLinesRequestSchema,
        response: { 200: editLinesAnswerSchema },
      },
      handler: async (request, reply) => {
        const account = await requireAccount(tools, request);
        await limitCall(tools.requests.pool, reply, 'edit', { ...account, address: request.ip });
        return await editReport(editTools, account.userId, request.params.report_id, request.body);
      },
    });

    app.get('/reports/:report_id/versions', {
      schema: {
        ...signedIn,
        summary: 'The versions of an edited report, newest first',
        response: { 200: reportVersionsSchema },
      },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        return await readVersions(tools.requests.pool, account.userId, request.params.report_id);
      },
    });
  };
