import { type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { ownerOf } from '../api/session/session-store.ts';
import { Lens } from '../ui/lens.tsx';
import { useSession } from './use-session.ts';

/** Shows the loading view until the first session check has ended; a failed check signs out (docs/product.md). */
export function SessionGate({ children }: { children: ReactNode }) {
  const owner = ownerOf(useSession());
  const [checked, setChecked] = useState(owner === null);
  useLayoutEffect(() => {
    if (!checked) return;
    // The loading view that came with the page's HTML.
    document.getElementById('loading')?.remove();
    document.documentElement.classList.remove('returning');
  }, [checked]);
  useEffect(() => {
    if (owner === null) {
      setChecked(true);
      return;
    }
    void import('../api/session/use-me.ts')
      .then(({ checkSession }) => checkSession(owner))
      .catch(() => undefined)
      // In slices, as a whole page follows.
      .then(() => startTransition(() => setChecked(true)));
  }, [owner]);
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
