import { useEffect, useEffectEvent, useMemo, useState } from 'react';

/** What an element needs to hold a wait while it is pointed at or has the focus within. */
type Hold = Record<'onMouseMove' | 'onMouseLeave' | 'onFocus' | 'onBlur', () => void>;

/**
 * Runs `action` once after `ms`, as long as `active`; the wait starts anew when `active` does. Answers the handlers of
 * the element that holds the wait: who reads or reaches for it is not carried off.
 */
export function useLater(active: boolean, ms: number, action: () => void): Hold {
  const act = useEffectEvent(action);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!active || held) return;
    const timer = setTimeout(() => act(), ms);
    return () => clearTimeout(timer);
  }, [active, held, ms]);
  return useMemo(() => {
    const hold = (): void => setHeld(true);
    const free = (): void => setHeld(false);
    // Moved over, not merely under the pointer: a message appears where the button was just pressed.
    return { onMouseMove: hold, onMouseLeave: free, onFocus: hold, onBlur: free };
  }, []);
}
