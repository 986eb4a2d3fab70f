import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { findPartnerOfUser } from '../../db/partners/partners.ts';
import { AppError } from '../../errors.ts';
import { answerQuote, listPartnerQuotes, readQuote } from '../../partners/quotes/answer-quote.ts';
import {
  acceptQuote,
  askForQuotes,
  listReportQuotes,
  type QuoteTools,
  withdrawRequest,
} from '../../partners/quotes/ask-for-quotes.ts';
import { type ReadTools, readStoredReport } from '../../reports/read-report.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

type Tools = AuthenticationTools & {
  database: Pick<ReadTools, 'pool'>;
  queue: QuoteTools['queue'];
  now: QuoteTools['now'];
};

/** Asking partners for a quote, and their answers by the links they were sent. */
export const quotesRoutes =
  (tools: Tools): FastifyPluginAsync =>
  async (app) => {
    const { pool } = tools.database;
    const quotes: QuoteTools = { pool, queue: tools.queue, now: tools.now };

    registerCall(app, tools, api.reportQuotes, async (request, _reply, { userId }) =>
      listReportQuotes(quotes, userId, await readStoredReport(pool, userId, request.params.report_id)),
    );
    registerCall(app, tools, api.askForQuotes, async (request, reply, { userId }) => {
      const report = await readStoredReport(pool, userId, request.params.report_id);
      await limitCall(pool, reply, 'quote', { userId, address: request.ip });
      const asked = await askForQuotes(quotes, userId, report, request.body);
      void reply.code(201);
      return asked;
    });
    registerCall(app, tools, api.withdrawQuoteRequest, async (request, _reply, { userId }) =>
      withdrawRequest(quotes, userId, request.params.request_id),
    );
    registerCall(app, tools, api.acceptQuote, async (request, _reply, { userId }) =>
      acceptQuote(quotes, userId, request.params.quote_id),
    );

    registerCall(app, tools, api.readQuote, async (request, reply) => {
      await limitCall(pool, reply, 'quote', { userId: null, address: request.ip });
      return await readQuote(quotes, request.params.token);
    });
    registerCall(app, tools, api.answerQuote, async (request, reply) => {
      await limitCall(pool, reply, 'quote', { userId: null, address: request.ip });
      return await answerQuote(quotes, request.params.token, request.body);
    });
    registerCall(app, tools, api.ownQuotes, async (_request, _reply, { userId }) => {
      const partner = await findPartnerOfUser(pool, userId);
      if (partner === null) throw new AppError('not_found', 'This account is no partner.');
      return await listPartnerQuotes(quotes, partner.partner_id);
    });
  };
