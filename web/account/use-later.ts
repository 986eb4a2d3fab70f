import { useEffect, useEffectEvent } from 'react';
import { type Hold, useHold } from '../ui/use-hold.ts';

/**
 * Runs `action` once after `ms`, as long as `active`; the wait starts anew when `active` does. Answers what the element of the
 * message takes that holds the wait: who reads or reaches for it is not carried off.
 */
export function useLater(active: boolean, ms: number, action: () => void): Hold {
  const act = useEffectEvent(action);
  const { held, hold } = useHold(active);
  useEffect(() => {
    if (!active || held) return;
    const timer = setTimeout(() => act(), ms);
    return () => clearTimeout(timer);
  }, [active, held, ms]);
  return hold;
}
