import { useState } from 'react';
import { messageOf } from '../../api/api-error.ts';

/** An act under way, and why the last one failed; a new one starts without that. */
export function useWork(): {
  busy: boolean;
  fault: string | null;
  setFault(fault: string | null): void;
  work(act: () => Promise<unknown>): void;
} {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const work = (act: () => Promise<unknown>): void => {
    setBusy(true);
    setFault(null);
    act()
      .catch((error: unknown) => setFault(messageOf(error, 'An API error occurred.')))
      .finally(() => setBusy(false));
  };
  return { busy, fault, setFault, work };
}
