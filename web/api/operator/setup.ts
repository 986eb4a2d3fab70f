import { queryOptions } from '@tanstack/react-query';
import * as api from '../../../contract/api/operator/operator-calls.ts';
import type { KeyedSourceId, SetupSourceId } from '../../../contract/operator/setup-sources.ts';
import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { readSession } from '../session/session-store.ts';

const owner = (): string | null => readSession()?.userEmail ?? null;

/** Whether this session has given its one-time code, which is good for half a day; fails with 404 for whoever is no operator. */
export const operatorSessionQuery = () =>
  queryOptions({
    queryKey: ['operator-session', owner()],
    queryFn: () => call(api.operatorSession),
    refetchInterval: 60_000,
  });

/** Every source with its state. */
export const setupQuery = () =>
  queryOptions({ queryKey: ['setup', owner()], queryFn: () => call(api.setup), staleTime: 0 });

const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: setupQuery().queryKey });

/** Gives a one-time code; the page goes on by itself. */
export async function confirmOperator(code: string): Promise<void> {
  const session = await call(api.confirmOperator, { json: { code } });
  queryClient.setQueryData(operatorSessionQuery().queryKey, session);
}

/** Saves the keys of a source that takes them; answers the makes they leave out. */
export async function saveKeys(
  source: KeyedSourceId,
  values: Record<string, string>,
): Promise<readonly string[]> {
  const saved = await call(api.saveKeys, { params: { source }, json: { values } });
  await readAgain();
  return saved.makes_left_out;
}

export async function forgetKeys(source: KeyedSourceId): Promise<void> {
  await call(api.forgetKeys, { params: { source } });
  await readAgain();
}

/** Tests a source on a VIN or number, or on our sample photo where it takes none. */
export async function testSource(source: SetupSourceId, text: string | null) {
  const tested = await call(api.testSource, { params: { source }, json: text === null ? {} : { text } });
  // The test is counted, too.
  await readAgain();
  return tested;
}
