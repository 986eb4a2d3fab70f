import { useEffect, useRef } from 'react';

/** Runs `action` once after `ms`, as long as `active`; the wait starts anew when `active` does. */
export function useLater(active: boolean, ms: number, action: () => void): void {
  const latest = useRef(action);
  latest.current = action;
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [active, ms]);
}
