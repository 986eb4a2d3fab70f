import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import type { Database } from '../../db/client.ts';
import { AppError } from '../../errors.ts';
import { goToOffer, type OfferTools, offerAddress } from '../../partners/offers/go-to-offer.ts';
import { listPartnerOffers } from '../../partners/offers/list-offers.ts';
import { hasQuotes } from '../../partners/quotes/ask-for-quotes.ts';
import { readStoredReport } from '../../reports/read-report.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { isAskedAhead } from '../origin/asked-ahead.ts';
import { registerCall } from '../register-call.ts';

const gone = (): AppError => new AppError('not_found', 'This offer is no longer there.');

/** What partners offer for a report, and the way to them. */
export const offersRoutes =
  (
    tools: AuthenticationTools & {
      database: Pick<Database, 'pool'>;
      now: OfferTools['now'];
    },
  ): FastifyPluginAsync =>
  async (app) => {
    const { pool } = tools.database;
    registerCall(app, tools, api.partnerOffers, async (request, _reply, { userId }) => {
      const report = await readStoredReport(pool, userId, request.params.report_id);
      return {
        offers: await listPartnerOffers(pool, report),
        quotes: await hasQuotes(pool, userId, report),
      };
    });

    registerCall(app, tools, api.partnerOut, async (request, reply) => {
      const { offer_id } = request.params;
      if (!/^\d{1,15}$/.test(offer_id)) throw gone();
      const offerId = Number(offer_id);
      const offers = { pool, now: tools.now };
      const address = isAskedAhead(request)
        ? await offerAddress(offers, offerId)
        : await goToOffer(offers, {
            offerId,
            reportId: request.query.report,
            address: request.ip,
          }).catch(async (error: unknown) => {
            // A click that can't be counted still leads where it should.
            request.log.warn({ error: String(error) }, 'click not counted');
            return await offerAddress(offers, offerId);
          });
      if (address === null) throw gone();
      return reply.redirect(address, 302);
    });
  };
