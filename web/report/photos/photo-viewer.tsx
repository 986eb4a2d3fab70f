import { ChevronLeft, ChevronRight, X } from 'lucide';
import { useState } from 'react';
import { photoName } from '../../../contract/report-view/photo-views.ts';
import type { ReportPhoto } from '../../../contract/schemas/report.ts';
import { FullScreenDialog } from '../../ui/dialog/full-screen-dialog.tsx';
import { boxWords, type PhotoBox } from './photo-boxes.ts';
import { PhotoStage } from './photo-stage.tsx';
import { StageButton } from './stage-button.tsx';
import { useZoom } from './use-zoom.ts';

type Props = {
  /** Those that can be shown. */
  photos: readonly ReportPhoto[];
  boxes: ReadonlyMap<number, readonly PhotoBox[]>;
  /** Number of the photo to begin with. */
  chosen: number;
  onChoose: (number: number) => void;
  onClose: () => void;
};

/** All photos of a report over the whole screen, one at a time. */
export function PhotoViewer({ photos, boxes, chosen, onChoose, onClose }: Props) {
  const [showsBoxes, setShowsBoxes] = useState(true);
  const index = Math.max(
    0,
    photos.findIndex(({ number }) => number === chosen),
  );
  const go = (to: number): void => {
    const next = photos[to];
    if (next === undefined) return;
    zoom.reset();
    onChoose(next.number);
  };
  const zoom = useZoom((by) => go(index + by));
  const photo = photos[index];
  if (photo === undefined) return null;
  const marked = boxes.get(photo.number) ?? [];
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(index - 1),
    ArrowRight: () => go(index + 1),
    Home: () => go(0),
    End: () => go(photos.length - 1),
    '+': zoom.zoomIn,
    '=': zoom.zoomIn,
    '-': zoom.zoomOut,
    '0': zoom.reset,
    b: () => setShowsBoxes(!showsBoxes),
  };
  const onKey = (event: KeyboardEvent): void => {
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <FullScreenDialog title="Photos" onClose={onClose} onKey={onKey} className="stage bg-stage text-on-stage">
      <div className="grid size-full grid-rows-[auto_minmax(0,1fr)_auto]">
        <div className="flex items-center gap-3 px-3 py-1">
          <p className="figures mr-auto min-w-0" role="status">
            {photoName(photo)} <span className="whitespace-nowrap text-muted">of {photos.length}</span>
          </p>
          {marked.length > 0 ? (
            <button
              type="button"
              aria-pressed={showsBoxes}
              className="min-h-11 rounded-md border border-rule-strong px-3 text-sm aria-pressed:border-signal aria-pressed:text-signal"
              onClick={() => setShowsBoxes(!showsBoxes)}
            >
              Marks
            </button>
          ) : null}
          <StageButton name="Close" icon={X} onClick={onClose} />
        </div>
        <div className="relative min-h-0">
          <PhotoStage photo={photo} zoom={zoom} boxes={showsBoxes ? marked : []} />
          <StageButton
            name="Previous photo"
            icon={ChevronLeft}
            disabled={index === 0}
            className="absolute top-1/2 left-2 -translate-y-1/2"
            onClick={() => go(index - 1)}
          />
          <StageButton
            name="Next photo"
            icon={ChevronRight}
            disabled={index === photos.length - 1}
            className="absolute top-1/2 right-2 -translate-y-1/2"
            onClick={() => go(index + 1)}
          />
        </div>
        <p className="min-h-10 truncate px-3 py-2 text-sm text-muted">
          {marked.length > 0 ? `Marked: ${marked.map(boxWords).join('; ')}` : 'Nothing marked on this photo'}
        </p>
      </div>
    </FullScreenDialog>
  );
}
