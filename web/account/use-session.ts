import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isLeaving, sessionStore } from '../api/session/session-store.ts';
import { useStore } from '../api/store.ts';

/** The stored session, or null; follows sign-in and sign-out, in other tabs as well. */
export const useSession = () => useStore(sessionStore);

/** The signed-in user; loaded only while there is a session. */
export function useMe() {
  const session = useSession();
  return useQuery({
    queryKey: ['me', session?.userEmail ?? null],
    queryFn: async () => (await import('../api/users.ts')).readMe(),
    enabled: session !== null,
    staleTime: 5 * 60_000,
  });
}

/** A session that ends while the page is up leads to sign-in, and back here afterwards. */
export function useLeaveWithoutSession(): void {
  const session = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session === null && !isLeaving())
      void navigate({
        to: '/login',
        search: { from: `${location.pathname}${location.search}` },
        replace: true,
      });
  }, [session, navigate]);
}
