import { queryOptions } from '@tanstack/react-query';
import * as api from '../../../contract/api/board/board-calls.ts';
import type { BatchRequest } from '../../../contract/board/board-lots.ts';
import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { rereadReports } from './report-list.ts';

/** Unless confirmed it only tells what the lots would take. */
export const startBatch = (request: Pick<BatchRequest, 'lots'> & { confirm?: boolean }) =>
  call(api.startBatch, { json: request });
export const removeWaitingLots = (lot_ids: string[]) => call(api.removeWaitingLots, { json: { lot_ids } });

export const waitingLotsQuery = queryOptions({
  queryKey: ['waiting-lots'],
  queryFn: () => call(api.waitingLots),
});

/** Reads the lots without a report again. */
export const rereadWaitingLots = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: waitingLotsQuery.queryKey });

/** Reads all that the board shows again. */
export async function rereadBoard(): Promise<void> {
  await Promise.all([
    rereadWaitingLots(),
    queryClient.invalidateQueries({ queryKey: ['quota'] }),
    rereadReports(),
  ]);
}
