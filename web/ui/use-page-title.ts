import { createContext, useContext, useLayoutEffect } from 'react';

/** Takes the name of a page that is drawn ahead (draw-page.tsx); in the browser no one does. */
export const DrawnTitle = createContext<((title: string) => void) | null>(null);

/** Names the page in the tab and to screen readers, in the same frame as its heading. */
export function usePageTitle(title: string): void {
  useContext(DrawnTitle)?.(title);
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
}
