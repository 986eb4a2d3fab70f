import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { findShop } from '../../db/accounts/preferences.ts';
import type { PrintedReports } from '../../pdf/printed-reports.ts';
import { approveReport, readApprovals, readApproved } from '../../reports/claim/approve-report.ts';
import { readClaim, saveClaim } from '../../reports/claim/read-claim.ts';
import { readFile, readHistory } from '../../reports/claim/read-file.ts';
import type { ReadTools } from '../../reports/read-report.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { sendPdf } from '../send-pdf.ts';

/** What an insurer notes on a report and decides by it. */
export const claimsRoutes =
  (tools: AuthenticationTools & ReadTools & { printed: PrintedReports }): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.claim, async (request, _reply, account) =>
      readClaim(tools, account.userId, request.params.report_id),
    );

    registerCall(app, tools, api.saveClaim, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'edit', { ...account, address: request.ip });
      const { report_id: reportId } = request.params;
      return await saveClaim(tools, account.userId, { reportId, claim: request.body });
    });

    registerCall(app, tools, api.claimPdf, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'pdf', { ...account, address: request.ip });
      const { report, history } = await readFile(tools, account.userId, request.params.report_id);
      const shop = await findShop(tools.pool, account.userId);
      return sendPdf(reply, await tools.printed.pdfOf(report, { shop, history }));
    });

    registerCall(app, tools, api.approve, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'edit', { ...account, address: request.ip });
      const { report_id: reportId } = request.params;
      return await approveReport(tools.pool, account.userId, { reportId, ...request.body });
    });

    registerCall(app, tools, api.approvals, async (request, _reply, account) =>
      readApprovals(tools.pool, account.userId, request.params.report_id),
    );

    registerCall(app, tools, api.approved, async (request, _reply, account) => {
      const { report_id: reportId, approval_id: approvalId } = request.params;
      return await readApproved(tools, account.userId, { reportId, approvalId });
    });

    registerCall(app, tools, api.approvedPdf, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'pdf', { ...account, address: request.ip });
      const { report_id: reportId, approval_id: approvalId } = request.params;
      const { approval, report } = await readApproved(tools, account.userId, { reportId, approvalId });
      const shop = await findShop(tools.pool, account.userId);
      const { versions } = await readHistory(tools, account.userId, report, approval.version);
      // What was approved later is no part of it: its print stays the same.
      const history = { versions, approvals: [] };
      const preparedFor = approval.approved_by;
      return sendPdf(reply, await tools.printed.pdfOf(report, { shop, approval, history, preparedFor }));
    });
  };
