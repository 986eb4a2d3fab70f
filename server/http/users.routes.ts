import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { quotaSchema, userSchema } from '../../contract/account.ts';
import { reportListItemSchema, reportListQuerySchema, wsTicketAnswerSchema } from '../../contract/calls.ts';
import { newToken, tokenHash } from '../accounts/secrets.ts';
import type { Database } from '../db/client.ts';
import { readQuota } from '../db/quota.ts';
import { listReports } from '../db/reports.ts';
import { insertTicket } from '../db/sessions.ts';
import { findUser } from '../db/users.ts';
import { AppError } from '../errors.ts';
import { type AccessTools, requireAccount } from './access.ts';

const TICKET_SECONDS = 30;

/** What belongs to the signed-in user. */
export const usersRoutes =
  (tools: AccessTools & { database: Database }): FastifyPluginAsyncZod =>
  async (app) => {
    const signedIn = { tags: ['users'], security: [{ bearer: [] }] };

    app.get('/users/me', {
      schema: { ...signedIn, summary: 'The signed-in user', response: { 200: userSchema } },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        const user = await findUser(tools.pool, account.userId);
        if (user === null)
          throw new AppError('invalid_token', 'Your session has ended. Please sign in again.');
        return user;
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
      schema: {
        ...signedIn,
        summary: 'A ticket for one socket, good for 30 s',
        response: { 200: wsTicketAnswerSchema },
      },
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        const ticket = newToken();
        await insertTicket(tools.pool, tokenHash(ticket), account.sessionId, TICKET_SECONDS);
        return { ticket };
      },
    });
  };
