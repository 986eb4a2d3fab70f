import { useMemo, useRef, useState } from 'react';
import type { EditLinesRequest, LineEdit } from '../../contract/edit-report.ts';
import type { ReportModel } from '../../contract/report.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { refreshReports } from '../api/report-list.ts';
import { editLines } from '../api/reports.ts';
import { notify } from '../ui/notices.tsx';
import type { LineEditing } from './line-editing.tsx';

/** Sends edits of the report that is shown, one after the other, and has everything that shows it read again. */
export function useLineEditing(reportId: string, report: ReportModel | null) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const version = report?.edit?.version ?? 0;

  return useMemo(() => {
    const send = async (request: EditLinesRequest): Promise<boolean> => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      try {
        await editLines(reportId, request);
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
        return false;
      } finally {
        await queryClient.invalidateQueries({ queryKey: ['report', reportId] });
        void refreshReports();
        running.current = false;
        setBusy(false);
      }
    };
    const editing: LineEditing = { edit: (edits: LineEdit[]) => send({ version, edits }), busy };
    return { editing, restore: (earlier: number) => send({ version, restore: earlier }), version, busy };
  }, [reportId, version, busy]);
}
