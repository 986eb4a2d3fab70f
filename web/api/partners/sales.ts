import { queryOptions } from '@tanstack/react-query';
import * as api from '../../../contract/api/partners/commission-calls.ts';
import type { SalesListAnswer } from '../../../contract/partners/sale.ts';
import { call, callRaw } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { saveAnswer } from '../save-file.ts';
import { key as partnerKey } from './own-partner.ts';

const key = (...parts: unknown[]): unknown[] => partnerKey('sales', ...parts);
const anew = () => queryClient.invalidateQueries({ queryKey: key() });

/** The months of a partner, and what it owes now. */
export const statementsQuery = () =>
  queryOptions({ queryKey: key('months'), queryFn: () => call(api.partnerStatements), staleTime: 0 });
export const statementQuery = (period: string) =>
  queryOptions({
    queryKey: key('month', period),
    queryFn: () => call(api.partnerStatement, { params: { period } }),
    staleTime: 0,
  });
export const disputesQuery = () =>
  queryOptions({ queryKey: key('disputes'), queryFn: () => call(api.partnerDisputes), staleTime: 0 });

export const saveStatementCsv = async (period: string): Promise<void> =>
  saveAnswer(
    await callRaw(api.partnerStatementCsv, { params: { period }, headers: { accept: 'text/csv' } }),
    `lotlens-statement-${period}.csv`,
  );
export const saveStatementPdf = async (period: string): Promise<void> =>
  saveAnswer(
    await callRaw(api.partnerStatementPdf, { params: { period }, headers: { accept: 'application/pdf' } }),
    `lotlens-statement-${period}.pdf`,
  );

/** Tells sales and returns as a list; each row is taken or refused by itself. */
export async function tellSales(fileName: string, content: string): Promise<SalesListAnswer> {
  const answer = await call(api.takeSalesList, { json: { file_name: fileName, content } });
  await anew();
  return answer;
}
/** A new secret for a program that tells sales; the one before no longer holds. */
export const makeSalesSecret = () => call(api.makeSalesSecret);

export async function openDispute(entryId: number, text: string): Promise<void> {
  await call(api.openPartnerDispute, { json: { entry_id: entryId, text } });
  await anew();
}
export async function noteDispute(disputeId: string, text: string): Promise<void> {
  await call(api.notePartnerDispute, { params: { dispute_id: disputeId }, json: { text } });
  await anew();
}
