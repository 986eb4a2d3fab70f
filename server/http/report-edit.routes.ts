import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reportPathSchema } from '../../contract/calls.ts';
import {
  editLinesAnswerSchema,
  editLinesRequestSchema,
  reportVersionsSchema,
} from '../../contract/edit-report.ts';
import { editReport, readVersions } from '../reports/edit-report.ts';
import type { RequestTools } from '../reports/request-report.ts';
import { type AccessTools, requireAccount } from './access.ts';

/** A user's own figures in the estimate, and its versions. */
export const reportEditRoutes =
  (tools: AccessTools & { requests: Pick<RequestTools, 'pool' | 'announcer'> }): FastifyPluginAsyncZod =>
  async (app) => {
    const signedIn = { tags: ['reports'], security: [{ bearer: [] }], params: reportPathSchema };
    const editTools = { ...tools.requests, now: tools.now };

    app.patch('/reports/:report_id/lines', {
      schema: {
        ...signedIn,
        summary: 'Change, exclude, add, move lines of a finished report, or go back to an earlier version',
        body: editLinesRequestSchema,
        response: { 200: editLinesAnswerSchema },
      },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
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
