import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as api from '../../../contract/api.ts';
import type { Bearer } from '../../accounts/session/access-token.ts';
import { confirmOperator, operatorSession, requireOperator } from '../../operator/second-factor.ts';
import { forgetKeys, readSetup, type SetupTools, saveKeys, testSource } from '../../operator/setup.ts';
import { type GrantTools, grantRequest, readRequests } from '../../quota/ask.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { noteEvent } from '../security-log.ts';

/** What operators of this installation do. */
export const operatorRoutes =
  (tools: AuthenticationTools & { setup: SetupTools } & Pick<GrantTools, 'queue'>): FastifyPluginAsync =>
  async (app) => {
    const { setup } = tools;
    /** Lets operators alone on who may change things, so many a while; answers who is noted for it. */
    const admit = async (request: FastifyRequest, reply: FastifyReply, account: Bearer): Promise<string> => {
      await requireOperator(setup, account, 'change');
      await limitCall(setup.pool, reply, 'setup', { userId: account.userId, address: request.ip });
      return `operator:${account.userId}`;
    };

    registerCall(app, tools, api.operatorSession, async (_request, _reply, account) =>
      operatorSession(setup, account),
    );

    registerCall(app, tools, api.confirmOperator, async (request, reply, account) => {
      await limitCall(setup.pool, reply, 'operator_code', { userId: account.userId, address: request.ip });
      const session = await confirmOperator(setup, account, request.body.code);
      noteEvent(request, 'operator_confirmed', account.userId);
      return session;
    });

    registerCall(app, tools, api.setup, async (_request, _reply, account) => {
      await requireOperator(setup, account, 'read');
      return await readSetup(setup);
    });

    registerCall(app, tools, api.saveKeys, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      const saved = await saveKeys(setup, actor, request.params.source, request.body.values);
      noteEvent(request, 'source_keys_saved', account.userId);
      return saved;
    });

    registerCall(app, tools, api.forgetKeys, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      const source = await forgetKeys(setup, actor, request.params.source);
      noteEvent(request, 'source_keys_deleted', account.userId);
      return source;
    });

    registerCall(app, tools, api.testSource, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      return await testSource(setup, actor, request.params.source, request.body.text ?? '');
    });

    const granting: GrantTools = { pool: setup.pool, queue: tools.queue };
    registerCall(app, tools, api.quotaRequests, async (request, reply, account) =>
      readRequests(setup.pool, await admit(request, reply, account)),
    );

    registerCall(app, tools, api.grantQuotaRequest, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      const { request_id: id } = request.params;
      const granted = await grantRequest(granting, actor, id, request.body.reports ?? null);
      noteEvent(request, 'reports_granted', account.userId);
      return granted;
    });
  };
