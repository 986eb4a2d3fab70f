import { queryOptions, useQuery } from '@tanstack/react-query';
import { UncheckedAnswer } from '../check/check-answer.ts';
import { queryClient } from '../query-client.ts';
import { useStore } from '../store.ts';
import { clearSession, ownerOf, readSession, sessionStore } from './session-store.ts';
import { keepUnits } from './shown-units.ts';

const meOf = (owner: string | null) =>
  queryOptions({
    queryKey: ['me', owner],
    queryFn: async () => {
      const me = await (await import('../users.ts')).readMe();
      keepUnits(me.units);
      return me;
    },
    enabled: owner !== null,
    staleTime: 5 * 60_000,
  });

/** The signed-in user; loaded only while there is a session. */
export const useMe = () => useQuery(meOf(ownerOf(useStore(sessionStore))));

/** Asks once who is signed in as `owner`; where that fails the session ends (docs/product.md). */
export async function checkSession(owner: string): Promise<void> {
  try {
    await queryClient.fetchQuery(meOf(owner));
  } catch (error) {
    if (!(error instanceof UncheckedAnswer) && ownerOf(readSession()) === owner) clearSession();
  }
}
