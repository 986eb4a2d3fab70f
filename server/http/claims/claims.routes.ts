import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { readShownUnits, type UnitsTools } from '../../accounts/profile/shown-units.ts';
import { userCaller } from '../../concurrency/work-caller.ts';
import { findShop } from '../../db/accounts/preferences.ts';
import { noteDownload } from '../../db/claims/report-trail.ts';
import type { PrintedReports } from '../../pdf/printed-reports.ts';
import { approveReport, readApprovals, readApproved } from '../../reports/claim/approve-report.ts';
import { auditTrailCsv, readAuditTrail } from '../../reports/claim/audit-trail.ts';
import { readClaim, saveClaim } from '../../reports/claim/read-claim.ts';
import { readFile, readHistory } from '../../reports/claim/read-file.ts';
import { type ReadTools, readStoredReport } from '../../reports/read-report.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { sendPdf } from '../send-pdf.ts';

/** What an insurer notes on a report and decides by it. */
export const claimsRoutes =
  (tools: AuthenticationTools & ReadTools & UnitsTools & { printed: PrintedReports }): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.claim, async (request, _reply, account) =>
      readClaim(tools.pool, account.userId, request.params.report_id),
    );

    registerCall(app, tools, api.saveClaim, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'edit', { ...account, address: request.ip });
      const { report_id: reportId } = request.params;
      return await saveClaim(tools.pool, account.userId, { reportId, claim: request.body });
    });

    registerCall(app, tools, api.claimPdf, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'pdf', { ...account, address: request.ip });
      const { userId } = account;
      const { report_id: reportId } = request.params;
      const { report, history } = await readFile(tools, userId, reportId);
      const shop = await findShop(tools.pool, userId);
      const units = await readShownUnits(tools, userId);
      const pdf = await tools.printed.pdfOf(userCaller(userId), report, { shop, units, history });
      await noteDownload(tools.pool, { userId, reportId }, report, 'claim_pdf');
      return sendPdf(reply, pdf);
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
      const units = await readShownUnits(tools, account.userId);
      const { versions } = await readHistory(
        tools,
        { userId: account.userId, reportId },
        report,
        approval.version,
      );
      // What was approved later is no part of it: its print stays the same.
      const history = { versions, approvals: [] };
      const preparedFor = approval.approved_by;
      const pdf = await tools.printed.pdfOf(userCaller(account.userId), report, {
        shop,
        units,
        approval,
        history,
        preparedFor,
      });
      await noteDownload(tools.pool, { userId: account.userId, reportId }, report, 'approved_pdf');
      return sendPdf(reply, pdf);
    });

    registerCall(app, tools, api.auditTrail, async (request, _reply, account) =>
      readAuditTrail(tools, account.userId, request.params.report_id),
    );

    registerCall(app, tools, api.auditTrailCsv, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'export', { ...account, address: request.ip });
      const { report_id: reportId } = request.params;
      const { userId } = account;
      const report = await readStoredReport(tools.pool, userId, reportId);
      await noteDownload(tools.pool, { userId, reportId }, report, 'audit_trail');
      const csv = auditTrailCsv(await readAuditTrail(tools, userId, reportId));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="report_${reportId}_audit_trail.csv"`)
        .send(csv);
    });
  };
