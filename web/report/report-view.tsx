import { useState } from 'react';
import type { ReportModel } from '../../contract/report.ts';
import { LineBlocks } from './line-blocks.tsx';
import { PanelDiagram } from './panel-diagram.tsx';
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
      <section
        aria-labelledby="diagram-title"
        className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
      >
        <div>
          <h2 id="diagram-title" className="text-xl font-semibold">
            Damage
          </h2>
          <div className="mt-4">
            <PanelDiagram report={report} active={active} onActive={setActive} />
          </div>
          <p className="mt-3 text-sm text-muted">
            Left and right are the vehicle’s. Solid edges were seen, dashed ones are estimated; numbers lead
            to the list below.
          </p>
        </div>
        <PhotoPanel report={report} active={active} onActive={setActive} />
      </section>
      <LineBlocks estimate={report.estimate} active={active} onActive={setActive} />
      <Totals estimate={report.estimate} seller={report.seller} />
      <ReportNotes report={report} />
    </article>
  );
}
