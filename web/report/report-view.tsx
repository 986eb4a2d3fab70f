import { memo, Suspense, startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { reportAsShown } from '../../contract/report-view/units/as-shown.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { lazyPart } from '../ui/act/lazy-part.tsx';
import { useMedia } from '../ui/use-media.ts';
import { WhereListener } from './provenance/provenance-listener.tsx';
import { ReportBar } from './report-bar.tsx';
import { ReportHead } from './report-head.tsx';

/** From this width on there is room for a rail beside the lines. */
const RAIL = '(min-width: 80rem)';

const loadPictures = () => import('./photos/report-pictures.tsx');
const Pictures = lazyPart(async () => (await loadPictures()).ReportPictures);
const loadBody = () => import('./report-body.tsx');
const Body = lazyPart(async () => (await loadBody()).ReportBody);

// Drawn again only with what they show: not for another turn, nor for a line that lights up.
const Head = memo(ReportHead);
const Bar = memo(ReportBar);

type Props = {
  report: ReportModel;
  /** Of its heading: 1 on a page of its own. */
  level?: 1 | 3;
  /** Head, diagram and photos alone. */
  short?: boolean;
  /** The link of a shared report whose owner shows its deal. */
  sharedDeal?: string | undefined;
};

/** What is drawn after the head, in this order. */
const PICTURES = 1;
const LINES = 2;
const ALL = 3;
/** Time between two sections, and how long to wait for sections that load later, ms. */
const PIECE_MS = 100;
const LAST_PIECE_MS = 5000;

/** Lays out the sections below the first screen (theme.css) one at a time, so that the page stays responsive. Returns how to stop it. */
function layOutLater(): () => void {
  let waited = 0;
  const timer = setInterval(() => {
    const piece = document.querySelector('.later:not(.laid)');
    piece?.classList.add('laid');
    waited = piece === null ? waited + PIECE_MS : 0;
    if (waited >= LAST_PIECE_MS) clearInterval(timer);
  }, PIECE_MS);
  return () => clearInterval(timer);
}

/** Reports drawn to their end: shown again, by the browser's way back too, they stand there at once. */
const drawn = new Set<string>();

/** Calls back once what stands is on the screen: a page in the background shows nothing, and waits. Answers how to stop it. */
function afterPaint(then: () => void): () => void {
  let timer: number | undefined;
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(then);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * How much of a report is drawn, `first` to `last`: on its page the head, alone and before anything else is loaded, for all that would only
 * keep it from the screen; then the rest in turns, each on its own once its script is there, so that none holds the page's thread
 * for long.
 */
function useTurns(reportId: string, first: number, last: number): number {
  const [turn, setTurn] = useState(drawn.has(reportId) ? ALL : first);
  useEffect(() => {
    if (turn >= last) {
      if (last === ALL) drawn.add(reportId);
      return;
    }
    let waiting = true;
    // Where the script does not come, drawing tells of it.
    const next = (): void => startTransition(() => setTurn((at) => (waiting ? turn + 1 : at)));
    const stop = afterPaint(() => {
      (turn < PICTURES ? loadPictures : loadBody)().then(next, next);
    });
    return () => {
      waiting = false;
      stop();
    };
  }, [turn, reportId, last]);
  return turn;
}

/** A finished report in the order of the PDF: head, diagram and photos, lines, totals, assumptions, sources. Drawn again only with another report. */
export const ReportView = memo(function ReportView({
  report: given,
  level = 1,
  short = false,
  sharedDeal,
}: Props) {
  const report = useMemo(() => reportAsShown(given), [given]);
  const [active, setActive] = useState<string | null>(null);
  const [photo, setPhoto] = useState(report.photos.find(({ url }) => url !== null)?.number ?? 1);
  const photos = useRef<HTMLDivElement>(null);
  const whole = useRef<HTMLElement>(null);
  const showPhoto = useCallback((number: number): void => {
    setPhoto(number);
    photos.current?.scrollIntoView({ block: 'center' });
  }, []);
  const wide = useMedia(RAIL);
  // Among other things nothing may come in between later: head and pictures are drawn as one, by whoever shows them.
  const [amongOthers] = useState(short);
  const turn = useTurns(report.report_id, amongOthers ? PICTURES : 0, short ? PICTURES : ALL);
  const isDrawn = turn === ALL;
  useEffect(() => (isDrawn ? layOutLater() : undefined), [isDrawn]);
  const pictures = (
    <Pictures
      report={report}
      active={active}
      onActive={setActive}
      photo={photo}
      onPhoto={setPhoto}
      photos={photos}
    />
  );
  return (
    <article ref={whole} className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5">
      <Head report={report} level={level} short={short} onPhoto={showPhoto} />
      {short ? null : <Bar report={report} adjust={!wide} />}
      {turn < PICTURES ? null : amongOthers ? pictures : <Suspense>{pictures}</Suspense>}
      {short || turn < LINES ? null : (
        <Suspense>
          <Body
            report={report}
            active={active}
            onActive={setActive}
            onPhoto={showPhoto}
            wide={wide}
            linesOnly={turn < ALL}
            sharedDeal={sharedDeal}
          />
        </Suspense>
      )}
      <WhereListener report={report} root={whole} onPhoto={showPhoto} />
    </article>
  );
});
