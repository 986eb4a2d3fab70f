import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { exportFormatSchema } from '../../contract/calls.ts';
import { outcomeOf, type ReportModel, stageOf } from '../../contract/schemas/report.ts';
import { useLeaveWithoutSession } from '../account/use-session.ts';
import { downloadReport, EXPORT_FORMATS, exportReport, readReport } from '../api/reports/reports.ts';
import { AppFrame } from '../layout/app-frame.tsx';
import { LineEditingContext, OwnReportContext } from '../report/editing/line-editing.tsx';
import { useLineEditing } from '../report/editing/use-line-editing.ts';
import { RecalculateOffer } from '../report/recalculate-offer.tsx';
import { ReportView } from '../report/report-view.tsx';
import { UnfinishedReport } from '../report/unfinished-report.tsx';
import { DownloadButton } from '../report-list/download-button.tsx';
import { useOutcomeNews } from '../report-list/use-outcome-news.ts';
import { pollMs, useLiveReports } from '../report-list/use-reports.ts';
import { Button, buttonLook, Spinner } from '../ui/button.tsx';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { useCloseOutside } from '../ui/dialog/use-close-outside.ts';
import { usePageTitle } from '../ui/use-page-title.ts';

const ShareDialog = lazyDialog(async () => (await import('../report/share-dialog.tsx')).ShareDialog);

/** One report: while it is made, what is known so far; then all of it. */
export function ReportPage() {
  const { reportId } = useParams({ from: '/reports/$reportId' });
  const { connected } = useLiveReports();
  useLeaveWithoutSession();
  const answer = useQuery({
    queryKey: ['report', reportId],
    queryFn: () => readReport(reportId),
    refetchInterval: (query) =>
      query.state.data !== undefined && outcomeOf(query.state.data.task_status) === 'in_progress'
        ? pollMs(connected)
        : false,
  });
  const detail = answer.data;
  const outcome = detail === undefined ? null : outcomeOf(detail.task_status);
  const name = detail?.model_name ?? 'Report';
  const news = useOutcomeNews(
    detail && outcome ? [{ id: reportId, reportId, name, outcome, statusMessage: detail.message }] : [],
  );
  const stage = outcome === 'in_progress' && detail ? `${stageOf(detail.task_status).label} · ` : '';
  usePageTitle(`${news ? `${news} · ` : stage}${name} · LotLens`);

  return (
    <AppFrame busy={outcome === 'in_progress'}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <Link to="/reports" className={buttonLook('text')}>
          All reports
        </Link>
        {detail?.report ? <Toolbar reportId={reportId} /> : null}
      </div>
      {answer.isPending ? (
        <p className="flex items-center gap-2 py-10 text-muted" role="status">
          <Spinner /> Loading the report
        </p>
      ) : null}
      {answer.isError && detail === undefined ? (
        <div role="alert" className="py-10">
          <h1 className="text-xl font-semibold">The report could not be loaded</h1>
          <p className="mt-2">{answer.error.message}</p>
          <Button look="quiet" className="mt-3" onClick={() => void answer.refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
      {detail?.report ? (
        <OwnReport reportId={reportId} report={detail.report} current={detail.tables_current !== false} />
      ) : null}
      {detail && !detail.report ? <UnfinishedReport detail={detail} /> : null}
    </AppFrame>
  );
}

type OwnProps = { reportId: string; report: ReportModel };

/** The finished report of the signed-in user. */
const OwnReport = ({ reportId, report, current }: OwnProps & { current: boolean }) => (
  <OwnReportContext value={reportId}>
    <RecalculateOffer
      reportId={reportId}
      version={report.edit?.version ?? 0}
      stale={report.schema_version === 1 ? 'earlier_version' : current ? null : 'earlier_tables'}
    />
    {report.schema_version === 1 ? (
      <ReportView report={report} />
    ) : (
      <EditableReport reportId={reportId} report={report} />
    )}
  </OwnReportContext>
);

/** Its lines can be changed, and every change taken back. */
function EditableReport({ reportId, report }: OwnProps) {
  const { editing, restore, step, busy } = useLineEditing(reportId, report);
  const { version = 0, changes = 0, can_undo = version > 0, can_redo = false } = report.edit ?? {};
  return (
    <LineEditingContext value={editing}>
      {version > 0 ? (
        <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-sunken px-4 py-2 text-sm">
          <p className="mr-auto" role="status">
            {changes === 0
              ? 'All your changes are undone: this is the report as it was made.'
              : `This report has ${changes} ${changes === 1 ? 'change' : 'changes'} of yours.`}
          </p>
          <Button look="quiet" disabled={!can_undo} onClick={() => void step('undo')}>
            Undo
          </Button>
          <Button look="quiet" disabled={!can_redo} onClick={() => void step('redo')}>
            Redo
          </Button>
          {changes > 0 ? (
            <Button look="text" disabled={busy} onClick={() => void restore(0)}>
              Undo all
            </Button>
          ) : null}
        </div>
      ) : null}
      <ReportView report={report} />
    </LineEditingContext>
  );
}

function Toolbar({ reportId }: { reportId: string }) {
  const [sharing, setSharing] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="quiet" onClick={() => setSharing(true)}>
        Share
      </Button>
      <ExportMenu reportId={reportId} />
      <DownloadButton label="Download PDF" fetchFile={() => downloadReport(reportId)} />
      {sharing ? <ShareDialog reportId={reportId} onClose={() => setSharing(false)} /> : null}
    </div>
  );
}

function ExportMenu({ reportId }: { reportId: string }) {
  const details = useCloseOutside();
  return (
    <details ref={details} className="relative">
      <summary className={`${buttonLook('quiet')} list-none`}>Export</summary>
      {/* From its left edge: to its right stands the next button, to its left, on a phone, the edge of the screen. */}
      <div className="absolute left-0 z-20 mt-1 grid w-52 gap-1 rounded-lg border border-rule bg-sheet p-2 shadow-xl">
        {exportFormatSchema.options.map((format) => (
          <DownloadButton
            key={format}
            look="quiet"
            label={EXPORT_FORMATS[format]}
            fetchFile={() => exportReport(reportId, format)}
          />
        ))}
      </div>
    </details>
  );
}
