import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ReportCard } from './report-card.tsx';
import type { ReportCardData } from './report-card-data.ts';

/** Cards come and go by the stretch: at most a few stretches are in the document, however long the list is. */
const STRETCH = 10;
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
  const stretches = Array.from({ length: Math.ceil(cards.length / STRETCH) }, (_, i) => ({
    place: i,
    cards: cards.slice(i * STRETCH, (i + 1) * STRETCH),
  }));
  return (
    <div className="grid gap-3">
      {stretches.map((stretch) => (
        <Stretch key={stretch.place} cards={stretch.cards} first={stretch.place === 0} />
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

function Stretch({ cards, first }: { cards: readonly ReportCardData[]; first: boolean }) {
  const holder = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(first);
  const [height, setHeight] = useState((GUESS / STRETCH) * cards.length);
  useEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return;
        // The height it had keeps the place of what follows.
        if (!entry.isIntersecting && entry.boundingClientRect.height > 0)
          setHeight(entry.boundingClientRect.height);
        setNear(entry.isIntersecting);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={holder} className="grid gap-3" style={near ? undefined : { height }}>
      {near ? cards.map((card) => <ReportCard key={card.id} card={card} />) : null}
    </div>
  );
}
