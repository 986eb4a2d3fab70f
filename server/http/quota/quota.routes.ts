import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import type { Config } from '../../config.ts';
import { listRunningPlans } from '../../db/quota/purchases.ts';
import { findOpenRequest } from '../../db/quota/quota-requests.ts';
import { AppError, invalidInput } from '../../errors.ts';
import { type AskingTools, askForReports } from '../../quota/ask.ts';
import { type BuyingTools, openBilling, openCheckout } from '../../quota/buy.ts';
import { type PaymentTools, takePaymentEvent } from '../../quota/payment-events.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

type QuotaTools = AuthenticationTools & BuyingTools & AskingTools & { config: Pick<Config, 'FREE_REPORTS'> };

/** More reports: bought, or asked for. */
export const quotaRoutes =
  (tools: QuotaTools): FastifyPluginAsync =>
  async (app) => {
    registerCall(app, tools, api.quotaOffer, async (_request, _reply, { userId }) => {
      const [running] = await listRunningPlans(tools.pool, userId);
      return {
        free_reports: tools.config.FREE_REPORTS,
        plans: [...tools.plans],
        checkout: tools.shop !== null,
        request: await findOpenRequest(tools.pool, userId),
        running: running === undefined ? null : { plan_id: running.plan_id, reports: running.reports },
      };
    });

    registerCall(app, tools, api.checkout, async (request, reply, { userId }) => {
      await limitCall(tools.pool, reply, 'checkout', { userId, address: request.ip });
      return { url: await openCheckout(tools, userId, request.body.plan_id) };
    });

    registerCall(app, tools, api.billing, async (request, reply, { userId }) => {
      await limitCall(tools.pool, reply, 'checkout', { userId, address: request.ip });
      return { url: await openBilling(tools, userId) };
    });

    registerCall(app, tools, api.askForReports, async (request, reply, { userId }) => {
      await limitCall(tools.pool, reply, 'quota_ask', { userId, address: request.ip });
      return await askForReports(tools, userId, request.body);
    });
  };

/** What Stripe tells of payments. Its signature is of the bytes as they came. */
export const paymentRoutes =
  (tools: PaymentTools & Pick<BuyingTools, 'shop'>): FastifyPluginAsync =>
  async (app) => {
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    registerCall(app, tools, api.paymentEvent, async (request) => {
      const { shop } = tools;
      if (shop === null) throw new AppError('not_found', 'There is nothing at this address.');
      const body: unknown = request.body;
      const signature = request.headers['stripe-signature'];
      if (!Buffer.isBuffer(body) || typeof signature !== 'string')
        throw invalidInput('The event has no signature.', 'stripe-signature');
      await takePaymentEvent(
        tools,
        readEvent(() => shop.readSigned(body, signature)),
      );
      return { received: true } as const;
    });
  };

function readEvent(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw new AppError('validation_error', 'The signature of this event is not right.', {
      details: { field: 'stripe-signature' },
      cause: error,
    });
  }
}
