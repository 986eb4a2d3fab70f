import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isLeaving, sessionStore } from '../api/session/session-store.ts';
import { useStore } from '../api/store.ts';

/** The stored session, or null; follows sign-in and sign-out, in other tabs as well. */
export const useSession = () => useStore(sessionStore);

/** A session that ends while the page is up leads to sign-in, and back here afterwards. */
export function useLeaveWithoutSession(): void {
  const session = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session === null && !isLeaving())
      void navigate({
        to: '/login',
        search: { from: `${location.pathname}${location.search}`, ended: true },
        replace: true,
      });
  }, [session, navigate]);
}
