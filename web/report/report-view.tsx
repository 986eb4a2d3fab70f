import { lazy, memo, Suspense, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { useMedia } from '../ui/use-media.ts';
import { DiagramLegend } from './photos/diagram-legend.tsx';
import { PanelDiagram } from './photos/panel-diagram.tsx';
import { PhotoPanel } from './photos/photo-panel.tsx';
import { WhereListener } from './provenance/provenance-listener.tsx';
import { ReportBar } from './report-bar.tsx';
import { ReportHead } from './report-head.tsx';

/** From this width on there is room for a rail beside the lines. */
const RAIL = '(min-width: 80rem)';

const loadBody = () => import('./report-body.tsx');
const Body = lazy(async () => ({ default: (await loadBody()).ReportBody }));

// Drawn again only with what they show: not for another turn, nor for a line that lights up.
const Head = memo(ReportHead);
const Bar = memo(ReportBar);
const Photos = memo(PhotoPanel);

type Props = {
  report: ReportModel;
  /** Of its heading: 1 on a page of its own. */
  level?: 1 | 3;
  /** Head, diagram and photos alone. */
  short?: boolean;
};

const TURNS = 2;
/** Reports drawn to their end: shown again, by the browser's way back too, they stand there at once. */
const drawn = new Set<string>();

/** Whether the head has been seen: what else a report loads would only keep it from the screen. */
function useSeen(reportId: string): boolean {
  const [seen, setSeen] = useState(drawn.has(reportId));
  useEffect(() => {
    if (seen) return;
    let timer: number | undefined;
    // The frame after the one that shows it: a page in the background draws none, and waits.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setSeen(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [seen]);
  return seen;
}

/**
 * How much of a report is drawn, 0 to TURNS: first what is read first, then the rest in turns, once its script is there, each on
 * its own, so that none holds the page's thread for long.
 */
function useTurns(reportId: string, wanted: boolean): number {
  const [turn, setTurn] = useState(drawn.has(reportId) ? TURNS : 0);
  useEffect(() => {
    if (!wanted) return;
    if (turn === TURNS) {
      drawn.add(reportId);
      return;
    }
    let waiting = true;
    // Where the script does not come, drawing tells of it.
    const next = (): void => startTransition(() => setTurn((at) => (waiting ? turn + 1 : at)));
    loadBody().then(next, next);
    return () => {
      waiting = false;
    };
  }, [turn, reportId, wanted]);
  return turn;
}

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
  const wide = useMedia(RAIL);
  const seen = useSeen(report.report_id);
  const turn = useTurns(report.report_id, seen && !short);
  return (
    <article ref={whole} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Head report={report} level={level} short={short} />
      {short ? null : <Bar report={report} adjust={!wide} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_minmax(0,46rem)] lg:gap-8">
        <section aria-labelledby="diagram-title">
          <h2 id="diagram-title" className="text-xl font-semibold">
            Damage
          </h2>
          <div className="mt-2 grid gap-x-4 gap-y-2 lg:grid-cols-[minmax(0,1fr)_8.5rem]">
            <div className="max-lg:mx-auto max-lg:w-72">
              <PanelDiagram report={report} active={active} onActive={setActive} />
            </div>
            <DiagramLegend lines={report.estimate.lines} />
          </div>
        </section>
        <div ref={photos}>
          <Photos
            report={report}
            chosen={photo}
            onChoose={setPhoto}
            active={active}
            onActive={setActive}
            loaded={seen}
          />
        </div>
      </div>
      {short || turn === 0 ? null : (
        <Suspense>
          <Body
            report={report}
            active={active}
            onActive={setActive}
            onPhoto={showPhoto}
            wide={wide}
            linesOnly={turn < TURNS}
          />
        </Suspense>
      )}
      <WhereListener report={report} root={whole} onPhoto={showPhoto} />
    </article>
  );
}
