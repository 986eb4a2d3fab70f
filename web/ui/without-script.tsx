import type { ReactNode } from 'react';

/** Words for whoever has JavaScript switched off, with what can be read all the same. */
export const WithoutScript = ({ children }: { children: ReactNode }) => (
  <noscript>
    <p className="mx-auto my-4 max-w-xl px-4 text-center text-ink [&_a]:underline">
      {children} The <a href="/api/v1/sample_report/pdf">sample report as a PDF</a> can be read without it.
    </p>
  </noscript>
);
