import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import * as api from '../../../contract/api.ts';
import { confirmKey, makePairingCode, makeProgramKey, pairExtension } from '../../accounts/access-keys.ts';
import type { AccountTools } from '../../accounts/account-tools.ts';
import { listAccessKeys, revokeAccessKeys } from '../../db/accounts/access-keys.ts';
import { AppError } from '../../errors.ts';
import { type AuthenticationTools, callerOf } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { extensionOf } from '../origin/extension-origin.ts';
import { registerCall } from '../register-call.ts';
import { noteEvent } from '../security-log.ts';

/** Keys for programs, pairing the browser extension, and the keys of an account. */
export const accessKeysRoutes =
  (tools: AuthenticationTools & Pick<AccountTools, 'pool'>): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.makePairingCode, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'pairing_code', { userId: account.userId, address: request.ip });
      return await makePairingCode(tools, account.userId);
    });

    registerCall(app, tools, api.pairExtension, async (request) => {
      const origin = extensionOf(request);
      if (origin === null)
        throw new AppError('forbidden', 'Only the LotLens browser extension can use this code.');
      if ('access_key' in request.body) return await confirmKey(tools.pool, request.body.access_key, origin);
      const { userId, ...paired } = await pairExtension(
        tools,
        { code: request.body.code, origin },
        callerOf(request),
      );
      noteEvent(request, 'access_key_made', userId);
      return paired;
    });

    registerCall(app, tools, api.accessKeys, async (_request, _reply, account) => {
      const keys = await listAccessKeys(tools.pool, account.userId);
      return keys.map(({ id, created_at, last_used_at, ...key }) => ({
        key_id: id,
        ...key,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      }));
    });

    registerCall(app, tools, api.makeAccessKey, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'access_key', { userId: account.userId, address: request.ip });
      const made = await makeProgramKey(tools, account.userId, request.body);
      noteEvent(request, 'access_key_made', account.userId);
      return await reply.status(201).send(made);
    });

    registerCall(app, tools, api.revokeAccessKey, async (request, _reply, account) => {
      const only = z.uuid().safeParse(request.params.key_id);
      const isOthers = 'keyId' in account && account.keyId !== only.data;
      const revoked =
        only.success && !isOthers
          ? await revokeAccessKeys(tools.pool, account.userId, { only: only.data })
          : 0;
      if (revoked === 0) throw new AppError('not_found', 'There is no such access key.');
      noteEvent(request, 'access_key_revoked', account.userId);
      return { message: 'Revoked.' };
    });
  };
