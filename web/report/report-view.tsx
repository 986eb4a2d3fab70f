import { useState } from 'react';
import type { ReportModel } from '../../contract/report.ts';
import { LineBlocks } from './line-blocks.tsx';
import { PhotoPanel } from './photo-panel.tsx';
import { ReportHead } from './report-head.tsx';
import { ReportNotes } from './report-notes.tsx';
import { Totals } from './totals.tsx';

/** A finished report in the order of the PDF: head, photos, lines, totals, assumptions, sources. */
export function ReportView({ report }: { report: ReportModel }) {
  const [active, setActive] = useState<string | null>(null);
  return (
    <article className="grid gap-12">
      <ReportHead report={report} />
      <PhotoPanel report={report} active={active} onActive={setActive} />
      <LineBlocks estimate={report.estimate} active={active} onActive={setActive} />
      <Totals estimate={report.estimate} seller={report.seller} />
      <ReportNotes report={report} />
    </article>
  );
}
