import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reportPathSchema } from '../../contract/calls.ts';
import { exportQuerySchema } from '../../contract/report-export.ts';
import type { Database } from '../db/client.ts';
import { exportReport } from '../reports/export-report.ts';
import { readFinishedReport } from '../reports/read-report.ts';
import { type AccessTools, requireAccount } from './access.ts';

/** A finished report as a file for other programs. */
export const reportExportRoutes =
  (tools: AccessTools & { database: Pick<Database, 'pool'> }): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/reports/:report_id/export', {
      schema: {
        tags: ['reports'],
        security: [{ bearer: [] }],
        summary: 'A report as JSON, its lines as CSV or XLSX, or its parts to order as CSV',
        params: reportPathSchema,
        querystring: exportQuerySchema,
        produces: [
          'application/json',
          'text/csv',
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        ],
      },
      handler: async (request, reply) => {
        const account = await requireAccount(tools, request);
        const model = await readFinishedReport(tools.database.pool, account.userId, request.params.report_id);
        const { filename, type, bytes } = await exportReport(model, request.query.format);
        return reply
          .type(type)
          .header('content-disposition', `attachment; filename="${filename}"`)
          .send(bytes);
      },
    });
  };
