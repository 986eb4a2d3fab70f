import { clsx } from 'clsx';
import { X } from 'lucide';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createStore, useStore } from '../api/store.ts';
import { Icon } from './icon.tsx';
import { useHold } from './use-hold.ts';

/** A notice closes by itself after this long (docs/product.md), but not while it is pointed at or focused. */
const NOTICE_MS = 8000;

export type Notice = {
  kind: 'error' | 'done' | 'info';
  title: string;
  text?: string | undefined;
  examples?: readonly string[];
  actions?: ReactNode;
  /** What it speaks of stays in view beside it. */
  about?: Element | null;
  /** Called once the notice is gone, however that came. */
  onGone?: () => void;
};
type Shown = Notice & { id: number; place: symbol };

/** Where a notice stands: on the page, or in the dialog it was raised in, behind which all else lies inert. */
const PAGE = Symbol('page');
let places: readonly symbol[] = [PAGE];
const foremost = (): symbol => places.at(-1) ?? PAGE;

const shown = createStore<readonly Shown[]>([]);
let next = 1;

/** Shows a notice; a repeat of one that is up replaces it. Answers the function that closes it. */
export function notify(notice: Notice): () => void {
  const id = next++;
  shown.set([
    // The newest is seen first where not all have room.
    { ...notice, id, place: foremost() },
    ...shown.get().filter(({ title, text }) => title !== notice.title || text !== notice.text),
  ]);
  return () => close(shown.get().filter((other) => other.id === id));
}

const close = (gone: readonly Shown[]): void => {
  shown.set(shown.get().filter((notice) => !gone.includes(notice)));
  for (const { onGone } of gone) onGone?.();
};
export const closeNotices = (): void => close(shown.get());

/** The notices of the page. */
export const Notices = () => <NoticesAt place={PAGE} />;

/** The notices raised while a dialog is open; what is left of them when it closes goes on on the page. */
export function DialogNotices() {
  const [place] = useState(() => Symbol('dialog'));
  useLayoutEffect(() => {
    places = [...places, place];
    return () => {
      places = places.filter((other) => other !== place);
      shown.set(
        shown.get().map((notice) => (notice.place === place ? { ...notice, place: foremost() } : notice)),
      );
    };
  }, [place]);
  return <NoticesAt place={place} />;
}

function NoticesAt({ place }: { place: symbol }) {
  const list = useStore(shown);
  return (
    <div
      className="notices pointer-events-none fixed inset-x-3 bottom-3 z-50 grid justify-items-end gap-2 overflow-y-auto"
      aria-live="polite"
      aria-relevant="additions"
    >
      {list
        .filter((notice) => notice.place === place)
        .map((notice) => (
          <NoticeBox key={notice.id} notice={notice} />
        ))}
    </div>
  );
}

function NoticeBox({ notice }: { notice: Shown }) {
  const { held, hold } = useHold();
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close([notice]), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [held, notice]);
  useEffect(() => {
    notice.about?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [notice]);
  return (
    <section
      aria-label={notice.title}
      className={clsx(
        'pointer-events-auto w-full max-w-md rounded-lg border-l-4 bg-sheet p-4 pr-10 shadow-lg ring-1 ring-rule relative',
        notice.kind === 'error'
          ? 'border-l-fail'
          : notice.kind === 'done'
            ? 'border-l-ready'
            : 'border-l-signal',
      )}
      {...hold}
    >
      <p className="font-semibold" role={notice.kind === 'error' ? 'alert' : undefined}>
        {notice.title}
      </p>
      {notice.text ? <p className="mt-1 text-sm text-muted">{notice.text}</p> : null}
      {notice.examples ? (
        <ul className="figures mt-2 space-y-0.5 text-xs text-muted sm:text-sm">
          {notice.examples.map((example) => (
            <li key={example} className="break-all">
              {example}
            </li>
          ))}
        </ul>
      ) : null}
      {notice.actions ? <div className="mt-3 flex flex-wrap gap-2">{notice.actions}</div> : null}
      <button
        type="button"
        aria-label="Close notice"
        onClick={() => close([notice])}
        className="absolute top-2 right-2 grid size-8 pointer-coarse:size-11 pointer-coarse:top-0 pointer-coarse:right-0 place-items-center rounded text-muted hover:text-ink"
      >
        <Icon shape={X} size={14} />
      </button>
    </section>
  );
}
