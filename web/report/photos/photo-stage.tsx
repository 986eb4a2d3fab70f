import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide';
import type { CSSProperties, PointerEvent as Pointed } from 'react';
import { photoName } from '../../../contract/report-view/photo-views.ts';
import type { ReportPhoto } from '../../../contract/schemas/report.ts';
import { boxColor, boxWords, type PhotoBox } from './photo-boxes.ts';
import { StageButton } from './stage-button.tsx';
import type { Zoom } from './use-zoom.ts';

export type DrawnBox = PhotoBox['at'];

type Props = {
  photo: ReportPhoto;
  zoom: Zoom;
  boxes: readonly PhotoBox[];
  /** The line whose boxes stand out; undefined: all of them alike. */
  lit?: string | null;
  /** A box is drawn instead of moving the photo; null: none yet. */
  drawing?: { box: DrawnBox | null; onBox: (box: DrawnBox) => void } | undefined;
  /** The buttons that zoom stand elsewhere, not over the photo. */
  bare?: boolean;
};

/** One photo as large as its place allows, to zoom and move, with its boxes over it. */
export function PhotoStage({ photo, zoom, boxes, lit, drawing, bare = false }: Props) {
  const width = photo.width ?? 1600;
  const height = photo.height ?? 1200;
  const draw = useDrawing(zoom, drawing?.onBox);
  return (
    <div className="stage relative size-full min-h-0">
      <div
        ref={zoom.frame}
        data-zoom={zoom.scale.toFixed(2)}
        className={clsx(
          'grid size-full touch-none place-items-center overflow-hidden bg-stage select-none [container-type:size]',
          drawing ? 'cursor-crosshair' : zoom.scale > 1 && 'cursor-move',
        )}
        {...(drawing ? draw : zoom.handlers)}
      >
        <div
          ref={zoom.photo}
          className="relative w-[min(100cqw,calc(100cqh*var(--ratio)))]"
          style={
            {
              '--ratio': width / height,
              aspectRatio: `${width} / ${height}`,
              transform: zoom.transform,
            } as CSSProperties
          }
        >
          {photo.url === null ? null : (
            <img src={photo.url} alt={photoName(photo)} draggable={false} className="size-full" />
          )}
          <svg className="absolute inset-0 size-full" viewBox="0 0 1 1" preserveAspectRatio="none" role="img">
            <title>{boxes.length === 0 ? 'Nothing marked' : boxes.map(boxWords).join('; ')}</title>
            {boxes.map((box) => (
              <Rect
                key={`${box.line}-${box.at.join()}`}
                at={box.at}
                color={boxColor(box)}
                strong={box.line === lit}
                dashed={box.by_user}
              />
            ))}
            {drawing?.box ? <Rect at={drawing.box} color="var(--signal)" strong dashed /> : null}
          </svg>
          {boxes
            .filter(({ line }) => lit === undefined || line === lit)
            .map((box) => (
              <span
                key={`${box.line}-${box.at.join()}`}
                aria-hidden="true"
                className="absolute max-w-full truncate bg-stage/80 px-1.5 text-xs text-on-stage"
                style={{ left: `${box.at[0] * 100}%`, top: `${box.at[1] * 100}%` }}
              >
                {box.name}
              </span>
            ))}
        </div>
      </div>
      {bare ? null : <ZoomButtons zoom={zoom} className="absolute right-2 bottom-2" />}
    </div>
  );
}

/** Out and in. */
export const ZoomButtons = ({ zoom, className }: { zoom: Zoom; className: string }) => (
  <div className={clsx('flex gap-1', className)}>
    <StageButton name="Zoom out" icon={Minus} disabled={zoom.scale === 1} onClick={zoom.zoomOut} />
    <StageButton name="Zoom in" icon={Plus} onClick={zoom.zoomIn} />
  </div>
);

type RectProps = { at: DrawnBox; color: string; strong: boolean; dashed: boolean };

/** A dark line under a light one: seen on any photo. */
const Rect = ({ at: [x0, y0, x1, y1], color, strong, dashed }: RectProps) => {
  const place = { x: x0, y: y0, width: x1 - x0, height: y1 - y0, vectorEffect: 'non-scaling-stroke' };
  return (
    <>
      <rect {...place} fill="none" stroke="var(--stage)" strokeWidth={strong ? 6 : 4} />
      <rect
        {...place}
        fill="none"
        stroke={color}
        strokeWidth={strong ? 3.5 : 2}
        strokeDasharray={dashed ? '7 4' : undefined}
      />
    </>
  );
};

/** The smallest part of a photo, across or down, that is a box and no slip of the hand. */
const LEAST = 0.01;
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Draws a box by dragging over the photo, at whatever zoom. */
function useDrawing({ photo }: Zoom, onBox: ((box: DrawnBox) => void) | undefined) {
  const at = ({ clientX, clientY }: Pointed): readonly [number, number] => {
    const area = photo.current?.getBoundingClientRect();
    const share = (value: number, from: number, size: number): number =>
      rounded(Math.min(1, Math.max(0, (value - from) / size)));
    return area ? [share(clientX, area.left, area.width), share(clientY, area.top, area.height)] : [0, 0];
  };
  return {
    onPointerDown: (event: Pointed<HTMLElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.dataset.from = at(event).join();
    },
    onPointerMove: (event: Pointed<HTMLElement>): void => {
      const [x = Number.NaN, y = Number.NaN] = (event.currentTarget.dataset.from ?? '')
        .split(',')
        .map(Number);
      const [toX, toY] = at(event);
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
      if (Math.abs(toX - x) < LEAST || Math.abs(toY - y) < LEAST) return;
      onBox?.([Math.min(x, toX), Math.min(y, toY), Math.max(x, toX), Math.max(y, toY)]);
    },
  };
}
