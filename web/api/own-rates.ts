import { type OwnRates, ownRatesSchema } from '../../contract/estimate-settings.ts';
import { BROWSER_KEY, preferencesQuery, savePreferences } from './preferences.ts';
import { queryClient } from './query-client.ts';

/** Apart from the preferences: it needs the shapes, which no list of reports loads. */

/** Rates that an earlier version kept in this browser; null where there are none. */
export function browserRates(): OwnRates | null {
  try {
    const read = ownRatesSchema.safeParse(JSON.parse(localStorage.getItem(BROWSER_KEY) ?? 'null'));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}

/** The account's own rates; those that only the browser has move into it. */
export async function readOwnRates(): Promise<OwnRates | null> {
  const { rates } = await queryClient.fetchQuery(preferencesQuery());
  const kept = rates ?? browserRates();
  if (rates === null && kept !== null) await savePreferences({ rates: kept });
  return kept;
}
