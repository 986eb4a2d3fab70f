import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as api from '../../../contract/api.ts';
import type { Bearer } from '../../accounts/session/access-token.ts';
import { listSwitches } from '../../db/ops/switches.ts';
import type { Announcer } from '../../db/reports/report-events.ts';
import { readAudit, readOverview, readQueue, readUse, sendMailAgain } from '../../operator/console/day.ts';
import { endUserSessions, grantUser, listUsers, readUser } from '../../operator/console/people.ts';
import { listReports, readRun, retryForUser } from '../../operator/console/runs.ts';
import { requireOperator } from '../../operator/second-factor.ts';
import type { SetupTools } from '../../operator/setup.ts';
import { turnSwitch } from '../../operator/switches.ts';
import type { GrantTools } from '../../quota/ask.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { noteEvent } from '../security-log.ts';

/** The operators' day: users, reports, use, queue, switches and what operators did. */
export const consoleRoutes =
  (
    tools: AuthenticationTools & Pick<GrantTools, 'queue'> & { setup: SetupTools; announcer: Announcer },
  ): FastifyPluginAsync =>
  async (app) => {
    const { setup, queue, announcer } = tools;
    const { pool } = setup;
    const count = (request: FastifyRequest, reply: FastifyReply, account: Bearer): Promise<void> =>
      limitCall(pool, reply, 'console', { userId: account.userId, address: request.ip });
    /** Lets operators see what names nobody. */
    const letRead = async (request: FastifyRequest, reply: FastifyReply, account: Bearer): Promise<void> => {
      await requireOperator(setup, account, 'read');
      await count(request, reply, account);
    };
    /** Lets operators who gave a code see who somebody is, and act; answers who is noted for it. */
    const admit = async (request: FastifyRequest, reply: FastifyReply, account: Bearer): Promise<string> => {
      await requireOperator(setup, account, 'change');
      await count(request, reply, account);
      return `operator:${account.userId}`;
    };

    registerCall(app, tools, api.operatorOverview, async (request, reply, account) => {
      await letRead(request, reply, account);
      return await readOverview({ pool });
    });
    registerCall(app, tools, api.operatorUse, async (request, reply, account) => {
      await letRead(request, reply, account);
      return await readUse(setup);
    });
    registerCall(app, tools, api.switches, async (request, reply, account) => {
      await letRead(request, reply, account);
      return await listSwitches(pool);
    });

    registerCall(app, tools, api.operatorUsers, async (request, reply, account) =>
      listUsers({ pool }, await admit(request, reply, account), request.query),
    );
    registerCall(app, tools, api.operatorUser, async (request, reply, account) =>
      readUser({ pool }, await admit(request, reply, account), request.params.user_id),
    );
    registerCall(app, tools, api.grantUser, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      const granted = await grantUser({ pool, queue }, actor, request.params.user_id, request.body);
      noteEvent(request, 'reports_granted', account.userId);
      return granted;
    });
    registerCall(app, tools, api.endUserSessions, async (request, reply, account) => {
      const ended = await endUserSessions(
        { pool },
        await admit(request, reply, account),
        request.params.user_id,
      );
      noteEvent(request, 'sessions_ended_by_operator', account.userId);
      return ended;
    });

    registerCall(app, tools, api.operatorReports, async (request, reply, account) =>
      listReports({ pool }, await admit(request, reply, account), request.query),
    );
    registerCall(app, tools, api.operatorReport, async (request, reply, account) =>
      readRun({ pool }, await admit(request, reply, account), request.params.report_id),
    );
    registerCall(app, tools, api.retryForUser, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      const retried = await retryForUser({ pool, announcer }, actor, request.params.report_id);
      noteEvent(request, 'report_retried_by_operator', account.userId);
      return retried;
    });

    registerCall(app, tools, api.operatorQueue, async (request, reply, account) =>
      readQueue({ pool }, await admit(request, reply, account)),
    );
    registerCall(app, tools, api.sendMailAgain, async (request, reply, account) => {
      await sendMailAgain({ pool, queue }, await admit(request, reply, account), request.params.mail_id);
      return { message: 'It goes out again.' };
    });
    registerCall(app, tools, api.turnSwitch, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      const turned = await turnSwitch({ pool }, actor, request.params.name, request.body.on);
      noteEvent(request, 'switch_turned', account.userId);
      return turned;
    });
    registerCall(app, tools, api.auditLog, async (request, reply, account) =>
      readAudit({ pool }, await admit(request, reply, account), request.query),
    );
  };
