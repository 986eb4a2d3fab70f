import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { noteEvent } from '../../db/claims/report-trail.ts';
import type { Estimating } from '../../estimate/workers/estimating.ts';
import type { EstimateConfig } from '../../pipeline/steps/make-report.ts';
import { carParts } from '../../reports/edit/car-parts.ts';
import { editReport, readVersions, type VersionMade } from '../../reports/edit/edit-report.ts';
import { createKeptReports } from '../../reports/edit/kept-reports.ts';
import { readFinishedReport } from '../../reports/read-report.ts';
import { addNumbers } from '../../reports/recalculate/add-numbers.ts';
import { recalculateReport } from '../../reports/recalculate/recalculate-report.ts';
import type { RequestTools } from '../../reports/request-report.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

/** A user's own figures in the estimate, and its versions. */
export const reportEditRoutes =
  (
    tools: AuthenticationTools & {
      requests: Pick<RequestTools, 'pool' | 'announcer'>;
      estimate: EstimateConfig;
      estimating: Estimating;
      versionMade: VersionMade;
    },
  ): FastifyPluginAsync =>
  async (app) => {
    const { estimate, estimating, versionMade, now } = tools;
    const editTools = {
      ...tools.requests,
      estimating,
      affiliates: estimate.affiliates,
      versionMade,
      now,
      kept: createKeptReports(),
    };
    const recalculateTools = { ...tools.requests, estimate, estimating, versionMade, now };

    registerCall(app, tools, api.editLines, async (request, reply, account) => {
      await limitCall(tools.requests.pool, reply, 'edit', { ...account, address: request.ip });
      const { version, changes, report } = await editReport(
        editTools,
        account.userId,
        request.params.report_id,
        request.body,
      );
      if (!/\breturn=representation\b/.test(String(request.headers.prefer ?? '')))
        return { version, changes };
      reply.header('preference-applied', 'return=representation');
      return { version, report };
    });

    registerCall(app, tools, api.recalculate, async (request, reply, account) => {
      await limitCall(tools.requests.pool, reply, 'edit', { ...account, address: request.ip });
      const { report_id: reportId } = request.params;
      const { userId } = account;
      const { version } = request.body;
      return await recalculateReport(recalculateTools, userId, reportId, version, {
        alongside: (client) =>
          noteEvent(
            client,
            { userId, reportIds: [reportId] },
            { kind: 'recalculated', version: version + 1 },
          ),
      });
    });

    registerCall(app, tools, api.addNumbers, async (request, reply, account) => {
      await limitCall(tools.requests.pool, reply, 'edit', { ...account, address: request.ip });
      const { report_id: reportId } = request.params;
      const { userId } = account;
      const { version } = request.body;
      return await addNumbers(recalculateTools, userId, reportId, request.body, {
        alongside: (client) =>
          noteEvent(
            client,
            { userId, reportIds: [reportId] },
            { kind: 'recalculated', version: version + 1 },
          ),
      });
    });

    registerCall(app, tools, api.carParts, async (request, _reply, account) => {
      return carParts(
        await readFinishedReport(
          { pool: tools.requests.pool, estimate },
          account.userId,
          request.params.report_id,
        ),
      );
    });

    registerCall(app, tools, api.reportVersions, async (request, _reply, account) => {
      return await readVersions(tools.requests.pool, account.userId, request.params.report_id);
    });
  };
