import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { addressOf } from '../../../contract/api/api-call.ts';
import * as api from '../../../contract/api.ts';
import { isUsUnits } from '../../../contract/report-view/units/shown-units.ts';
import type { AccountTools } from '../../accounts/account-tools.ts';
import { exportOwnData } from '../../accounts/export-own-data.ts';
import { deleteAccount } from '../../accounts/profile/delete-account.ts';
import type { KeepingBounds } from '../../accounts/profile/keeping-bounds.ts';
import { editPreferences } from '../../accounts/profile/preferences.ts';
import { readShownUnits, type UnitsTools } from '../../accounts/profile/shown-units.ts';
import { newToken, tokenHash } from '../../accounts/tokens.ts';
import type { ForCaller } from '../../concurrency/work-caller.ts';
import { findLogo, findPreferences } from '../../db/accounts/preferences.ts';
import { readQuota } from '../../db/accounts/quota.ts';
import { endSessions, insertTicket, listLiveSessions } from '../../db/accounts/sessions.ts';
import { editUser, findUser } from '../../db/accounts/users.ts';
import type { Database } from '../../db/client.ts';
import { listReports, staleDealsOf } from '../../db/reports/report-list.ts';
import { AppError } from '../../errors.ts';
import type { LogoReader } from '../../images/ingest-logo.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Store } from '../../storage/store.ts';
import { type AuthenticationTools, callerOf } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { noteEvent } from '../security-log.ts';

const TICKET_SECONDS = 30;
/** A list that is asked for again and again has its deals calculated so often at most. */
const DEALS_SECONDS = 2;

/** What belongs to the signed-in user. */
export const usersRoutes =
  (
    tools: AuthenticationTools & {
      database: Database;
      accounts: AccountTools;
      store: Store;
      outbox: Outbox;
      queue: Pick<Queue, 'send'>;
      logoReaderFor: ForCaller<LogoReader>;
      estimate: UnitsTools['estimate'];
      config: KeepingBounds;
    },
  ): FastifyPluginAsync =>
  async (app) => {
    const ownUser = async (userId: string) => {
      const user = await findUser(tools.pool, userId);
      if (user === null) throw new AppError('invalid_token', 'Your session has ended. Please sign in again.');
      const { operator, partner, ...own } = user;
      const units = await readShownUnits(tools, userId);
      return {
        ...own,
        ...(operator ? { operator: true as const } : {}),
        ...(partner ? { partner: true as const } : {}),
        ...(isUsUnits(units) ? {} : { units }),
      };
    };

    registerCall(app, tools, api.me, async (_request, _reply, account) => {
      return await ownUser(account.userId);
    });

    registerCall(app, tools, api.editMe, async (request, _reply, account) => {
      await editUser(tools.pool, account.userId, request.body);
      return await ownUser(account.userId);
    });

    registerCall(app, tools, api.deleteMe, async (request, _reply, account) => {
      await deleteAccount(
        { ...tools.accounts, store: tools.store, outbox: tools.outbox },
        account.userId,
        request.body.password,
        callerOf(request),
      );
      noteEvent(request, 'user_deleted', account.userId);
      return { message: 'Your account was deleted.' };
    });

    registerCall(app, tools, api.exportMe, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'own_data', { ...account, address: request.ip });
      return reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename="lotlens-export.zip"')
        .send(exportOwnData({ ...tools, pool: tools.database.pool }, account.userId));
    });

    registerCall(app, tools, api.preferences, async (_request, _reply, account) =>
      findPreferences(tools.pool, account.userId),
    );

    registerCall(app, tools, api.editPreferences, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'edit', { ...account, address: request.ip });
      return await editPreferences(tools, account.userId, request.body);
    });

    registerCall(app, tools, api.logo, async (_request, reply, account) => {
      const logo = await findLogo(tools.pool, account.userId);
      if (logo === null) throw new AppError('not_found', 'There is no logo.');
      return reply.type(`image/${logo.type}`).send(logo.bytes);
    });

    registerCall(app, tools, api.sessions, async (_request, _reply, account) => {
      const sessions = await listLiveSessions(tools.pool, account.userId);
      return sessions.map((session) => ({
        session_id: session.id,
        current: session.id === account.sessionId,
        user_agent: session.user_agent,
        address: session.address,
        created_at: session.created_at.toISOString(),
        last_used_at: session.last_used_at.toISOString(),
      }));
    });

    registerCall(app, tools, api.endOtherSessions, async (request, _reply, account) => {
      await tools.accounts.sessionsEnded(
        await endSessions(tools.pool, account.userId, 'revoked', { except: account.sessionId }),
      );
      noteEvent(request, 'sessions_revoked', account.userId);
      return { message: 'All other sessions were ended.' };
    });

    registerCall(app, tools, api.endSession, async (request, _reply, account) => {
      const only = z.uuid().safeParse(request.params.session_id);
      const ended = only.success
        ? await endSessions(tools.pool, account.userId, 'revoked', { only: only.data })
        : [];
      if (ended.length === 0) throw new AppError('not_found', 'There is no such session.');
      await tools.accounts.sessionsEnded(ended);
      noteEvent(request, 'sessions_revoked', account.userId);
      return { message: 'The session was ended.' };
    });

    registerCall(app, tools, api.quota, async (_request, _reply, account) =>
      readQuota(tools.pool, account.userId),
    );

    registerCall(app, tools, api.reportList, async (request, reply, account) => {
      const { limit, cursor, ...filter } = request.query;
      const page = await listReports(
        tools.database.pool,
        account.userId,
        { limit, cursor: cursor ?? null },
        filter,
      );
      // Reports of before, and those whose settings changed: calculated beside, for the next time they are listed.
      const stale = staleDealsOf(page.items);
      if (stale[0] !== undefined)
        await tools.queue.send(
          'calculate-deals',
          { user_id: account.userId, report_ids: stale },
          // A page of its own each time: a board asks for all of them at once.
          { onceInSeconds: DEALS_SECONDS, onceFor: stale[0] },
        );
      if (page.next !== null) {
        const next = addressOf(api.reportList, { query: { limit, cursor: page.next, ...filter } });
        void reply.header('link', `<${next}>; rel="next"`);
      }
      return page.items;
    });

    registerCall(app, tools, api.liveTicket, async (request, reply, account) => {
      await limitCall(tools.pool, reply, 'live_ticket', { ...account, address: request.ip });
      const ticket = newToken();
      await insertTicket(tools.pool, tokenHash(ticket), account.sessionId, TICKET_SECONDS);
      return { ticket };
    });
  };
