import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ReportDetail } from '../../contract/api/report-answers.ts';
import { isTerminal } from '../../contract/report-status.ts';
import type { Quota } from '../../contract/schemas/account.ts';
import { queryClient } from '../api/query-client.ts';
import {
  type listReports,
  quotaQuery,
  type ReportFilter,
  refreshReports,
  reportsQuery,
} from '../api/reports/report-list.ts';
import { liveConnected, onFrame, openLive } from '../api/reports/report-live.ts';
import { takeUpReport } from '../api/reports/report-query.ts';
import { reportStates } from '../api/reports/report-states.ts';
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
  const connected = useStore(liveConnected);
  useEffect(openLive, []);
  useEffect(() => {
    // What ended before this socket was there comes with no frame.
    if (connected) void refreshReports();
  }, [connected]);
  useEffect(
    () =>
      onFrame((frame) => {
        // A start and an end change the quota; a start may be one of another tab.
        const isNew = frame.type === 'status' && !isListed(frame.report_id);
        if (frame.type === 'status' && (isTerminal(frame.status) || isNew)) void refreshReports();
        takeUpReport(frame.report_id);
      }),
    [],
  );
  return { connected };
}

const isListed = (reportId: string): boolean =>
  queryClient
    .getQueriesData<{ pages: Awaited<ReturnType<typeof listReports>>[] }>({ queryKey: ['reports'] })
    .some(([, data]) => data?.pages.some(({ items }) => items.some((item) => item.report_id === reportId)));

/** All cards that match, newest first: temporary ones before those the server lists. */
export function useReportCards(filter: ReportFilter, pageSize?: number) {
  const connected = useStore(liveConnected);
  const { reports: states } = useStore(reportStates);
  const temporary = useTemporaryCards();
  const list = useInfiniteQuery({ ...reportsQuery(filter, pageSize), placeholderData: keepPreviousData });
  const { data } = list;
  const cards = useMemo((): ReportCardData[] => {
    const listed = data?.pages.flatMap((page) => page.items) ?? [];
    const known = new Set(listed.map((item) => item.report_id));
    return [
      ...temporary
        .filter((card) => card.reportId === null || !known.has(card.reportId))
        .map((card) => temporaryCardOf(card, states.get(card.reportId ?? ''))),
      ...listed.map((item) => cardOf(item, states.get(item.report_id))),
    ];
  }, [data, temporary, states]);

  const running = cards.some((card) => card.outcome === 'in_progress');
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => void refreshReports(), pollMs(connected));
    return () => clearInterval(timer);
  }, [running, connected]);
  return { list, cards };
}

/** The newest quota that was told, by its own call or by a frame. */
export function useQuota(): Quota | null {
  useQuery(quotaQuery);
  return useStore(reportStates).quota;
}

/** A running report with what frames have told since it was read. */
export function useNewestState(detail: ReportDetail | undefined): ReportDetail | undefined {
  const state = useStore(reportStates).reports.get(detail?.report_id ?? '');
  if (detail === undefined || state === undefined || state.seq <= detail.seq) return detail;
  // An ended report is shown once it is here.
  return isTerminal(state.status) ? detail : { ...detail, task_status: state.status, message: state.message };
}
