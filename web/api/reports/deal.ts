import { queryOptions } from '@tanstack/react-query';
import * as api from '../../../contract/api/report-calls.ts';
import type { DealSettings } from '../../../contract/deal/deal-settings.ts';
import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';

const of = (report_id: string) => ({ params: { report_id } });

/** What a report's lot may cost; `version`: of the report it is calculated from. */
export const dealQuery = (reportId: string, version: number) =>
  queryOptions({
    queryKey: ['deal', reportId, version],
    queryFn: () => call(api.deal, of(reportId)),
    staleTime: 60_000,
  });

/** The deal of a report that its owner shares with it. */
export const sharedDealQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-deal', token],
    queryFn: () => call(api.sharedDeal, { params: { token } }),
    staleTime: 60_000,
  });

/** Sets what the deal is calculated with; the answer is its new state. */
export async function saveDeal(reportId: string, version: number, settings: DealSettings): Promise<void> {
  const sheet = await call(api.saveDeal, { ...of(reportId), json: settings });
  queryClient.setQueryData(dealQuery(reportId, version).queryKey, sheet);
}

/** Notes what the lot of a report was sold for, beside what else is set for its deal. */
export async function saveSoldFor(
  reportId: string,
  sold_for: NonNullable<DealSettings['sold_for']>,
): Promise<void> {
  const { settings } = await call(api.deal, of(reportId));
  await call(api.saveDeal, { ...of(reportId), json: { ...settings, sold_for } });
  await queryClient.invalidateQueries({ queryKey: ['deal', reportId] });
}
