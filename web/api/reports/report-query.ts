import { queryOptions } from '@tanstack/react-query';
import type { ReportDetail } from '../../../contract/api/report-answers.ts';
import * as api from '../../../contract/api/report-calls.ts';
import { isTerminal } from '../../../contract/report-status.ts';
import { call } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { noteRows, reportStates } from './report-states.ts';

const WITHOUT_LINKS = { supplier_links: 'without' } as const;

export const reportQuery = (reportId: string) =>
  queryOptions({
    queryKey: ['report', reportId],
    queryFn: async (): Promise<ReportDetail> => {
      const detail = await call(api.report, { params: { report_id: reportId }, query: WITHOUT_LINKS });
      noteRows([detail]);
      return detail;
    },
  });

/** Of the changes that this page sends. */
export const changesKey = (reportId: string) => ['report-lines', reportId];

/** The version of the report as it was last answered; a change is made onto it. */
export const versionOf = (reportId: string): number =>
  queryClient.getQueryData(reportQuery(reportId).queryKey)?.report?.edit?.version ?? 0;

/** Asks for a report anew once more was told of it than is here; never for a change of our own, nor while one is on its way. */
export function takeUpReport(reportId: string): void {
  if (queryClient.isMutating({ mutationKey: changesKey(reportId) }) > 0) return;
  const { queryKey } = reportQuery(reportId);
  const told = reportStates.get().reports.get(reportId);
  const isWhole = told !== undefined && isTerminal(told.status) && queryClient.getQueryData(queryKey)?.report;
  if (isWhole && told.version <= versionOf(reportId)) return;
  void queryClient.invalidateQueries({ queryKey });
}
