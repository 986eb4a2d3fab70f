import { createContext } from 'react';

/** Opens the ways to hand over the page of the lot of this link. */
export const HandOverContext = createContext<(link: string) => void>(() => undefined);
