import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide';
import { type ComponentProps, memo, Suspense, useDeferredValue, useState } from 'react';
import type { ReportDetail } from '../../contract/api/report-answers.ts';
import { outcomeOf, stageOf } from '../../contract/report-status.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { carName } from '../../contract/vehicles/car-name.ts';
import { useLeaveWithoutSession } from '../account/use-session.ts';
import { ApiError } from '../api/api-error.ts';
import { queryClient, withQueries } from '../api/query-client.ts';
import { EXPORT_FORMATS, exportReport } from '../api/reports/one-report.ts';
import { reportQuery } from '../api/reports/report-query.ts';
import { downloadReport } from '../api/reports/reports.ts';
import { readSession } from '../api/session/session-store.ts';
import { useMe } from '../api/session/use-me.ts';
import { AppFrame } from '../layout/app-frame.tsx';
import {
  LineEditingContext,
  NewestReportContext,
  OwnReportContext,
  ReaderContext,
} from '../report/editing/line-editing.tsx';
import { useLineEditing } from '../report/editing/use-line-editing.ts';
import { LeadPhoto } from '../report/lead-photo.tsx';
import { RecalculateOffer } from '../report/recalculate-offer.tsx';
import { ReportView } from '../report/report-view.tsx';
import { LoadingWords } from '../report/waiting-report.tsx';
import { DownloadButton } from '../report-list/download-button.tsx';
import { useOutcomeNews } from '../report-list/use-outcome-news.ts';
import { pollMs, useLiveReports, useNewestState } from '../report-list/use-reports.ts';
import { lazyPart } from '../ui/act/lazy-part.tsx';
import { Button, buttonLook } from '../ui/button.tsx';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { useCloseOutside } from '../ui/dialog/use-close-outside.ts';
import { Icon } from '../ui/icon.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

const ApprovedReport = lazyPart(
  async () => (await import('../report/claim/approved-report.tsx')).ApprovedReport,
);
const ShareDialog = lazyDialog(async () => (await import('../report/share-dialog.tsx')).ShareDialog);

const UnfinishedReport = lazyPart(
  async () => (await import('../report/unfinished-report.tsx')).UnfinishedReport,
);

const CompareDialog = lazyDialog(
  async () => (await import('../report/comparison/compare-dialog.tsx')).CompareDialog,
);

// It is asked for as soon as its page's script is there, while the session is still being checked.
const [, asked] = /^\/reports\/([\w-]+)$/.exec(location.pathname) ?? [];
if (asked !== undefined && readSession() !== null)
  // A failure is shown by the page.
  void queryClient.fetchQuery(reportQuery(asked)).catch(() => undefined);

/** One report: while it is made, what is known so far; then all of it. */
export const ReportPage = withQueries(function ReportPage() {
  const { reportId } = useParams({ from: '/reports/$reportId' });
  const { approved } = useSearch({ from: '/reports/$reportId' });
  const { connected } = useLiveReports();
  useLeaveWithoutSession();
  const answer = useQuery({
    ...reportQuery(reportId),
    refetchInterval: (query) =>
      query.state.data !== undefined && outcomeOf(query.state.data.task_status) === 'in_progress'
        ? pollMs(connected)
        : false,
  });
  // Drawn in slices, also where it is there at once: as a whole it would hold the page's thread for long.
  const newest = useNewestState(answer.data);
  const detail = useDeferredValue(newest, undefined);
  const isComing = detail === undefined && !answer.isError;
  const outcome = detail === undefined ? null : outcomeOf(detail.task_status, detail.error_code);
  const name = carName(detail?.model_name ?? null, detail?.make_name ?? null) ?? 'Report';
  const news = useOutcomeNews(
    detail && outcome ? [{ id: reportId, reportId, name, outcome, statusMessage: detail.message }] : [],
  );
  const stage = outcome === 'in_progress' && detail ? `${stageOf(detail.task_status).label} · ` : '';
  usePageTitle(`${news ? `${news} · ` : stage}${name} · LotLens`);

  if (approved !== undefined)
    return (
      <AppFrame busy={false}>
        <Suspense>
          <ApprovedReport reportId={reportId} approvalId={approved} />
        </Suspense>
      </AppFrame>
    );
  return (
    <AppFrame busy={outcome === 'in_progress'}>
      <div className="mb-2 flex items-center justify-between gap-3 sm:mb-3 print:hidden">
        <Link to="/reports" className={buttonLook('text')}>
          <Icon shape={ChevronLeft} className="sm:hidden" />
          <span className="max-sm:sr-only">All reports</span>
        </Link>
        {detail?.report ? <Toolbar reportId={reportId} /> : null}
        {isComing ? <LoadingWords /> : null}
      </div>
      {isComing ? <LeadPhoto own /> : null}
      {answer.isError && detail === undefined ? (
        <NotShown error={answer.error} onAgain={() => void answer.refetch()} />
      ) : null}
      {detail?.report ? (
        <NewestReportContext value={newest?.report ?? null}>
          <OwnReport reportId={reportId} report={detail.report} stale={staleOf(detail)} />
        </NewestReportContext>
      ) : null}
      {detail && !detail.report ? (
        <Suspense fallback={<LoadingWords />}>
          <UnfinishedReport detail={detail} />
        </Suspense>
      ) : null}
    </AppFrame>
  );
});

/** Only the server knows that there is no such report; whatever else went wrong may go right the next time. */
function NotShown({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const none = error instanceof ApiError && error.status === 404;
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-10">
      <h1 className="text-xl font-semibold">
        {none ? 'There is no such report' : 'The report could not be loaded'}
      </h1>
      <p>{none ? 'The link may be incomplete, or the report belongs to another account.' : error.message}</p>
      {none ? (
        <Link to="/reports" className={buttonLook('quiet')}>
          Go to your reports
        </Link>
      ) : (
        <Button look="quiet" onClick={onAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}

type OwnProps = { reportId: string; report: ReportModel };

type Stale = ComponentProps<typeof RecalculateOffer>['stale'];

function staleOf({ report, editable, tables_current }: ReportDetail): Stale {
  if (report?.schema_version === 1) return 'earlier_version';
  if (editable === 'update_first') return 'earlier_calculation';
  return tables_current === false ? 'earlier_tables' : null;
}

/** The finished report of the signed-in user; drawn again only with what it shows. */
const OwnReport = memo(function OwnReport({ reportId, report, stale }: OwnProps & { stale: Stale }) {
  const reader = useMe().data?.operator ? 'operator' : 'owner';
  return (
    <OwnReportContext value={reportId}>
      <ReaderContext value={reader}>
        <RecalculateOffer reportId={reportId} version={report.edit?.version ?? 0} stale={stale} />
        {stale === 'earlier_version' || stale === 'earlier_calculation' ? (
          <ReportView report={report} />
        ) : (
          <EditableReport reportId={reportId} report={report} />
        )}
      </ReaderContext>
    </OwnReportContext>
  );
});

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
  const [comparing, setComparing] = useState(false);
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="quiet" onClick={() => setSharing(true)}>
        Share
      </Button>
      <ExportMenu reportId={reportId} onCompare={() => setComparing(true)} />
      <DownloadButton
        label={
          <span>
            <span className="max-sm:sr-only">Download </span>PDF
          </span>
        }
        fetchFile={() => downloadReport(reportId)}
      />
      {comparing ? <CompareDialog reportId={reportId} onClose={() => setComparing(false)} /> : null}
      {sharing ? <ShareDialog reportId={reportId} onClose={() => setSharing(false)} /> : null}
    </div>
  );
}

function ExportMenu({ reportId, onCompare }: { reportId: string; onCompare: () => void }) {
  const details = useCloseOutside();
  return (
    <details ref={details} className="relative">
      <summary className={`${buttonLook('quiet')} list-none`}>Export</summary>
      {/* On a phone from its right edge: to its left there is room. */}
      <div className="absolute z-20 mt-1 grid w-52 max-sm:right-0 sm:left-0 gap-1 rounded-lg border border-rule bg-sheet p-2 shadow-xl">
        {EXPORT_FORMATS.map(({ format, label }) => (
          <DownloadButton
            key={format}
            look="quiet"
            label={label}
            fetchFile={() => exportReport(reportId, format)}
          />
        ))}
        <DownloadButton
          look="quiet"
          label="PDF without the bid"
          fetchFile={() => downloadReport(reportId, { deal: false })}
        />
        <Button look="quiet" onClick={onCompare}>
          Compare an estimate
        </Button>
      </div>
    </details>
  );
}
