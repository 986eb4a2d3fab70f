import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { dealQuery } from '../../api/reports/deal.ts';

const DealSheetView = lazy(async () => ({ default: (await import('./deal-sheet.tsx')).DealSheetView }));

/** What to bid: asked for once the rest of the page is drawn, drawn itself when it is opened. */
export function DealSection({ reportId, version }: { reportId: string; version: number }) {
  const [open, setOpen] = useState(false);
  // The head tells its highest bid.
  useQuery(dealQuery(reportId, version));
  return (
    <section aria-labelledby="deal-title" className="print:hidden">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-8 flex-wrap items-center gap-x-4 border-b-2 border-ink py-0.5 pointer-coarse:min-h-11">
          <h2 id="deal-title" className="scroll-mt-28 text-xl font-semibold">
            What to bid
          </h2>
          <span className="text-sm text-muted max-sm:hidden">
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
