import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { readClaim, saveClaim } from '../../reports/claim/read-claim.ts';
import type { ReadTools } from '../../reports/read-report.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

/** What an insurer notes on a report and decides by it. */
export const claimsRoutes =
  (tools: AuthenticationTools & ReadTools): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.claim, async (request, _reply, account) =>
      readClaim(tools, account.userId, request.params.report_id),
    );

    registerCall(app, tools, api.saveClaim, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'edit', { ...account, address: request.ip });
      const { report_id: reportId } = request.params;
      return await saveClaim(tools, account.userId, { reportId, claim: request.body });
    });
  };
