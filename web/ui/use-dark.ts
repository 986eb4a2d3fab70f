import { useSyncExternalStore } from 'react';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Whether the dark theme is on; follows the system. */
export const useDark = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      dark.addEventListener('change', watcher);
      return () => dark.removeEventListener('change', watcher);
    },
    () => dark.matches,
  );
