import type { FastifyPluginAsync } from 'fastify';
import type pg from 'pg';
import * as api from '../../../contract/api.ts';
import type { PushState } from '../../../contract/push/push-subscription.ts';
import { turnPushOn } from '../../accounts/push-subscriptions.ts';
import { deletePushSubscription, hasPushSubscription } from '../../db/accounts/push-subscriptions.ts';
import type { Vapid } from '../../push/vapid-keys.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

/** Notifications on the device of a session. */
export const pushRoutes =
  (tools: AuthenticationTools & { pool: pg.Pool; vapid: Vapid }): FastifyPluginAsync =>
  async (app) => {
    const stateOf = async (sessionId: string): Promise<PushState> => ({
      on: await hasPushSubscription(tools.pool, sessionId),
      public_key: tools.vapid.publicKey,
    });

    registerCall(app, tools, api.push, async (_request, _reply, account) => stateOf(account.sessionId));

    registerCall(app, tools, api.turnPushOn, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'edit', { ...account, address: request.ip });
      await turnPushOn(tools.pool, account, request.body);
      return await stateOf(account.sessionId);
    });

    registerCall(app, tools, api.turnPushOff, async (_request, _reply, account) => {
      await deletePushSubscription(tools.pool, { sessionId: account.sessionId });
      return await stateOf(account.sessionId);
    });
  };
