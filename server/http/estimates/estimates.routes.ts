import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import { z } from 'zod';
import * as api from '../../../contract/api.ts';
import { keepDealerPage } from '../../accounts/keep-dealer-page.ts';
import { keepSentEstimate, keptEstimates } from '../../accounts/kept-estimates.ts';
import { type ForCaller, userCaller } from '../../concurrency/work-caller.ts';
import { deleteKeptEstimate } from '../../db/catalogue/kept-estimates.ts';
import { AppError } from '../../errors.ts';
import type { EstimateReader } from '../../estimate-exchange/read-estimate.ts';
import type { OpenedPageReader } from '../../parts-catalogues/dealer-store/opened-page.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { largeBody, takeLargeBodies } from '../body/large-bodies.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

/** The estimates and dealers' pages whose numbers and prices an account keeps for its reports. */
export const estimatesRoutes =
  (
    tools: AuthenticationTools & {
      pool: pg.Pool;
      estimatesFor: ForCaller<EstimateReader>;
      dealerPagesFor: ForCaller<OpenedPageReader>;
    },
  ): FastifyPluginAsync =>
  async (app) => {
    takeLargeBodies(app);

    registerCall(app, tools, api.keptEstimates, async (_request, _reply, account) =>
      keptEstimates(tools.pool, account.userId),
    );

    registerCall(app, tools, api.keepEstimate, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'export', { ...account, address: request.ip });
      const estimates = tools.estimatesFor(userCaller(account.userId));
      const large = largeBody(request);
      const read = large
        ? await estimates.estimateBody(large.parts, large.signal)
        : await estimates.sentEstimate(request.body);
      return await keepSentEstimate(tools.pool, account.userId, read);
    });

    registerCall(app, tools, api.keepDealerPage, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'edit', { ...account, address: request.ip });
      const dealerPages = tools.dealerPagesFor(userCaller(account.userId));
      const large = largeBody(request);
      const opened = large
        ? await dealerPages.openedPageBody(large.parts, large.signal)
        : await dealerPages.openedPage(request.body);
      return await keepDealerPage(tools, account.userId, opened);
    });

    registerCall(app, tools, api.removeEstimate, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'edit', { ...account, address: request.ip });
      const id = z.uuid().safeParse(request.params.estimate_id);
      if (!id.success || !(await deleteKeptEstimate(tools.pool, account.userId, id.data)))
        throw new AppError('not_found', 'There is no such estimate.');
      return { message: 'Removed.' };
    });
  };
