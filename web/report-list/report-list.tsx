import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ReportCard } from './report-card.tsx';
import type { ReportCardData } from './report-card-data.ts';

/** Pixels between two cards. */
const GAP = 8;
/** Cards drawn beyond each edge of the window, so that Tab and a quick scroll find them there. */
const BEYOND = 6;
/** Cards in the document at most, besides the focused one and its neighbours, however tall the window is. */
const MOST = 50;
/** Height of a card nobody has seen yet, in pixels, on a phone and on a desk; measured once it is drawn. */
const GUESS = { phone: 260, desk: 98 };
/** Older reports are asked for when so few cards are left below. */
const SOON = 12;

type Props = {
  cards: readonly ReportCardData[];
  more: boolean;
  loadingMore: boolean;
  onMore: () => void;
};

/** The reports as a list of any length: the cards around the window are in the document, and the focused one. */
export function ReportList({ cards, more, loadingMore, onMore }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const above = useHeightAbove(list);
  const [focused, setFocused] = useState<string | null>(null);
  const focusedAt = focused === null ? -1 : cards.findIndex((card) => card.id === focused);
  const virtualizer = useWindowVirtualizer({
    count: cards.length,
    getItemKey: (index) => cards[index]?.id ?? index,
    estimateSize: () => (window.innerWidth < 640 ? GUESS.phone : GUESS.desk),
    gap: GAP,
    overscan: BEYOND,
    scrollMargin: above,
    rangeExtractor: (range) =>
      withFocused(defaultRangeExtractor(range).slice(0, MOST), focusedAt, range.count),
  });
  const drawn = virtualizer.getVirtualItems();

  const readOn = useEffectEvent(() => {
    if (more && !loadingMore) onMore();
  });
  const nearEnd = (virtualizer.range?.endIndex ?? 0) >= cards.length - SOON;
  useEffect(() => {
    if (nearEnd && cards.length > 0) readOn();
  }, [nearEnd, cards.length]);

  return (
    <>
      <ul
        ref={list}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onFocus={(event) => setFocused(cardOf(event))}
        onBlur={({ relatedTarget, currentTarget }) => {
          // Where the focus only goes on to the next card, that one has to be there to take it.
          if (!currentTarget.contains(relatedTarget)) setFocused(null);
        }}
      >
        {drawn.map(({ index, key, start }) => {
          const card = cards[index];
          return card === undefined ? null : (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-card={card.id}
              aria-posinset={index + 1}
              aria-setsize={more ? -1 : cards.length}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${start - above}px)` }}
            >
              <ReportCard card={card} />
            </li>
          );
        })}
      </ul>
      {more ? (
        <Button look="quiet" className="mt-3 w-full" busy={loadingMore} onClick={onMore}>
          Show older reports
        </Button>
      ) : null}
    </>
  );
}

const cardOf = ({ target }: FocusEvent): string | null =>
  target.closest('[data-card]')?.getAttribute('data-card') ?? null;

/** The cards to draw and, wherever the list was scrolled, the focused one with the two that Tab leads to. */
function withFocused(indexes: number[], focusedAt: number, count: number): number[] {
  if (focusedAt < 0) return indexes;
  const kept = [focusedAt - 1, focusedAt, focusedAt + 1].filter((index) => index >= 0 && index < count);
  return [...new Set([...indexes, ...kept])].sort((a, b) => a - b);
}

/** Where the list begins in the page, in pixels; looked up at every drawing, for what stands above it may change. */
function useHeightAbove(list: { current: HTMLElement | null }): number {
  const [above, setAbove] = useState(0);
  useLayoutEffect(() => {
    if (list.current !== null)
      setAbove(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  });
  return above;
}
