import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  reportListItemSchema,
  reportListQuerySchema,
  wsTicketAnswerSchema,
} from '../../../contract/calls.ts';
import {
  deleteAccountRequestSchema,
  editProfileRequestSchema,
  messageAnswerSchema,
  quotaSchema,
  sessionSchema,
  userSchema,
} from '../../../contract/schemas/account.ts';
import type { AccountTools } from '../../accounts/account-tools.ts';
import { ownDataZip } from '../../accounts/export-own-data.ts';
import { deleteAccount } from '../../accounts/profile/delete-account.ts';
import { newToken, tokenHash } from '../../accounts/tokens.ts';
import { readQuota } from '../../db/accounts/quota.ts';
import { endSessions, insertTicket, listLiveSessions } from '../../db/accounts/sessions.ts';
import { editUser, findUser } from '../../db/accounts/users.ts';
import type { Database } from '../../db/client.ts';
import { listReports } from '../../db/reports/reports.ts';
import { AppError } from '../../errors.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { Store } from '../../storage/store.ts';
import { type AccessTools, callerOf, requireAccount } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { noteEvent } from '../security-log.ts';

const TICKET_SECONDS = 30;

/** What belongs to the signed-in user. */
export const usersRoutes =
  (
    tools: AccessTools & { database: Database; accounts: AccountTools; store: Store; outbox: Outbox },
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const ownUser = async (userId: string) => {
      const user = await findUser(tools.pool, userId);
      if (user === null) throw new AppError('invalid_token', 'Your session has ended. Please sign in again.');
      return user;
    };
    const signedIn = { tags: ['users'], security: [{ bearer: [] }] };

    app.get('/users/me', {
      schema: { ...signedIn, summary: 'The signed-in user', response: { 200: userSchema } },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        return await ownUser(account.userId);
      },
    });

    app.patch('/users/me', {
      schema: {
        ...signedIn,
        summary: 'Edit names and phone',
        body: editProfileRequestSchema,
        response: { 200: userSchema },
      },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        await editUser(tools.pool, account.userId, request.body);
        return await ownUser(account.userId);
      },
    });

    app.delete('/users/me', {
      schema: {
        ...signedIn,
        summary: 'Delete the account',
        body: deleteAccountRequestSchema,
        response: { 200: messageAnswerSchema },
      },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        await deleteAccount(
          { ...tools.accounts, store: tools.store, outbox: tools.outbox },
          account.userId,
          request.body.password,
          callerOf(request),
        );
        noteEvent(request, 'user_deleted', account.userId);
        return { message: 'Your account was deleted.' };
      },
    });

    app.get('/users/me/export', {
      schema: {
        ...signedIn,
        summary: 'Everything we hold about the user, as a zip',
        produces: ['application/zip'],
      },
      handler: async (request, reply) => {
        const account = await requireAccount(tools, request);
        await limitCall(tools.pool, reply, 'own_data', { ...account, address: request.ip });
        return reply
          .type('application/zip')
          .header('content-disposition', 'attachment; filename="lotlens-export.zip"')
          .send(ownDataZip({ ...tools, pool: tools.database.pool }, account.userId));
      },
    });

    app.get('/users/me/sessions', {
      schema: { ...signedIn, summary: 'Live sessions', response: { 200: z.array(sessionSchema) } },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        const sessions = await listLiveSessions(tools.pool, account.userId);
        return sessions.map((session) => ({
          session_id: session.id,
          current: session.id === account.sessionId,
          user_agent: session.user_agent,
          address: session.address,
          created_at: session.created_at.toISOString(),
          last_used_at: session.last_used_at.toISOString(),
        }));
      },
    });

    app.delete('/users/me/sessions', {
      schema: { ...signedIn, summary: 'End all other sessions', response: { 200: messageAnswerSchema } },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        await tools.accounts.sessionsEnded(
          await endSessions(tools.pool, account.userId, 'revoked', { except: account.sessionId }),
        );
        noteEvent(request, 'sessions_revoked', account.userId);
        return { message: 'All other sessions were ended.' };
      },
    });

    app.delete('/users/me/sessions/:session_id', {
      schema: {
        ...signedIn,
        summary: 'End one session',
        params: z.strictObject({ session_id: z.string().max(64) }),
        response: { 200: messageAnswerSchema },
      },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        const only = z.uuid().safeParse(request.params.session_id);
        const ended = only.success
          ? await endSessions(tools.pool, account.userId, 'revoked', { only: only.data })
          : [];
        if (ended.length === 0) throw new AppError('not_found', 'There is no such session.');
        await tools.accounts.sessionsEnded(ended);
        noteEvent(request, 'sessions_revoked', account.userId);
        return { message: 'The session was ended.' };
      },
    });

    app.get('/users/quota', {
      schema: { ...signedIn, summary: 'Reports left and in progress', response: { 200: quotaSchema } },
      handler: async (request) => readQuota(tools.pool, (await requireAccount(tools, request)).userId),
    });

    app.get('/users/get_reports', {
      schema: {
        ...signedIn,
        summary: 'Reports, newest first',
        querystring: reportListQuerySchema,
        response: { 200: z.array(reportListItemSchema) },
      },
      handler: async (request, reply) => {
        const account = await requireAccount(tools, request);
        const { limit, cursor, ...filter } = request.query;
        const page = await listReports(
          tools.database.pool,
          account.userId,
          { limit, cursor: cursor ?? null },
          filter,
        );
        if (page.next !== null) {
          const query = new URLSearchParams({ limit: String(limit), cursor: page.next });
          for (const [key, value] of Object.entries(filter)) if (value !== undefined) query.set(key, value);
          void reply.header('link', `</api/v1/users/get_reports?${query}>; rel="next"`);
        }
        return page.items;
      },
    });

    app.post('/ws/ticket', {
      config: { holdsSecret: true },
      schema: {
        ...signedIn,
        summary: 'A ticket for one socket, good for 30 s',
        response: { 200: wsTicketAnswerSchema },
      },
      handler: async (request, reply) => {
        const account = await requireAccount(tools, request);
        await limitCall(tools.pool, reply, 'live_ticket', { ...account, address: request.ip });
        const ticket = newToken();
        await insertTicket(tools.pool, tokenHash(ticket), account.sessionId, TICKET_SECONDS);
        return { ticket };
      },
    });
  };
