import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { confirmOperator, type OperatorTools, operatorSession } from '../../operator/second-factor.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { noteEvent } from '../security-log.ts';

/** What operators of this installation do. */
export const operatorRoutes =
  (tools: AuthenticationTools & OperatorTools): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.operatorSession, async (_request, _reply, account) =>
      operatorSession(tools, account),
    );

    registerCall(app, tools, api.confirmOperator, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'operator_code', { userId: account.userId, address: request.ip });
      const session = await confirmOperator(tools, account, request.body.code);
      noteEvent(request, 'operator_confirmed', account.userId);
      return session;
    });
  };
