import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { OperationChecks } from './editing/operation-checks.tsx';
import { OptionQuestions } from './editing/option-questions.tsx';
import { EvidenceAndRange } from './grounds/evidence-and-range.tsx';
import { Narrowing } from './grounds/narrowing.tsx';
import { LineBlocks } from './lines/line-blocks.tsx';
import { DiagramLegend } from './photos/diagram-legend.tsx';
import { PanelDiagram } from './photos/panel-diagram.tsx';
import { PhotoPanel } from './photos/photo-panel.tsx';
import { WhereListener } from './provenance/provenance-listener.tsx';
import { ReportHead } from './report-head.tsx';
import { ReportNotes } from './report-notes.tsx';
import { ScenarioSwitches } from './settings/setting-switches.tsx';
import { Totals } from './totals.tsx';

const Baskets = lazy(async () => ({ default: (await import('./baskets/baskets.tsx')).Baskets }));

type Props = {
  report: ReportModel;
  /** Of its heading: 1 on a page of its own. */
  level?: 1 | 3;
  /** Head, diagram and photos alone. */
  short?: boolean;
};

/** A finished report in the order of the PDF: head, diagram and photos, lines, totals, assumptions, sources. */
export function ReportView({ report, level = 1, short = false }: Props) {
  const [active, setActive] = useState<string | null>(null);
  const [photo, setPhoto] = useState(report.photos.find(({ url }) => url !== null)?.number ?? 1);
  const photos = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLElement>(null);
  const showPhoto = useCallback((number: number): void => {
    setPhoto(number);
    photos.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <article ref={whole} className="grid gap-12">
      <ReportHead report={report} level={level} />
      {short ? null : <Narrowing report={report} />}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <section aria-labelledby="diagram-title">
          <h2 id="diagram-title" className="text-xl font-semibold">
            Damage
          </h2>
          <div className="mt-4">
            <PanelDiagram report={report} active={active} onActive={setActive} />
          </div>
          <DiagramLegend lines={report.estimate.lines} />
        </section>
        <div ref={photos}>
          <PhotoPanel
            report={report}
            chosen={photo}
            onChoose={setPhoto}
            active={active}
            onActive={setActive}
          />
        </div>
      </div>
      {short ? null : (
        <>
          <OptionQuestions estimate={report.estimate} />
          <ScenarioSwitches estimate={report.estimate} />
          <div className="lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:gap-12">
            {/* The diagram again beside its lines, for the pointer only: the one above is for everybody. */}
            <div aria-hidden="true" className="hidden lg:block">
              <div className="sticky top-24">
                <PanelDiagram report={report} active={active} onActive={setActive} small />
              </div>
            </div>
            <LineBlocks
              estimate={report.estimate}
              vehicle={report.vehicle}
              active={active}
              onActive={setActive}
              onPhoto={showPhoto}
            />
          </div>
          <OperationChecks estimate={report.estimate} />
          <Suspense>
            <Baskets report={report} />
          </Suspense>
          <Totals estimate={report.estimate} seller={report.seller} />
          <EvidenceAndRange report={report} />
          <ReportNotes report={report} />
        </>
      )}
      <WhereListener report={report} root={whole} onPhoto={showPhoto} />
    </article>
  );
}
