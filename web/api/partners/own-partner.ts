import { queryOptions } from '@tanstack/react-query';
import * as joining from '../../../contract/api/partners/partner-calls.ts';
import * as stock from '../../../contract/api/partners/stock-calls.ts';
import type { PartnerFeed, SentFeed } from '../../../contract/partners/feed.ts';
import type { Application, PartnerProfile } from '../../../contract/partners/partner.ts';
import { call, callRaw } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { saveAnswer } from '../save-file.ts';
import { readSession } from '../session/session-store.ts';

/** Under one's own address: another account has another. */
export const key = (...parts: unknown[]): unknown[] => [
  'partner',
  readSession()?.userEmail ?? null,
  ...parts,
];

/** Applies to join the partner network; answers what is told of it. */
export const applyAsPartner = async (application: Application): Promise<string> =>
  (await call(joining.applyAsPartner, { json: application })).message;

export const ownPartnerQuery = () =>
  queryOptions({ queryKey: key('profile'), queryFn: () => call(joining.ownPartner) });

export async function editOwnPartner(profile: PartnerProfile): Promise<void> {
  queryClient.setQueryData(key('profile'), await call(joining.editOwnPartner, { json: profile }));
}

/** How long until an address that is being read is asked about again, ms. */
const READING_MS = 2_000;
export const feedQuery = () =>
  queryOptions({
    queryKey: key('feed'),
    queryFn: () => call(stock.partnerFeed),
    refetchInterval: ({ state }) => (state.data?.reading ? READING_MS : false),
  });
export const stockQuery = (text: string, after: string | undefined, takenAt: string | null) =>
  queryOptions({
    queryKey: key('stock', text, after, takenAt),
    queryFn: () =>
      call(stock.partnerStock, {
        query: { ...(text === '' ? {} : { text }), ...(after === undefined ? {} : { after }) },
      }),
  });

/** Shows what an act left of the feed; the stock is asked for anew. */
async function took(feed: PartnerFeed): Promise<PartnerFeed> {
  queryClient.setQueryData(key('feed'), feed);
  await queryClient.invalidateQueries({ queryKey: key('stock') });
  return feed;
}
export const sendFeed = async (sent: SentFeed): Promise<PartnerFeed> =>
  await took(await call(stock.sendPartnerFeed, { json: sent }));
export const setFeedAddress = async (url: string | null): Promise<PartnerFeed> =>
  await took(await call(stock.setFeedAddress, { json: { url } }));
export const readFeedNow = async (): Promise<PartnerFeed> => await took(await call(stock.readFeedNow));
/** All rejected rows of the last reading, as CSV. */
export const downloadRejectedRows = async (): Promise<void> =>
  saveAnswer(
    await callRaw(stock.rejectedRows, { headers: { accept: 'text/csv' } }),
    'lotlens-rejected-rows.csv',
  );
export const clearStock = async (): Promise<PartnerFeed> => await took(await call(stock.clearPartnerStock));
