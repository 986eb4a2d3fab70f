import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import * as api from '../../../contract/api.ts';
import { PHOTO_SIZES } from '../../../contract/facts/photo-sizes.ts';
import type { KeyHolder } from '../../accounts/access-keys.ts';
import { readShownUnits, type UnitsTools } from '../../accounts/profile/shown-units.ts';
import type { Bearer } from '../../accounts/session/access-token.ts';
import { findClaimNumbers } from '../../db/claims/report-claims.ts';
import { noteEvent } from '../../db/claims/report-trail.ts';
import { AppError } from '../../errors.ts';
import type { Estimating } from '../../estimate/workers/estimating.ts';
import { type PhotoTools, readPhoto } from '../../lots/lot-photos.ts';
import { cancelReport, retryReport } from '../../reports/end-report.ts';
import { exportList } from '../../reports/export/export-list.ts';
import {
  findLotReport,
  type ReadTools,
  readFinishedReport,
  readReport,
  requireStartedByKey,
} from '../../reports/read-report.ts';
import type { RequestTools } from '../../reports/request-report.ts';
import { deleteSelected, markSelected, readSelected } from '../../reports/selected-reports.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { keyedCall } from '../limits/idempotency-key.ts';
import { countedAs, limitCall, workCallerOf } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

/** The key that may read nothing but the reports it started; null: everything of its user's. */
const onlyStartedBy = (account: Bearer | KeyHolder): string | null =>
  'keyId' in account && !account.scopes.includes('reports:read') ? account.keyId : null;

/** One report of the signed-in user, and the photos we serve. */
export const reportsRoutes =
  (
    tools: AuthenticationTools & {
      requests: RequestTools;
      photos: PhotoTools;
      estimate: ReadTools['estimate'] & UnitsTools['estimate'];
      estimating: Estimating;
    },
  ): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.report, async (request, _reply, account) => {
      const { requests, estimate, estimating } = tools;
      const only = onlyStartedBy(account);
      if (only !== null) await requireStartedByKey(requests.pool, only, request.params.report_id);
      return await readReport(
        { pool: requests.pool, estimate, estimating },
        account.userId,
        request.params.report_id,
        request.query.supplier_links,
      );
    });

    registerCall(app, tools, api.supplierLinks, async (request, _reply, account) => {
      const { requests, estimate } = tools;
      const report = await readFinishedReport(
        { pool: requests.pool, estimate },
        account.userId,
        request.params.report_id,
      );
      return {
        lines: Object.fromEntries(
          report.estimate.lines.map(({ id, supplier_links }) => [id, supplier_links]),
        ),
      };
    });

    registerCall(app, tools, api.lotReport, async (request, _reply, account) => {
      const [{ userId }, keyId] = [account, onlyStartedBy(account)];
      return await findLotReport(tools.requests.pool, { userId, keyId }, request.query.auction_link);
    });

    registerCall(app, tools, api.cancelReport, async (request, _reply, account) => {
      await cancelReport(tools.requests, account.userId, request.params.report_id);
      return { message: 'Canceled.' };
    });

    registerCall(app, tools, api.retryReport, async (request, reply, account) => {
      const who = countedAs(request, account);
      const call = await keyedCall(request, who, () => null);
      await limitCall(tools.requests.pool, reply, 'start', who);
      const ids = await retryReport(
        tools.requests,
        account.userId,
        request.params.report_id,
        call,
        request.headers.origin ?? null,
      );
      return {
        success: true as const,
        message: 'Report generation started',
        task_id: ids.taskId,
        report_id: ids.reportId,
      };
    });

    const ofAccount = ({ ip: address }: FastifyRequest, { userId }: Bearer) => ({ userId, address });

    registerCall(app, tools, api.markReports, async (request, reply, account) => {
      await limitCall(tools.requests.pool, reply, 'edit', ofAccount(request, account));
      await markSelected(tools.requests.pool, account.userId, request.body);
      return { message: 'Saved.' };
    });

    registerCall(app, tools, api.deleteReports, async (request, reply, account) => {
      const { pool } = tools.requests;
      await limitCall(pool, reply, 'edit', ofAccount(request, account));
      const { store } = tools.photos;
      const gone = await deleteSelected({ pool, store }, account.userId, request.body.report_ids);
      return { message: gone === 1 ? '1 report was deleted.' : `${gone} reports were deleted.` };
    });

    registerCall(app, tools, api.exportReports, async (request, reply, account) => {
      await limitCall(tools.requests.pool, reply, 'export', countedAs(request, account));
      const reports = await readSelected(tools.requests.pool, account.userId, request.body.report_ids);
      const { format } = request.body;
      const reportIds = reports.map(({ report_id }) => report_id);
      const { type, filename, bytes } = await exportList(reports, format, {
        units: await readShownUnits({ ...tools, pool: tools.requests.pool }, account.userId),
        claimNumbers: await findClaimNumbers(tools.requests.pool, account.userId, reportIds),
      });
      await noteEvent(
        tools.requests.pool,
        { userId: account.userId, reportIds },
        { kind: 'downloaded', file: `list_${format}`, version: null },
      );
      return reply.type(type).header('content-disposition', `attachment; filename="${filename}"`).send(bytes);
    });

    registerCall(app, tools, api.photo, async (request, reply) => {
      const size = PHOTO_SIZES.find((name) => request.params.file === `${name}.jpg`) ?? 'full';
      const bytes = await readPhoto(
        tools.photos,
        request.params.photo_id,
        size,
        workCallerOf({ userId: null, address: request.ip }),
      );
      if (bytes === null) throw new AppError('not_found', 'There is no such photo.');
      return reply
        .type('image/jpeg')
        .header('cache-control', 'private, max-age=604800, immutable')
        .send(bytes);
    });
  };
