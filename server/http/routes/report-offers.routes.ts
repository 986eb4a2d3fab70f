import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { reportPathSchema } from '../../../contract/calls.ts';
import { linesToBuy } from '../../../contract/report-view/baskets.ts';
import {
  type CheckedNumber,
  type OffersAnswer,
  offersAnswerSchema,
} from '../../../contract/schemas/offers.ts';
import type { Database } from '../../db/client.ts';
import { readFinishedReport } from '../../reports/read-report.ts';
import { checkOffers, keptOffers, MOST_NUMBERS, type OffersTools } from '../../suppliers/check-offers.ts';
import { userCaller } from '../../web-fetch/host-line.ts';
import { type AccessTools, requireAccount } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';

/** The longest a check may take; what was found until then is kept for the next one. */
const CHECK_MS = 25_000;

/** What sellers ask for the parts of a report, with the time of the check. */
export const reportOffersRoutes =
  (tools: AccessTools & { database: Pick<Database, 'pool'>; offers: OffersTools }): FastifyPluginAsyncZod =>
  async (app) => {
    const options = (summary: string) => ({
      tags: ['reports'],
      security: [{ bearer: [] }],
      summary,
      params: reportPathSchema,
      response: { 200: offersAnswerSchema },
    });
    const { sources } = tools.offers;
    const answer = (numbers: CheckedNumber[], left_out: number): OffersAnswer => ({
      sources: sources.map(({ name, label }) => ({ name, label })),
      numbers,
      left_out,
    });
    /** Numbers of the parts to buy, the likeliest part first. */
    const numbersOf = async (userId: string, reportId: string) => {
      const { estimate, vehicle } = await readFinishedReport(tools.database.pool, userId, reportId);
      const lines = linesToBuy(estimate.lines, 0).sort((a, b) => b.probability - a.probability);
      const numbers = new Set(lines.flatMap(({ oem_numbers: [first] }) => first?.number ?? []));
      return { make: vehicle.make_key ?? '', numbers: [...numbers] };
    };

    app.get('/reports/:report_id/offers', {
      schema: options('Prices and offers found earlier for the parts of a report'),
      handler: async (request) => {
        const account = await requireAccount(tools, request);
        const { make, numbers } = await numbersOf(account.userId, request.params.report_id);
        return answer(await keptOffers(tools.offers, make, numbers), 0);
      },
    });

    app.post('/reports/:report_id/offers', {
      schema: options(
        'Ask the price sources about the parts of a report; answers of the last six hours are not asked for again',
      ),
      handler: async (request, reply) => {
        const account = await requireAccount(tools, request);
        await limitCall(tools.database.pool, reply, 'offers', { ...account, address: request.ip });
        const { make, numbers } = await numbersOf(account.userId, request.params.report_id);
        const asked = sources.length === 0 ? [] : numbers.slice(0, MOST_NUMBERS);
        const clock = AbortSignal.timeout(CHECK_MS);
        const checked = await checkOffers(tools.offers, make, asked, clock, userCaller(account.userId));
        return answer(checked, sources.length === 0 ? 0 : numbers.length - asked.length);
      },
    });
  };
