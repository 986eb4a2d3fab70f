import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as api from '../../../contract/api.ts';
import type { Partner } from '../../../contract/partners/partner.ts';
import { SALE_REFUSAL_WORDS, type SaleRefusal, toldSaleSchema } from '../../../contract/partners/sale.ts';
import type { Bearer } from '../../accounts/session/access-token.ts';
import { userCaller } from '../../concurrency/work-caller.ts';
import { listDisputes } from '../../db/partners/disputes.ts';
import { findPartnerOfUser } from '../../db/partners/partners.ts';
import { AppError, ownSentences } from '../../errors.ts';
import { inputFault } from '../../input-reason.ts';
import { readStatement, readStatements } from '../../partners/commission/read-statements.ts';
import { isSignedSale, makeSalesSecret } from '../../partners/commission/sales-secret.ts';
import { noteDispute, openDispute } from '../../partners/commission/settle-disputes.ts';
import { statementCsv } from '../../partners/commission/statement-csv.ts';
import { takeSale } from '../../partners/commission/take-sale.ts';
import { takeSalesList } from '../../partners/commission/take-sales-list.ts';
import type { PrintedReports } from '../../pdf/printed-reports.ts';
import type { WebhookTools } from '../../webhooks/deliver-message.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { noteEvent } from '../security-log.ts';
import { sendPdf } from '../send-pdf.ts';

type CommissionTools = AuthenticationTools & {
  webhooks: Pick<WebhookTools, 'pool' | 'seal' | 'now'>;
  printed: PrintedReports;
  /** Where people reach us. */
  address(): string;
};

/** What a partner owes: its sales, statements and disputes. */
export const commissionRoutes =
  (tools: CommissionTools): FastifyPluginAsync =>
  async (app) => {
    const { pool } = tools.webhooks;
    /** The partner this account speaks for. Throws not_found. */
    const partnerOf = async ({ userId }: Bearer): Promise<Partner> => {
      const partner = await findPartnerOfUser(pool, userId);
      if (partner === null) throw new AppError('not_found', 'This account is no partner.');
      return partner;
    };
    const limit = (request: FastifyRequest, reply: FastifyReply, { userId }: Bearer): Promise<void> =>
      limitCall(pool, reply, 'partner', { userId, address: request.ip });

    registerCall(app, tools, api.partnerStatements, async (_request, _reply, account) =>
      readStatements(tools.webhooks, await partnerOf(account)),
    );
    registerCall(app, tools, api.partnerStatement, async (request, _reply, account) =>
      readStatement(tools.webhooks, await partnerOf(account), request.params.period),
    );
    registerCall(app, tools, api.partnerStatementCsv, async (request, reply, account) => {
      const { period } = request.params;
      const file = await readStatement(tools.webhooks, await partnerOf(account), period);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="lotlens-statement-${period}.csv"`)
        .send(statementCsv(file));
    });
    registerCall(app, tools, api.partnerStatementPdf, async (request, reply, account) => {
      await limitCall(pool, reply, 'pdf', { userId: account.userId, address: request.ip });
      const { period } = request.params;
      const statement = await readStatement(tools.webhooks, await partnerOf(account), period);
      return sendPdf(reply, await tools.printed.statementOf(userCaller(account.userId), statement));
    });

    registerCall(app, tools, api.makeSalesSecret, async (request, reply, account) => {
      await limit(request, reply, account);
      const { partner_id } = await partnerOf(account);
      const secret = await makeSalesSecret(tools.webhooks, partner_id);
      noteEvent(request, 'sales_secret_made', account.userId);
      void reply.code(201);
      return { secret, address: `${tools.address()}/api/v1/hooks/partners/${partner_id}/sales` };
    });
    registerCall(app, tools, api.takeSalesList, async (request, reply, account) => {
      await limit(request, reply, account);
      return await takeSalesList(tools.webhooks, (await partnerOf(account)).partner_id, request.body.content);
    });

    registerCall(app, tools, api.partnerDisputes, async (_request, _reply, account) =>
      listDisputes(pool, (await partnerOf(account)).partner_id),
    );
    registerCall(app, tools, api.openPartnerDispute, async (request, reply, account) => {
      await limit(request, reply, account);
      const opened = await openDispute({ pool }, (await partnerOf(account)).partner_id, request.body);
      void reply.code(201);
      return opened;
    });
    registerCall(app, tools, api.notePartnerDispute, async (request, reply, account) => {
      await limit(request, reply, account);
      const { partner_id: partnerId } = await partnerOf(account);
      const { dispute_id: disputeId } = request.params;
      return await noteDispute({ pool }, { partnerId, disputeId, by: 'partner', text: request.body.text });
    });
  };

const refusal = (reason: SaleRefusal): AppError =>
  reason === 'told_otherwise'
    ? new AppError('idempotency_conflict', SALE_REFUSAL_WORDS[reason], { details: { reason } })
    : new AppError('validation_error', SALE_REFUSAL_WORDS[reason], { details: { reason } });

/** Sales that partners' own systems tell. The signature is of the bytes as they came. */
export const salesRoutes =
  (tools: Pick<CommissionTools, 'webhooks'>): FastifyPluginAsync =>
  async (app) => {
    const { webhooks } = tools;
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    registerCall(app, tools, api.takeSale, async (request, reply) => {
      await limitCall(webhooks.pool, reply, 'sales', { userId: null, address: request.ip });
      const { partner_id } = request.params;
      const body: unknown = request.body;
      if (typeof body !== 'string' || !(await isSignedSale(webhooks, partner_id, request.headers, body)))
        throw new AppError('invalid_token', 'The signature of this sale is not right.');
      const input = readJson(body);
      const told = toldSaleSchema.safeParse(input, ownSentences);
      if (!told.success) throw inputFault(told.error.issues, input);
      const outcome = await takeSale(webhooks, partner_id, told.data, 'postback');
      if (outcome === 'entered' || outcome === 'known') return { outcome };
      throw refusal(outcome);
    });
  };

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('validation_error', 'The sale is not JSON.', { cause: error });
  }
}
