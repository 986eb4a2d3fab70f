import { queryOptions } from '@tanstack/react-query';
import * as api from '../../../contract/api/partners/quote-calls.ts';
import type { AnswerQuote, AskedQuote, AskForQuotes } from '../../../contract/partners/quotes/quote.ts';
import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { readSession } from '../session/session-store.ts';

/** Whom the owner of a report may ask, and what was asked; asked again where it is looked at. */
export const reportQuotesQuery = (reportId: string) =>
  queryOptions({
    queryKey: ['report-quotes', reportId],
    queryFn: () => call(api.reportQuotes, { params: { report_id: reportId } }),
    staleTime: 0,
  });
const anew = (reportId: string) => queryClient.invalidateQueries({ queryKey: ['report-quotes', reportId] });

export async function askForQuotes(reportId: string, asked: AskForQuotes): Promise<void> {
  await call(api.askForQuotes, { params: { report_id: reportId }, json: asked });
  await anew(reportId);
}
export async function acceptQuote(reportId: string, quoteId: string): Promise<void> {
  await call(api.acceptQuote, { params: { quote_id: quoteId } });
  await anew(reportId);
}
export async function withdrawRequest(reportId: string, requestId: string): Promise<void> {
  await call(api.withdrawQuoteRequest, { params: { request_id: requestId } });
  await anew(reportId);
}

/** What a partner's link asks for. */
export const askedQuoteQuery = (token: string) =>
  queryOptions({
    queryKey: ['quote', token],
    queryFn: () => call(api.readQuote, { params: { token } }),
    staleTime: 0,
  });
export async function answerQuote(token: string, answer: AnswerQuote): Promise<AskedQuote> {
  const asked = await call(api.answerQuote, { params: { token }, json: answer });
  queryClient.setQueryData(askedQuoteQuery(token).queryKey, asked);
  return asked;
}

export const ownQuotesQuery = () =>
  queryOptions({
    queryKey: ['partner', readSession()?.userEmail ?? null, 'quotes'],
    queryFn: () => call(api.ownQuotes),
    staleTime: 0,
  });
