import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { inTransaction } from '../../db/client.ts';
import { listWaitingLots, removeWaitingLots } from '../../db/lots/waiting-lots.ts';
import { type BatchTools, startBatch } from '../../reports/board/start-batch.ts';
import type { RequestTools } from '../../reports/request-report.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { countedAs, limitCall } from '../limits/limit.ts';
import { pageOriginOf } from '../origin/extension-origin.ts';
import { registerCall } from '../register-call.ts';

/** Many lots at once, and those of the board that have no report yet. */
export const boardRoutes =
  (tools: AuthenticationTools & BatchTools & Pick<RequestTools, 'lotEnded'>): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.startBatch, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'batch', countedAs(request, account));
      const caller = {
        userId: account.userId,
        keyId: 'keyId' in account ? account.keyId : null,
        origin: pageOriginOf(request),
      };
      return await startBatch(tools, caller, request.body);
    });

    registerCall(app, tools, api.waitingLots, async (_request, _reply, account) =>
      listWaitingLots(tools.pool, account.userId),
    );

    registerCall(app, tools, api.removeWaitingLots, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'edit', countedAs(request, account));
      const gone = await inTransaction(tools.pool, async (client) => {
        const ended = await removeWaitingLots(client, account.userId, request.body.lot_ids);
        for (const batchId of new Set(ended.flatMap(({ batch_id }) => batch_id ?? [])))
          await tools.lotEnded?.(client, { userId: account.userId, batchId });
        return ended.length;
      });
      return { message: gone === 1 ? '1 lot was taken off.' : `${gone} lots were taken off.` };
    });
  };
