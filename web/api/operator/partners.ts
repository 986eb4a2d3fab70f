import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as api from '../../../contract/api/partners/partner-calls.ts';
import type { PartnerDecision, PartnerState } from '../../../contract/partners/partner.ts';
import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { readSession } from '../session/session-store.ts';

/** Under the console's own key: whatever an operator did, all of it is asked anew. */
export const key = (...parts: unknown[]): unknown[] => [
  'console',
  readSession()?.userEmail ?? null,
  ...parts,
];

export const partnersQuery = (state: PartnerState | null) =>
  infiniteQueryOptions({
    queryKey: key('partners', state),
    queryFn: ({ pageParam }) =>
      call(api.operatorPartners, {
        query: {
          ...(state === null ? {} : { state }),
          ...(pageParam === undefined ? {} : { cursor: pageParam }),
        },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    staleTime: 0,
  });

export const partnerQuery = (partnerId: string) =>
  queryOptions({
    queryKey: key('partner', partnerId),
    queryFn: () => call(api.operatorPartner, { params: { partner_id: partnerId } }),
    staleTime: 0,
  });

/** Decides on a partner, who hears of it by mail. */
export async function decidePartner(partnerId: string, decision: PartnerDecision): Promise<void> {
  await call(api.decidePartner, { params: { partner_id: partnerId }, json: decision });
  await queryClient.invalidateQueries({ queryKey: ['console'] });
}
