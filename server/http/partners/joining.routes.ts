import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as api from '../../../contract/api.ts';
import type { Bearer } from '../../accounts/session/access-token.ts';
import { findPartnerOfUser } from '../../db/partners/partners.ts';
import { AppError } from '../../errors.ts';
import { requireOperator } from '../../operator/second-factor.ts';
import type { SetupTools } from '../../operator/setup.ts';
import { readStatement } from '../../partners/commission/read-statements.ts';
import { correctEntry, markPaid, noteDispute, settle } from '../../partners/commission/settle-disputes.ts';
import { applyAsPartner, type JoiningTools } from '../../partners/joining/apply.ts';
import { decideOnPartner, listAllPartners, readPartner } from '../../partners/joining/decide.ts';
import { editProfile } from '../../partners/joining/edit-profile.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { accountIfAny } from '../authenticate.ts';
import { countedAs, limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { noteEvent } from '../security-log.ts';

type PartnersTools = AuthenticationTools & JoiningTools & { setup: SetupTools };

/** Joining the partner network, and what operators decide of partners and what they owe. */
export const joiningRoutes =
  (tools: PartnersTools): FastifyPluginAsync =>
  async (app) => {
    const { pool, setup } = tools;

    registerCall(app, tools, api.applyAsPartner, async (request, reply) => {
      const account = await accountIfAny(tools, request);
      await limitCall(pool, reply, 'partner_application', countedAs(request, account));
      await applyAsPartner(tools, account?.userId ?? null, request.body);
      void reply.code(201);
      return { message: 'Your application has arrived. We answer by mail.' };
    });
    registerCall(app, tools, api.ownPartner, async (_request, _reply, { userId }) => {
      const partner = await findPartnerOfUser(pool, userId);
      if (partner === null) throw new AppError('not_found', 'This account is no partner.');
      return partner;
    });
    registerCall(app, tools, api.editOwnPartner, async (request, reply, { userId }) => {
      await limitCall(pool, reply, 'partner', { userId, address: request.ip });
      const partner = await findPartnerOfUser(pool, userId);
      if (partner === null) throw new AppError('not_found', 'This account is no partner.');
      return await editProfile(tools, partner, request.body);
    });

    /** Lets operators who gave a code act; answers who is noted for it. */
    const admit = async (request: FastifyRequest, reply: FastifyReply, account: Bearer): Promise<string> => {
      await requireOperator(setup, account, 'change');
      await limitCall(pool, reply, 'console', { userId: account.userId, address: request.ip });
      return `operator:${account.userId}`;
    };
    registerCall(app, tools, api.operatorPartners, async (request, reply, account) =>
      listAllPartners(tools, await admit(request, reply, account), request.query),
    );
    registerCall(app, tools, api.operatorPartner, async (request, reply, account) =>
      readPartner(tools, await admit(request, reply, account), request.params.partner_id),
    );
    registerCall(app, tools, api.decidePartner, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      const decided = await decideOnPartner(tools, actor, request.params.partner_id, request.body);
      noteEvent(request, 'partner_decided', account.userId);
      return decided;
    });
    registerCall(app, tools, api.operatorStatement, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      const { partner_id, period } = request.params;
      const { partner } = await readPartner(tools, actor, partner_id);
      return await readStatement(tools, partner, period);
    });
    registerCall(app, tools, api.markStatementPaid, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      await markPaid(tools, actor, request.params.statement_id, request.body.note);
      return { message: 'It is marked as paid.' };
    });
    registerCall(app, tools, api.correctCommission, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      await correctEntry(tools, actor, request.params.entry_id, request.body);
      return { message: 'The correction is entered.' };
    });
    registerCall(app, tools, api.noteDisputeOfPartner, async (request, reply, account) => {
      await admit(request, reply, account);
      const { partner_id, dispute_id: disputeId } = request.params;
      const { partner_id: partnerId } = (await readPartner(tools, `operator:${account.userId}`, partner_id))
        .partner;
      return await noteDispute(tools, { partnerId, disputeId, by: 'operator', text: request.body.text });
    });
    registerCall(app, tools, api.settleDispute, async (request, reply, account) => {
      const actor = await admit(request, reply, account);
      return await settle(tools, actor, request.params.dispute_id, request.body);
    });
  };
