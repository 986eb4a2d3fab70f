import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { isTerminal } from '../../contract/schemas/report.ts';
import { queryClient } from '../api/query-client.ts';
import {
  type listReports,
  quotaQuery,
  type ReportFilter,
  refreshReports,
  reportsQuery,
} from '../api/reports/report-list.ts';
import { liveState, onFrame, openLive } from '../api/reports/report-live.ts';
import { useStore } from '../api/store.ts';
import { cardOf, type ReportCardData, temporaryCardOf } from './report-card-data.ts';
import { useTemporaryCards } from './start-report.ts';

/**
 * While something is in progress the list is asked again this often: without a socket it is all there is, with one it
 * catches a report that ended between the list's answer and the socket's first frame.
 */
export const pollMs = (connected: boolean): number => (connected ? 6000 : 3000);

/** Keeps the socket open and the caches fresh while a page that shows reports is up. */
export function useLiveReports(): { connected: boolean } {
  const live = useStore(liveState);
  useEffect(openLive, []);
  useEffect(() => {
    // What ended before this socket was there comes with no frame.
    if (live.connected) void refreshReports();
  }, [live.connected]);
  useEffect(
    () =>
      onFrame((frame) => {
        // A start and an end change the quota; a start may be one of another tab.
        const isNew = frame.type === 'status' && !isListed(frame.report_id);
        if (frame.type === 'status' && (isTerminal(frame.status) || isNew)) void refreshReports();
        void queryClient.invalidateQueries({ queryKey: ['report', frame.report_id] });
      }),
    [],
  );
  return { connected: live.connected };
}

const isListed = (reportId: string): boolean =>
  queryClient
    .getQueriesData<{ pages: Awaited<ReturnType<typeof listReports>>[] }>({ queryKey: ['reports'] })
    .some(([, data]) => data?.pages.some(({ items }) => items.some((item) => item.report_id === reportId)));

/** All cards that match, newest first: temporary ones before those the server lists. */
export function useReportCards(filter: ReportFilter) {
  const live = useStore(liveState);
  const temporary = useTemporaryCards();
  const list = useInfiniteQuery({ ...reportsQuery(filter), placeholderData: keepPreviousData });
  const { data, dataUpdatedAt } = list;
  const cards = useMemo((): ReportCardData[] => {
    const listed = data?.pages.flatMap((page) => page.items) ?? [];
    const known = new Set(listed.map((item) => item.report_id));
    return [
      ...temporary
        .filter((card) => card.reportId === null || !known.has(card.reportId))
        .map((card) => temporaryCardOf(card, live.frames.get(card.reportId ?? ''))),
      ...listed.map((item) => cardOf(item, live.frames.get(item.report_id), dataUpdatedAt)),
    ];
  }, [data, dataUpdatedAt, temporary, live.frames]);

  const running = cards.some((card) => card.outcome === 'in_progress');
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void refreshReports(), pollMs(live.connected));
    return () => clearInterval(timer);
  }, [running, live.connected]);
  return { list, cards };
}

export function useQuota() {
  return useQuery(quotaQuery);
}
