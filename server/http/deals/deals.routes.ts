import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { type DealTools, readDeal, saveDeal } from '../../reports/deal/read-deal.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

/** What the lot of a report may cost, by its user's settings. */
export const dealsRoutes =
  (tools: AuthenticationTools & DealTools): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.deal, async (request, _reply, account) =>
      readDeal(tools, account.userId, request.params.report_id),
    );

    registerCall(app, tools, api.saveDeal, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'edit', { ...account, address: request.ip });
      const { report_id: reportId } = request.params;
      return await saveDeal(tools, account.userId, { reportId, settings: request.body });
    });
  };
