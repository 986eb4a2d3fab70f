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
        <summary className="flex min-h-8 flex-wrap items-center gap-x-4 border-b-2 border-ink py-0.5 pointer-coarse:min-h-11">
          <h2 id="claim-title" className="text-xl font-semibold">
            Claim file
          </h2>
          <span className="text-sm text-muted">Deductible, total loss, approval</span>
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
