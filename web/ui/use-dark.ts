import { useMedia } from './use-media.ts';

/** Whether the dark theme is on; follows the system. */
export const useDark = (): boolean => useMedia('(prefers-color-scheme: dark)');
