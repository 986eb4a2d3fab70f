import { createContext, useContext, useEffect, useLayoutEffect } from 'react';

declare global {
  interface Window {
    /** By public/returning.js: the form that was sent before any other script was here. Undefined: taken over. */
    heldSubmit?: HTMLFormElement | null | undefined;
  }
}

/** Takes the name of a page that is drawn ahead (draw-page.tsx); in the browser no one does. */
export const DrawnTitle = createContext<((title: string) => void) | null>(null);

/** Names the page in the tab and to screen readers, in the same frame as its heading. */
export function usePageTitle(title: string): void {
  useContext(DrawnTitle)?.(title);
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(takeForms, []);
}

/** From now on forms are the page's; one that its user sent earlier is sent by the script that knows how. */
function takeForms(): void {
  const form = window.heldSubmit;
  window.heldSubmit = undefined;
  if (form?.isConnected) void import('../held-submit.ts').then(({ sendAgain }) => sendAgain(form));
}
