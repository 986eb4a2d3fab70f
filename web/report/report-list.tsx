import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ReportCard } from './report-card.tsx';
import type { ReportCardData } from './report-card-data.ts';

/** Cards come and go by the stretch: at most a few stretches are in the document, however long the list is. */
const STRETCH = 10;
/** Stretches in the document at most: 50 cards, whatever is scrolled and however late the browser tells. */
const MOST = 5;
/** Height of a stretch nobody has seen yet, in pixels; corrected once it is drawn. */
const GUESS = 2200;
/** How far outside the window a stretch is already drawn. */
const MARGIN = '900px 0px';

type Props = {
  cards: readonly ReportCardData[];
  more: boolean;
  loadingMore: boolean;
  onMore: () => void;
};

/** The reports as a list of any length with at most 60 cards in the document. */
export function ReportList({ cards, more, loadingMore, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef({ more, loadingMore, onMore });
  latest.current = { more, loadingMore, onMore };
  useEffect(() => {
    const element = end.current;
    if (element === null || cards.length === 0) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        const now = latest.current;
        if (entry?.isIntersecting && now.more && !now.loadingMore) now.onMore();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [cards.length]);
  const { near, holderOf, heightOf } = useNearStretches();
  const stretches = Array.from({ length: Math.ceil(cards.length / STRETCH) }, (_, i) => ({
    place: i,
    cards: cards.slice(i * STRETCH, (i + 1) * STRETCH),
  }));
  return (
    <div className="grid gap-3">
      {stretches.map(({ place, cards: own }) => (
        <div
          key={place}
          ref={holderOf}
          data-place={place}
          className="grid gap-3"
          style={near.has(place) ? undefined : { height: heightOf(place) ?? (GUESS / STRETCH) * own.length }}
        >
          {near.has(place) ? own.map((card) => <ReportCard key={card.id} card={card} />) : null}
        </div>
      ))}
      <div ref={end}>
        {more ? (
          <Button look="quiet" className="w-full" busy={loadingMore} onClick={onMore}>
            Show older reports
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** Which stretches are near the window, by one observer of them all. */
function useNearStretches() {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]));
  const heights = useRef(new Map<number, number>());
  const observer = useRef<IntersectionObserver | null>(null);
  const holderOf = useCallback((holder: HTMLElement | null) => {
    if (holder === null) return;
    observer.current ??= new IntersectionObserver(
      (entries) => {
        // The height it had keeps the place of what follows.
        for (const { isIntersecting, target, boundingClientRect } of entries)
          if (!isIntersecting && target.childElementCount > 0)
            heights.current.set(placeOf(target), boundingClientRect.height);
        setNear((before) => nearOf(before, entries));
      },
      { rootMargin: MARGIN },
    );
    observer.current.observe(holder);
    return () => observer.current?.unobserve(holder);
  }, []);
  return { near, holderOf, heightOf: (place: number) => heights.current.get(place) };
}

const placeOf = (holder: Element): number => Number(holder.getAttribute('data-place'));

/** What was near, with what came and without what went; of too many, the ones around what came last. */
function nearOf(before: ReadonlySet<number>, entries: readonly IntersectionObserverEntry[]): Set<number> {
  const came = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => placeOf(target));
  const went = new Set(
    entries.filter(({ isIntersecting }) => !isIntersecting).map(({ target }) => placeOf(target)),
  );
  const near = [...new Set([...before, ...came])].filter((place) => !went.has(place));
  const middle = came.toSorted((a, b) => a - b)[came.length >> 1] ?? near[0] ?? 0;
  return new Set(near.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(0, MOST));
}
