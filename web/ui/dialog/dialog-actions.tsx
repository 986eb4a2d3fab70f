import type { ReactNode } from 'react';

/** The buttons a dialog ends with: in view while what is above them scrolls, over the dialog's whole width. */
export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="sticky -bottom-5 z-1 -mx-5 mt-4 -mb-5 flex flex-wrap items-center justify-end gap-2 border-t border-rule bg-sheet px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6 in-[form]:mt-0">
    {children}
  </div>
);
