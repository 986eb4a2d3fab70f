import { lazy, Suspense, useState } from 'react';

const DealSheetView = lazy(async () => ({ default: (await import('./deal-sheet.tsx')).DealSheetView }));

/** What to bid, calculated once it is asked for. */
export function DealSection({ reportId, version }: { reportId: string; version: number }) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="deal-title" className="print:hidden">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 flex-wrap items-center gap-x-4 border-b-2 border-ink py-1">
          <h2 id="deal-title" className="text-xl font-semibold">
            What to bid
          </h2>
          <span className="text-sm text-muted">
            Fees, transport, import, resale: the highest bid that pays
          </span>
        </summary>
        {open ? (
          <Suspense fallback={<p className="py-3 text-sm text-muted">Calculating the deal …</p>}>
            <DealSheetView reportId={reportId} version={version} />
          </Suspense>
        ) : null}
      </details>
    </section>
  );
}
