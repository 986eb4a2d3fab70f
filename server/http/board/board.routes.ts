import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { listWaitingLots, removeWaitingLots } from '../../db/lots/waiting-lots.ts';
import { type BatchTools, startBatch } from '../../reports/board/start-batch.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { countedAs, limitCall } from '../limits/limit.ts';
import { pageOriginOf } from '../origin/extension-origin.ts';
import { registerCall } from '../register-call.ts';

/** Many lots at once, and those of the board that have no report yet. */
export const boardRoutes =
  (tools: AuthenticationTools & BatchTools): FastifyPluginAsync =>
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
      const gone = await removeWaitingLots(tools.pool, account.userId, request.body.lot_ids);
      return { message: gone === 1 ? '1 lot was taken off.' : `${gone} lots were taken off.` };
    });
  };
