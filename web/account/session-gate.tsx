import { type ReactNode, useEffect, useRef, useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { clearSession } from '../api/session/session-store.ts';
import { Lens } from '../ui/lens.tsx';
import { useMe, useSession } from './use-session.ts';

/** Shows the loading view until the first session check has ended; a failed check signs out (docs/product.md). */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const me = useMe();
  const [checked, setChecked] = useState(session === null);
  const owner = useRef(session?.userEmail ?? null);

  useEffect(() => {
    // Only the check itself: a later hiccup of the network is no failed session.
    if (me.isLoadingError) clearSession();
    if (session === null || !me.isPending) setChecked(true);
  }, [session, me.isLoadingError, me.isPending]);

  useEffect(() => {
    const now = session?.userEmail ?? null;
    if (owner.current === now) return;
    owner.current = now;
    // Another person's reports never show, not even for a moment.
    queryClient.clear();
    void import('../api/reports/report-live.ts').then(({ forgetLive }) => forgetLive());
  }, [session]);

  return checked ? children : <LoadingView />;
}

export const LoadingView = () => (
  <div className="loading-view grid min-h-dvh place-items-center" role="status">
    <div className="flex flex-col items-center gap-4 text-muted">
      <Lens busy size={44} />
      <p>Loading…</p>
    </div>
  </div>
);
