import { useRef, useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { refreshReports } from '../api/reports/report-list.ts';
import { cancelReport, retryReport } from '../api/reports/reports.ts';
import { Button } from '../ui/button.tsx';
import { notify } from '../ui/notices.tsx';

type ActionProps = {
  label: string;
  look: 'quiet' | 'text';
  failure: string;
  act: () => Promise<unknown>;
};

/** A button that does one thing once, says where it failed, and has the lists read again. */
function ReportAction({ label, look, failure, act }: ActionProps) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const press = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await act();
    } catch (error) {
      notify({ kind: 'error', title: failure, text: messageOf(error, 'An API error occurred.') });
    } finally {
      await refreshReports();
      running.current = false;
      setBusy(false);
    }
  };
  return (
    <Button look={look} busy={busy} onClick={() => void press()}>
      {label}
    </Button>
  );
}

export const CancelButton = ({ reportId }: { reportId: string }) => (
  <ReportAction
    label="Cancel"
    look="text"
    failure="The report could not be canceled"
    act={() => cancelReport(reportId)}
  />
);

type RetryProps = { reportId: string; onStarted?: (newReportId: string) => void };

/** The new try is a report of its own: `onStarted` is told its id. */
export const RetryButton = ({ reportId, onStarted }: RetryProps) => (
  <ReportAction
    label="Try again"
    look="quiet"
    failure="The report could not be started again"
    act={async () => {
      const { report_id } = await retryReport(reportId);
      onStarted?.(report_id);
    }}
  />
);
