import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { withChanges } from '../../../contract/report-view/apply-changes.ts';
import type { LineEdit } from '../../../contract/schemas/edit-report.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { editLines } from '../../api/reports/one-report.ts';
import { refreshReports } from '../../api/reports/report-list.ts';
import { changesKey, reportQuery, takeUpReport, versionOf } from '../../api/reports/report-query.ts';
import { notify } from '../../ui/notices.tsx';
import type { LineEditing } from './line-editing.tsx';

/** After the last answer: what would narrow the range now takes longer than its figures, and is read once nobody answers. */
const REST_MS = 800;

type Change = { edits: LineEdit[] } | { restore: number } | { step: 'undo' | 'redo' };

/** Sends changes of the report that is shown, one after the other, each onto the version the one before it left. */
export function useLineEditing(reportId: string, report: ReportModel | null) {
  const { queryKey: key } = reportQuery(reportId);
  const mutationKey = changesKey(reportId);
  const { mutateAsync } = useMutation({
    mutationKey,
    // One after the other, whichever page sent them.
    scope: { id: mutationKey.join() },
    // A lost network is told at once, not waited out.
    networkMode: 'always',
    mutationFn: async (change: Change) => {
      const onto = versionOf(reportId);
      return { onto, answer: await editLines(reportId, { version: onto, ...change }) };
    },
    onSuccess: async ({ onto, answer: { changes } }) => {
      // A read that began before may answer what stood then, and would take the change back.
      await queryClient.cancelQueries({ queryKey: key, exact: true });
      // What changed is told against the version it was made onto; another one in the cache is asked for anew.
      if (changes && versionOf(reportId) === onto)
        queryClient.setQueryData(
          key,
          (old) => old && { ...old, report: old.report && withChanges(old.report, changes) },
        );
      else await queryClient.invalidateQueries({ queryKey: key });
    },
    onError: async (error) => {
      const conflict = error instanceof ApiError && error.code === 'version_conflict';
      notify({
        kind: 'error',
        title: conflict ? 'The report has changed elsewhere' : 'The change was not saved',
        text: conflict
          ? 'It is shown as it is now. Please make your change again.'
          : messageOf(error, 'An API error occurred.'),
      });
      await queryClient.invalidateQueries({ queryKey: key });
    },
    onSettled: () => void refreshReports(),
  });
  const isChanging = useIsMutating({ mutationKey }) > 0;
  // Every row asks for it: drawn with what the change has brought, not once more before.
  const busy = useDeferredValue(isChanging);
  const isOpen =
    report !== null && report.estimate.evidence !== undefined && report.estimate.narrowing === undefined;
  useEffect(() => {
    if (!isOpen || isChanging) return;
    const timer = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: reportQuery(reportId).queryKey }),
      REST_MS,
    );
    return () => clearTimeout(timer);
  }, [isOpen, isChanging, reportId]);

  return useMemo(() => {
    const send = (change: Change): Promise<boolean> =>
      mutateAsync(change)
        .then(
          () => true,
          () => false,
        )
        .finally(() => takeUpReport(reportId));
    const { lines = [], evidence = [], scenario, airbags } = report?.estimate ?? {};
    const airbagsOpen = airbags !== undefined && (scenario?.set.airbags ?? airbags.told) === 'unknown';
    const editing: LineEditing = { lines, evidence, airbagsOpen, edit: (edits) => send({ edits }), busy };
    return {
      editing,
      restore: (earlier: number) => send({ restore: earlier }),
      step: (to: 'undo' | 'redo') => send({ step: to }),
      busy,
    };
  }, [report, reportId, mutateAsync, busy]);
}
