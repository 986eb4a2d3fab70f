import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { LotForm } from '../lot-entry/lot-form.tsx';
import { sharedLot } from '../lot-entry/shared/shared-lot.ts';
import { Lens } from '../ui/lens.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

/** Where another app shares a lot to, once LotLens is installed: the link is read at once. */
export function SharePage() {
  const share = useSearch({ from: '/share' });
  const [chosen] = useState(() => {
    const link = sharedLot(share);
    return link === null ? null : { link, at: 0 };
  });
  usePageTitle('A shared lot · LotLens');
  return (
    <main className="mx-auto grid min-h-dvh max-w-2xl content-center gap-6 px-4 py-10">
      <Link to="/" className="flex w-fit items-center gap-2 text-lg font-semibold tracking-tight">
        <Lens busy={false} />
        LotLens
      </Link>
      <h1 className="text-2xl font-semibold">A shared lot</h1>
      {chosen === null ? (
        <p role="status">Nothing came with this share. Paste the lot’s link here instead.</p>
      ) : null}
      <LotForm chosen={chosen} />
    </main>
  );
}
