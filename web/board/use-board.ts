import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { rereadBoard, rereadWaitingLots, waitingLotsQuery } from '../api/reports/board.ts';
import { refreshReports } from '../api/reports/report-list.ts';
import { useReportCards } from '../report-list/use-reports.ts';
import { boardLots } from './board-rows.ts';

/** Reports of one page of the list: the board sorts and groups what it has at hand. */
const PAGE_SIZE = 500;
/** While lots wait for their turn, or a deal is calculated, no frame tells of it. */
const ASK_MS = 3_000;

/** All lots of the board, those without a report first, filled as they become reports. */
export function useBoard(archived: boolean) {
  const { list, cards } = useReportCards(archived ? { archived: 'only' } : {}, PAGE_SIZE);
  const waiting = useQuery(waitingLotsQuery);
  const { hasNextPage, isFetchingNextPage, isError } = list;
  const readOn = useEffectEvent(() => void list.fetchNextPage());
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) readOn();
  }, [hasNextPage, isFetchingNextPage, isError]);

  const queued = waiting.data?.filter(({ state }) => state === 'queued').length ?? 0;
  const calculating = cards.some(({ outcome, deal }) => outcome === 'ready' && deal?.current !== true);
  useEffect(() => {
    if (queued === 0 && !calculating) return;
    const timer = setInterval(() => void (queued > 0 ? rereadBoard() : refreshReports()), ASK_MS);
    return () => clearInterval(timer);
  }, [queued, calculating]);

  // A report that came may be of a lot that waited, whoever handed over its page, and where.
  const reports = cards.length;
  const waits = (waiting.data?.length ?? 0) > 0;
  const rereadWaiting = useEffectEvent(() => void (waits && rereadWaitingLots()));
  useEffect(() => {
    if (reports > 0) rereadWaiting();
  }, [reports]);

  const lots = useMemo(
    () => boardLots(archived ? [] : (waiting.data ?? []), cards),
    [waiting.data, cards, archived],
  );
  return { lots, list, waiting: waiting.data ?? [] };
}
