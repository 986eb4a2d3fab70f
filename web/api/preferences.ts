import { queryOptions } from '@tanstack/react-query';
import * as api from '../../contract/api/account-calls.ts';
import type { EditPreferencesRequest } from '../../contract/schemas/account.ts';
import { call, callRaw } from './call.ts';
import { queryClient } from './query-client.ts';
import { readSession } from './session/session-store.ts';

/** Where an earlier version kept own rates: in the browser. */
export const BROWSER_KEY = 'ownRates';

/** What the account starts new reports with, and which mails it gets. */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: ['preferences', readSession()?.userEmail ?? null],
    queryFn: () => call(api.preferences),
    staleTime: 60_000,
  });

/** Changes what is given; rates in the account take the place of those in the browser. */
export async function savePreferences(changes: EditPreferencesRequest): Promise<void> {
  queryClient.setQueryData(preferencesQuery().queryKey, await call(api.editPreferences, { json: changes }));
  // What a report would cost is told by them.
  void queryClient.invalidateQueries({ queryKey: ['preflight'] });
  if (changes.units !== undefined) await queryClient.invalidateQueries({ queryKey: ['me'] });
  if (changes.deal !== undefined) await queryClient.invalidateQueries({ queryKey: ['deal'] });
  if (changes.logo) await queryClient.invalidateQueries({ queryKey: logoQuery().queryKey });
  if (changes.rates !== undefined) localStorage.removeItem(BROWSER_KEY);
}

/** A file's own bytes as an address. */
export const dataAddress = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });

/** The account's logo, as an address. */
export const logoQuery = () =>
  queryOptions({
    queryKey: ['logo', readSession()?.userEmail ?? null],
    queryFn: async () => await dataAddress(await (await callRaw(api.logo)).blob()),
    staleTime: 60_000,
  });
