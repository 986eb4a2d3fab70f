import { queryOptions } from '@tanstack/react-query';
import type { AskForReports } from '../../contract/api/quota/quota-answers.ts';
import * as api from '../../contract/api/quota/quota-calls.ts';
import { call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';
import { readSession } from '../api/session/session-store.ts';

/** What there is after the free reports, for this account. */
export const offerQuery = () =>
  queryOptions({
    queryKey: ['quota-offer', readSession()?.userEmail ?? null],
    queryFn: () => call(api.quotaOffer),
    staleTime: 0,
  });

/** Goes on to the payment page of a plan. */
export async function goToCheckout(planId: string): Promise<void> {
  const { url } = await call(api.checkout, { json: { plan_id: planId } });
  location.assign(url);
}

/** Goes on to the page on which a monthly plan is changed or canceled. */
export async function goToBilling(): Promise<void> {
  const { url } = await call(api.billing);
  location.assign(url);
}

/** Asks the operator for more reports. */
export async function askForReports(asked: AskForReports): Promise<void> {
  await call(api.askForReports, { json: asked });
  await queryClient.invalidateQueries({ queryKey: offerQuery().queryKey });
}
