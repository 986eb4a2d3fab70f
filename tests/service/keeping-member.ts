import { z } from 'zod';
import { keptEstimateSchema } from '../../contract/estimate-exchange/kept-estimate.ts';
import { recalculateAnswerSchema } from '../../contract/schemas/edit-report.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { addSignedIn } from './finished-report.ts';
import type { TestService } from './service.ts';

/** A member who keeps numbers of their own: what is kept, how it is removed, and a report made anew with it. */
export async function addKeepingMember(service: TestService) {
  const { userId, token } = await addSignedIn(service, 50);
  return {
    userId,
    token,
    list: async () =>
      z
        .array(keptEstimateSchema)
        .parse(
          JSON.parse((await service.call('GET', 'users/me/estimates', { token })).bytes.toString('utf8')),
        ),
    remove: (id: string) => service.call('DELETE', `users/me/estimates/${id}`, { token }),
    recalculated: async (id: string, version: number): Promise<ReportModel> => {
      const answer = await service.call('POST', `reports/${id}/recalculate`, { token, json: { version } });
      return recalculateAnswerSchema.parse(answer.json).report;
    },
  };
}
