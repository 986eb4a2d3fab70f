import type { FastifyPluginAsync } from 'fastify';
import * as api from '../../../contract/api.ts';
import { linesToBuy } from '../../../contract/report-view/baskets.ts';
import type { CheckedNumber, OffersAnswer } from '../../../contract/schemas/offers.ts';
import { userCaller } from '../../concurrency/work-caller.ts';
import type { Database } from '../../db/client.ts';
import { type ReadTools, readFinishedReport } from '../../reports/read-report.ts';
import { checkOffers, keptOffers, MOST_NUMBERS, type OffersTools } from '../../suppliers/check-offers.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';

/** The longest a check may take; what was found until then is kept for the next one. */
const CHECK_MS = 25_000;

/** What sellers ask for the parts of a report, with the time of the check. */
export const reportOffersRoutes =
  (
    tools: AuthenticationTools & {
      database: Pick<Database, 'pool'>;
      estimate: ReadTools['estimate'];
      offers: OffersTools;
    },
  ): FastifyPluginAsync =>
  async (app) => {
    const answer = (numbers: CheckedNumber[], left_out: number): OffersAnswer => ({
      sources: tools.offers.sources.map(({ name, label }) => ({ name, label })),
      numbers,
      left_out,
    });
    /** Numbers of the parts to buy, the likeliest part first. */
    const numbersOf = async (userId: string, reportId: string) => {
      const { estimate, vehicle } = await readFinishedReport(
        { ...tools, pool: tools.database.pool },
        userId,
        reportId,
      );
      const lines = linesToBuy(estimate.lines, 0).sort((a, b) => b.probability - a.probability);
      const numbers = new Set(lines.flatMap(({ oem_numbers: [first] }) => first?.number ?? []));
      return { make: vehicle.make_key ?? '', numbers: [...numbers] };
    };

    registerCall(app, tools, api.offers, async (request, _reply, account) => {
      const { make, numbers } = await numbersOf(account.userId, request.params.report_id);
      return answer(await keptOffers(tools.offers, make, numbers), 0);
    });

    registerCall(app, tools, api.checkOffers, async (request, reply, account) => {
      await limitCall(tools.database.pool, reply, 'offers', { ...account, address: request.ip });
      const { make, numbers } = await numbersOf(account.userId, request.params.report_id);
      const { sources } = tools.offers;
      const asked = sources.length === 0 ? [] : numbers.slice(0, MOST_NUMBERS);
      const clock = AbortSignal.timeout(CHECK_MS);
      const checked = await checkOffers(tools.offers, make, asked, clock, userCaller(account.userId));
      return answer(checked, sources.length === 0 ? 0 : numbers.length - asked.length);
    });
  };
