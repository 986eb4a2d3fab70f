import { useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Where the pointer was last; nowhere at first. */
let pointer = { clientX: -1, clientY: -1 };
if (typeof window !== 'undefined')
  addEventListener('pointermove', (event) => {
    pointer = event;
  });

/** What the element of a message needs to hold its wait. */
export type Hold = {
  ref: (element: HTMLElement | null) => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onBlur: () => void;
};

/**
 * Whether a message is being read: it has the focus within, or the pointer came to it. A pointer that lay where the message
 * appeared (on the button just pressed, say) holds nothing until it has left and come back. `shown` begins with the message.
 */
export function useHold(shown = true): { held: boolean; hold: Hold } {
  const [held, setHeld] = useState(false);
  const element = useRef<HTMLElement | null>(null);
  const wasThere = useRef(false);
  useLayoutEffect(() => {
    const under = document.elementFromPoint(pointer.clientX, pointer.clientY);
    wasThere.current = shown && element.current?.contains(under) === true;
  }, [shown]);
  const hold = useMemo<Hold>(() => {
    const free = (): void => setHeld(false);
    return {
      ref: (now) => {
        element.current = now;
      },
      onPointerEnter: () => setHeld(!wasThere.current),
      onPointerLeave: () => {
        wasThere.current = false;
        free();
      },
      onFocus: () => setHeld(true),
      onBlur: free,
    };
  }, []);
  return { held, hold };
}
