import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isTerminal } from '../../contract/report.ts';
import { queryClient } from '../api/query-client.ts';
import { liveState, onFrame, openLive, watchLive } from '../api/report-live.ts';
import { listReports, readQuota } from '../api/users.ts';
import { cardOf, type ReportCardData, temporaryCardOf } from './report-card-data.ts';
import { useTemporaryCards } from './start-report.ts';

/** Without a socket the list is asked again this often while something is in progress. */
const POLL_MS = 3000;

export const useLive = () => useSyncExternalStore(watchLive, liveState);

/** Keeps the socket open and the caches fresh while a page that shows reports is up. */
export function useLiveReports(): { connected: boolean } {
  const live = useLive();
  useEffect(openLive, []);
  useEffect(
    () =>
      onFrame((frame) => {
        if (frame.type === 'status' && isTerminal(frame.status)) {
          void queryClient.invalidateQueries({ queryKey: ['reports'] });
          void queryClient.invalidateQueries({ queryKey: ['quota'] });
        }
        void queryClient.invalidateQueries({ queryKey: ['report', frame.report_id] });
      }),
    [],
  );
  return { connected: live.connected };
}

/** All cards, newest first: temporary ones before those the server lists. */
export function useReportCards() {
  const live = useLive();
  const temporary = useTemporaryCards();
  const list = useInfiniteQuery({
    queryKey: ['reports'],
    queryFn: ({ pageParam }) => listReports(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: (query) => {
      const busy = query.state.data?.pages.some((page) =>
        page.items.some((item) => !isTerminal(item.task_status)),
      );
      return busy && !live.connected ? POLL_MS : false;
    },
  });
  const listed = list.data?.pages.flatMap((page) => page.items) ?? [];
  const known = new Set(listed.map((item) => item.report_id));
  const cards: ReportCardData[] = [
    ...temporary
      .filter((card) => card.reportId === null || !known.has(card.reportId))
      .map((card) => temporaryCardOf(card, live.frames.get(card.reportId ?? ''))),
    ...listed.map((item) => cardOf(item, live.frames.get(item.report_id), list.dataUpdatedAt)),
  ];
  return { list, cards, connected: live.connected };
}

export function useQuota() {
  return useQuery({ queryKey: ['quota'], queryFn: readQuota });
}
