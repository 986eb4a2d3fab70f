import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { readShownUnits } from '../../accounts/profile/shown-units.ts';
import { type ForCaller, userCaller } from '../../concurrency/work-caller.ts';
import { noteDownload } from '../../db/claims/report-trail.ts';
import type { Database } from '../../db/client.ts';
import type { Estimating } from '../../estimate/workers/estimating.ts';
import { compareEstimates } from '../../estimate-exchange/compare-estimates.ts';
import type { EstimateReader } from '../../estimate-exchange/read-estimate.ts';
import { type DealTools, dealOf } from '../../reports/deal/read-deal.ts';
import { exportReport } from '../../reports/export/export-report.ts';
import { readFinishedReport } from '../../reports/read-report.ts';
import { type OffersTools, offersKeptFor } from '../../suppliers/check-offers.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { largeBody, takeLargeBodies } from '../body/large-bodies.ts';
import { countedAs, limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

/** A finished report as a file for other programs, and beside a file of another. */
export const reportExportRoutes =
  (
    tools: AuthenticationTools & {
      database: Pick<Database, 'pool'>;
      estimate: DealTools['estimate'];
      estimating: Estimating;
      offers: OffersTools;
      estimatesFor: ForCaller<EstimateReader>;
    },
  ): FastifyPluginAsync =>
  async (app) => {
    takeLargeBodies(app);

    registerCall(app, tools, api.exportReport, async (request, reply, account) => {
      await limitCall(tools.database.pool, reply, 'export', countedAs(request, account));
      const of = { userId: account.userId, reportId: request.params.report_id };
      const pooled = { ...tools, pool: tools.database.pool };
      const model = await readFinishedReport(pooled, of.userId, of.reportId);
      const { format, basket } = request.query;
      const checked = format === 'parts' ? await offersKeptFor(tools.offers, model) : [];
      const deal = format === 'json' || format === 'xlsx' ? await dealOf(pooled, of, model) : null;
      const { filename, type, bytes } = await exportReport(model, format, {
        deal,
        basket,
        checked,
        units: await readShownUnits(pooled, of.userId),
      });
      await noteDownload(pooled.pool, of, model, format);
      return reply.type(type).header('content-disposition', `attachment; filename="${filename}"`).send(bytes);
    });

    registerCall(app, tools, api.compareEstimate, async (request, reply, account) => {
      await limitCall(tools.database.pool, reply, 'export', { ...account, address: request.ip });
      const model = await readFinishedReport(
        { ...tools, pool: tools.database.pool },
        account.userId,
        request.params.report_id,
      );
      const estimates = tools.estimatesFor(userCaller(account.userId));
      const large = largeBody(request);
      const { estimate } = large
        ? await estimates.estimateBody(large.parts, large.signal)
        : await estimates.sentEstimate(request.body);
      return compareEstimates(model, estimate);
    });
  };
