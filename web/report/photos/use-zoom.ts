import { type PointerEvent as Pointed, useEffect, useEffectEvent, useRef, useState } from 'react';

const MOST = 8;
const STEP = 1.5;
const TAP_MS = 300;
const TAP_PX = 24;
const SWIPE_PX = 48;

type At = { readonly x: number; readonly y: number };
type View = At & { readonly scale: number };
const WHOLE: View = { scale: 1, x: 0, y: 0 };

const between = (value: number, most: number): number => Math.min(most, Math.max(-most, value));
const apart = (a: At, b: At): number => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * Zoom by wheel, pinch, double tap and step, and moving about while zoomed; a swipe over a whole photo leads on. `frame` is the
 * window the photo is seen through, `photo` lies in its middle.
 */
export function useZoom(onSwipe: (to: 1 | -1) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const photo = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(WHOLE);
  const pointers = useRef(new Map<number, At>());
  const start = useRef<At | null>(null);
  const tap = useRef<(At & { time: number }) | null>(null);

  /** A point of the screen from the middle of the frame. */
  const fromMiddle = ({ x, y }: At): At => {
    const box = frame.current?.getBoundingClientRect();
    return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : { x: 0, y: 0 };
  };
  const held = ({ scale, x, y }: View): View => {
    const [outer, inner] = [frame.current, photo.current];
    if (scale <= 1 || !outer || !inner) return WHOLE;
    return {
      scale,
      x: between(x, Math.max(0, (inner.offsetWidth * scale - outer.clientWidth) / 2)),
      y: between(y, Math.max(0, (inner.offsetHeight * scale - outer.clientHeight) / 2)),
    };
  };
  const move = (by: At): void => setView((now) => held({ ...now, x: now.x + by.x, y: now.y + by.y }));
  const zoom = (by: number, around: At = { x: 0, y: 0 }): void =>
    setView((now) => {
      const scale = Math.min(MOST, Math.max(1, now.scale * by));
      const grown = scale / now.scale;
      return held({
        scale,
        x: around.x - (around.x - now.x) * grown,
        y: around.y - (around.y - now.y) * grown,
      });
    });

  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), fromMiddle({ x: event.clientX, y: event.clientY }));
  });
  useEffect(() => {
    const element = frame.current;
    // React listens to the wheel passively: the page behind would scroll.
    const listener = (event: WheelEvent): void => wheel(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, []);

  const onPointerDown = (event: Pointed): void => {
    if (event.button !== 0) return;
    const at = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, at);
    start.current = pointers.current.size === 1 ? at : null;
  };
  const onPointerMove = (event: Pointed): void => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other) {
      const middle = fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      zoom(apart(now, other) / Math.max(1, apart(before, other)), middle);
    } else move({ x: now.x - before.x, y: now.y - before.y });
  };
  const onPointerUp = (event: Pointed): void => {
    if (!pointers.current.delete(event.pointerId)) return;
    const from = start.current;
    start.current = null;
    if (from === null || event.type === 'pointercancel') return;
    const to = { x: event.clientX, y: event.clientY };
    const across = to.x - from.x;
    if (view.scale === 1 && event.pointerType !== 'mouse' && Math.abs(across) > SWIPE_PX) {
      if (Math.abs(across) > Math.abs(to.y - from.y)) onSwipe(across < 0 ? 1 : -1);
      return;
    }
    if (apart(from, to) > TAP_PX) return;
    const last = tap.current;
    const again = last !== null && event.timeStamp - last.time < TAP_MS && apart(last, to) < TAP_PX;
    tap.current = again ? null : { ...to, time: event.timeStamp };
    if (again) zoom(view.scale > 1 ? 0 : 2.5, fromMiddle(to));
  };

  return {
    frame,
    photo,
    scale: view.scale,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    reset: () => setView(WHOLE),
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  };
}

export type Zoom = ReturnType<typeof useZoom>;
