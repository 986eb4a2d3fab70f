import { ChevronLeft, ChevronRight } from 'lucide';
import { useMemo, useState } from 'react';
import { allTicked, piecesOf, type TheRest } from '../../../contract/report-view/confirm-group.ts';
import type { ConfirmAnswer, ConfirmStep } from '../../../contract/report-view/confirm-questions.ts';
import { photoName, photoOfLine, viewsOfLine } from '../../../contract/report-view/photo-views.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { CloseButton } from '../../ui/dialog/close-button.tsx';
import { FullScreenDialog } from '../../ui/dialog/full-screen-dialog.tsx';
import type { LineEditing } from '../editing/line-editing.tsx';
import { LitDiagram } from '../photos/panel-diagram.tsx';
import { boxesByPhoto } from '../photos/photo-boxes.ts';
import { type DrawnBox, PhotoStage, ZoomButtons } from '../photos/photo-stage.tsx';
import { StageButton } from '../photos/stage-button.tsx';
import { useZoom } from '../photos/use-zoom.ts';
import { AddDamage } from './add-damage.tsx';
import { ANSWERS, answersTo } from './answer-keys.ts';
import { LiveTotal } from './live-total.tsx';
import { PassEnd } from './pass-end.tsx';
import { pieceKey, QuestionPanel } from './question-panel.tsx';
import { type PutOff, usePass } from './use-pass.ts';

type Props = { report: ReportModel; editing: LineEditing; putOff: PutOff; onClose: () => void };

const NO_PANELS: readonly never[] = [];

/** The pass over the parts of a report: a photo, the panel asked about, the answers, and the total that moves with each. */
export function ConfirmDialog({ report, editing, putOff, onClose }: Props) {
  const pass = usePass(report, editing.edit, putOff);
  const { step } = pass;
  const ticks = useTicks(step);
  const [before] = useState(report.estimate);
  const [drawing, setDrawing] = useState<{ box: DrawnBox | null } | null>(null);
  const photos = useMemo(() => report.photos.filter(({ url }) => url !== null), [report.photos]);
  const { photo, index, choose } = usePhotoOf(report, step);
  const zoom = useZoom((by) => go(index + by));
  const go = (to: number): void => {
    const next = photos[to];
    if (next === undefined) return;
    zoom.reset();
    choose(next.number);
    if (drawing) setDrawing({ box: null });
  };
  const boxes = useMemo(() => boxesByPhoto(report), [report]);

  const act = (done: () => void): void => {
    zoom.reset();
    done();
  };
  const answer = (said: ConfirmAnswer): void => act(() => pass.answer(said));
  const group = (ticked: ReadonlySet<string>, rest: TheRest): void =>
    act(() => pass.answerGroup(ticked, rest));
  const skip = (): void => (ticks.ticked.size > 0 ? group(ticks.ticked, 'not_seen') : act(pass.skip));
  /** What a key says to the step that is up. */
  const answerOfKey = (name: string): (() => void) | undefined => {
    if (step === null) return undefined;
    if (step.parts.length === 1) {
      const said = answersTo(step.parts[0].side_open).find((one) => ANSWERS[one].key === name);
      return said && (() => answer(said));
    }
    if (name === ANSWERS.damaged.key) return () => group(allTicked(step.parts), 'whole');
    if (name === ANSWERS.whole.key) return () => group(ticks.ticked, 'whole');
    const piece = piecesOf(step.parts).find((_, at) => pieceKey(at) === name);
    return piece && (() => ticks.tick(piece.id));
  };
  const onKey = (event: KeyboardEvent): void => {
    const name = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const others: Record<string, () => void> = {
      S: skip,
      ArrowRight: skip,
      U: () => act(pass.undo),
      Backspace: () => act(pass.undo),
      A: () => setDrawing({ box: null }),
      ArrowUp: () => go(index - 1),
      ArrowDown: () => go(index + 1),
      '+': zoom.zoomIn,
      '=': zoom.zoomIn,
      '-': zoom.zoomOut,
      '0': zoom.reset,
    };
    const key = drawing !== null || event.repeat ? undefined : (answerOfKey(name) ?? others[name]);
    if (key === undefined) return;
    event.preventDefault();
    key();
  };
  const last = pass.said.at(-1);
  const spoken = [
    last ? `${last.name}: ${last.says}.` : '',
    step ? `${step.name}: ${step.asks}` : 'End of the pass.',
  ].join(' ');

  return (
    <FullScreenDialog
      title="Confirm by eye"
      onClose={() => (drawing ? setDrawing(null) : onClose())}
      onKey={onKey}
      className="bg-paper text-ink"
    >
      <div className="grid size-full grid-rows-[auto_minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_minmax(0,1fr)]">
        <header className="flex items-center gap-3 border-b border-rule px-3 py-1 sm:px-5 lg:col-span-2">
          <LiveTotal estimate={report.estimate} before={before} version={report.edit?.version ?? 0} />
          <CloseButton name="Leave" onClose={onClose} />
        </header>
        <div className="stage grid min-h-0 grid-rows-[minmax(0,1fr)_auto] bg-stage text-on-stage">
          {photo === null ? (
            <p className="grid size-full place-items-center p-6 text-center text-muted">
              This report has no photos. Answer from what you know of the car.
            </p>
          ) : (
            <>
              <PhotoStage
                photo={photo}
                zoom={zoom}
                boxes={boxes.get(photo.number) ?? []}
                lit={step?.parts.length === 1 ? (step.parts[0].line?.id ?? null) : null}
                drawing={drawing ? { box: drawing.box, onBox: (box) => setDrawing({ box }) } : undefined}
                bare
              />
              <div className="flex items-center gap-1 px-2 py-1" data-strip="photo">
                <StageButton
                  name="Previous photo"
                  icon={ChevronLeft}
                  disabled={index === 0}
                  onClick={() => go(index - 1)}
                />
                <p className="figures px-2 py-1 text-sm">
                  {photoName(photo)} of {photos.length}
                </p>
                <StageButton
                  name="Next photo"
                  icon={ChevronRight}
                  disabled={index === photos.length - 1}
                  onClick={() => go(index + 1)}
                />
                <ZoomButtons zoom={zoom} className="ml-auto" />
              </div>
            </>
          )}
        </div>
        <section
          aria-label="Question"
          className="flex min-h-0 flex-col gap-3 overflow-y-auto px-3 py-3 sm:px-5 max-lg:max-h-[60dvh] max-lg:border-t max-lg:border-rule lg:border-l lg:border-rule lg:py-5"
        >
          <p className="sr-only" role="status">
            {spoken}
          </p>
          {drawing === null && step === null ? (
            <PassEnd pass={pass} report={report} before={before} onClose={onClose} />
          ) : (
            <>
              <div className="mx-auto hidden w-full max-w-64 lg:block">
                <LitDiagram id="asked" report={report} panels={step?.panels ?? NO_PANELS} />
              </div>
              {drawing ? (
                <AddDamage
                  photo={photo}
                  box={drawing.box}
                  asked={step?.parts[0] ?? null}
                  onSave={(name, part) => {
                    setDrawing(null);
                    act(() => pass.add(name, part));
                  }}
                  onCancel={() => setDrawing(null)}
                />
              ) : step ? (
                <QuestionPanel
                  key={step.key}
                  report={report}
                  step={step}
                  pass={pass}
                  ticked={ticks.ticked}
                  onTick={ticks.tick}
                  onAnswer={answer}
                  onGroup={group}
                  onSkip={skip}
                  onUndo={() => act(pass.undo)}
                  onAdd={() => setDrawing({ box: null })}
                />
              ) : null}
            </>
          )}
        </section>
      </div>
    </FullScreenDialog>
  );
}

/** Which pieces of the group that is up are ticked; an answer that is taken back has its ticks again. */
function useTicks(step: ConfirmStep | null) {
  const [all, setAll] = useState<ReadonlySet<string>>(new Set());
  const ticked = new Set(piecesOf(step?.parts ?? []).flatMap(({ id }) => (all.has(id) ? [id] : [])));
  return {
    ticked,
    tick: (id: string): void =>
      setAll(all.has(id) ? new Set([...all].filter((one) => one !== id)) : new Set([...all, id])),
  };
}

/**
 * The photo to look at for the part asked about: the one its reader last chose for such parts, the one that shows it best, else the one
 * that is up.
 */
function usePhotoOf(report: ReportModel, step: ConfirmStep | null) {
  const question = step?.parts[0];
  const part = question && { ...question.place, evidence: question.line?.evidence ?? [] };
  const photos = report.photos.filter(({ url }) => url !== null);
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const [shown, setShown] = useState({ asked: '', number: photos[0]?.number ?? 0 });
  const view = part ? (viewsOfLine(part)[0] ?? '') : '';
  const marked = part?.evidence.length ? photoOfLine(part, report) : null;
  const best = part ? (marked ?? chosen.get(view) ?? photoOfLine(part, report)) : null;
  if (step !== null && shown.asked !== step.key) setShown({ asked: step.key, number: best ?? shown.number });
  const index = Math.max(
    0,
    photos.findIndex(({ number }) => number === shown.number),
  );
  return {
    photo: photos[index] ?? null,
    index,
    choose(number: number): void {
      setShown({ ...shown, number });
      setChosen(new Map(chosen).set(view, number));
    },
  };
}
