import { queryOptions } from '@tanstack/react-query';
import * as api from '../../../contract/api/report-calls.ts';
import type { Claim } from '../../../contract/claim/claim-file.ts';
import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';

const of = (report_id: string) => ({ params: { report_id } });

/** What is noted of a report's claim. */
export const claimQuery = (reportId: string) =>
  queryOptions({
    queryKey: ['claim', reportId],
    queryFn: async (): Promise<Claim> => (await call(api.claim, of(reportId))).claim,
  });

/** Notes claim number and deductible, in place of what was noted. */
export async function saveClaim(reportId: string, claim: Claim): Promise<void> {
  const file = await call(api.saveClaim, { ...of(reportId), json: claim });
  queryClient.setQueryData(claimQuery(reportId).queryKey, file.claim);
}
