import { useMemo, useRef, useState } from 'react';
import type { ReportDetail } from '../../contract/calls.ts';
import type { EditLinesRequest, LineEdit } from '../../contract/edit-report.ts';
import type { ReportModel } from '../../contract/report.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { refreshReports } from '../api/report-list.ts';
import { editLines } from '../api/reports.ts';
import { notify } from '../ui/notices.tsx';
import type { LineEditing } from './line-editing.tsx';

type Change = { edits: LineEdit[] } | { restore: number } | { step: 'undo' | 'redo' };

/** Sends changes of the report that is shown, one after the other, each onto the version the one before it left. */
export function useLineEditing(reportId: string, report: ReportModel | null) {
  const [waiting, setWaiting] = useState(0);
  const version = useRef({ of: reportId, is: 0 });
  const line = useRef<Promise<unknown>>(Promise.resolve());
  // The same component may show one report after another.
  const before = version.current.of === reportId ? version.current.is : 0;
  version.current = { of: reportId, is: Math.max(before, report?.edit?.version ?? 0) };

  const send = useMemo(() => {
    const one = async (change: Change): Promise<boolean> => {
      const key = ['report', reportId];
      try {
        const answer = await editLines(reportId, {
          version: version.current.is,
          ...change,
        } as EditLinesRequest);
        if (version.current.of === reportId) version.current = { of: reportId, is: answer.version };
        queryClient.setQueryData<ReportDetail>(key, (old) => old && { ...old, report: answer.report });
        return true;
      } catch (error) {
        const conflict = error instanceof ApiError && error.status === 409;
        notify({
          kind: 'error',
          title: conflict ? 'The report has changed elsewhere' : 'The change was not saved',
          text: conflict
            ? 'It is shown as it is now. Please make your change again.'
            : messageOf(error, 'An API error occurred.'),
        });
        await queryClient.invalidateQueries({ queryKey: key });
        return false;
      } finally {
        void refreshReports();
        setWaiting((count) => count - 1);
      }
    };
    return (change: Change): Promise<boolean> => {
      setWaiting((count) => count + 1);
      const sent = line.current.then(() => one(change));
      line.current = sent;
      return sent;
    };
  }, [reportId]);

  const busy = waiting > 0;
  return useMemo(() => {
    const lines = report?.estimate.lines ?? [];
    const editing: LineEditing = { reportId, lines, edit: (edits) => send({ edits }), busy };
    return {
      editing,
      restore: (earlier: number) => send({ restore: earlier }),
      step: (to: 'undo' | 'redo') => send({ step: to }),
      busy,
    };
  }, [reportId, report, send, busy]);
}
