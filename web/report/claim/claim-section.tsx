import { Suspense, useState } from 'react';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { lazyPart } from '../../ui/act/lazy-part.tsx';

const ClaimFileView = lazyPart(async () => (await import('./claim-file.tsx')).ClaimFileView);

/** The insurer's file of a report, drawn once it is opened. */
export function ClaimSection({ reportId, report }: { reportId: string; report: ReportModel }) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="claim-title" className="print:hidden">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="border-b-2 border-ink py-0.5 pointer-coarse:py-2">
          <h2 id="claim-title" className="inline text-xl font-semibold">
            Claim file
          </h2>
          <span className="ml-4 text-sm text-muted max-sm:hidden">Deductible, total loss, approval</span>
        </summary>
        {open ? (
          <Suspense fallback={<p className="py-3 text-sm text-muted">Opening the claim …</p>}>
            <ClaimFileView reportId={reportId} report={report} />
          </Suspense>
        ) : null}
      </details>
    </section>
  );
}
