import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { focusHeading } from '../focus-heading.ts';
import { Lens } from '../lens.tsx';

/** The quiet page around sign-in, verification and reset. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const before = useRef(title);
  useEffect(() => {
    // Another of its views has come, perhaps by itself, and taken the form that had the focus.
    if (before.current !== title) focusHeading();
    before.current = title;
  }, [title]);
  return (
    // On phones from the top: in the middle it would jump whenever the browser's own bars come and go.
    <div className="grid min-h-svh content-start justify-items-center px-4 py-10 sm:content-center">
      <div className="w-full max-w-md">
        <header>
          <Link
            to="/"
            className="mx-auto flex min-h-11 w-fit items-center gap-2 text-lg font-semibold tracking-tight"
          >
            <Lens />
            LotLens
          </Link>
        </header>
        <main className="mt-6 rounded-xl border border-rule bg-sheet p-6 sm:p-8">
          <h1 className="text-xl font-semibold">{title}</h1>
          {children}
        </main>
      </div>
    </div>
  );
}

/** One line of outcome inside a form. */
export function FormMessage({ kind, children }: { kind: 'error' | 'done' | 'info'; children: ReactNode }) {
  const look =
    kind === 'error'
      ? 'bg-fail-soft text-fail'
      : kind === 'done'
        ? 'bg-ready-soft text-ready'
        : 'bg-sunken text-ink';
  return (
    <p role={kind === 'error' ? 'alert' : 'status'} className={`rounded-md px-3 py-2 text-sm ${look}`}>
      {children}
    </p>
  );
}
