import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { dealQuery } from '../../api/reports/deal.ts';
import { lazyPart } from '../../ui/act/lazy-part.tsx';
import { useRested } from '../editing/use-rested.ts';

const DealSheetView = lazyPart(async () => (await import('./deal-sheet.tsx')).DealSheetView);

const SharedDealView = lazyPart(async () => (await import('./shared-deal.tsx')).SharedDealView);

/** What to bid: asked for once the rest of the page is drawn, drawn itself when it is opened. */
export function DealSection({ reportId, version: newest }: { reportId: string; version: number }) {
  const version = useRested(newest);
  // The head tells its highest bid.
  useQuery(dealQuery(reportId, version));
  return (
    <DealFold>
      <DealSheetView reportId={reportId} version={version} />
    </DealFold>
  );
}

/** The same of a report shared with its deal, to read only; asked for when it is opened. */
export function SharedDealSection({ token }: { token: string }) {
  return (
    <DealFold>
      <SharedDealView token={token} />
    </DealFold>
  );
}

/** A fold that draws what it holds once it is opened. */
function DealFold({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="deal-title" className="print:hidden">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="border-b-2 border-ink py-0.5 pointer-coarse:py-2">
          <h2 id="deal-title" className="inline scroll-mt-28 text-xl font-semibold">
            What to bid
          </h2>
          <span className="ml-4 text-sm text-muted max-sm:hidden">What it sells for, and your max bid</span>
        </summary>
        {open ? (
          <Suspense fallback={<p className="py-3 text-sm text-muted">Calculating the deal …</p>}>
            {children}
          </Suspense>
        ) : null}
      </details>
    </section>
  );
}
