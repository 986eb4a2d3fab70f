import { queryOptions } from '@tanstack/react-query';
import * as api from '../../../contract/api/partners/operator-commission-calls.ts';
import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { key } from './partners.ts';

const anew = () => queryClient.invalidateQueries({ queryKey: ['console'] });

/** A month of a partner, line by line. */
export const statementOfQuery = (partnerId: string, period: string) =>
  queryOptions({
    queryKey: key('statement', partnerId, period),
    queryFn: () => call(api.operatorStatement, { params: { partner_id: partnerId, period } }),
    staleTime: 0,
  });

export async function markPaid(statementId: string): Promise<void> {
  await call(api.markStatementPaid, { params: { statement_id: statementId }, json: { note: '' } });
  await anew();
}
/** Corrects an entry by one of its own; `correction` in US dollars, negative: less is owed. */
export async function correctEntry(entryId: number, correction: number, text: string): Promise<void> {
  await call(api.correctCommission, { params: { entry_id: String(entryId) }, json: { correction, text } });
  await anew();
}
export async function noteDisputeOf(partnerId: string, disputeId: string, text: string): Promise<void> {
  await call(api.noteDisputeOfPartner, {
    params: { partner_id: partnerId, dispute_id: disputeId },
    json: { text },
  });
  await anew();
}
export async function settleDispute(disputeId: string, correction: number, text: string): Promise<void> {
  await call(api.settleDispute, { params: { dispute_id: disputeId }, json: { correction, text } });
  await anew();
}
