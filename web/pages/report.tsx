import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReportDetail } from '../../contract/calls.ts';
import { isTerminal, STEP_NAMES, stageOf } from '../../contract/report.ts';
import { AppFrame } from '../account/app-frame.tsx';
import { readReport } from '../api/reports.ts';
import { DownloadButton } from '../report/report-card.tsx';
import { ReportView } from '../report/report-view.tsx';
import { useLiveReports } from '../report/use-reports.ts';
import { Button, buttonLook, Spinner } from '../ui/button.tsx';
import { percent } from '../ui/money.ts';
import { useGoAwayWithoutSession } from './reports.tsx';

/** One report: while it is made, what is known so far; then all of it. */
export function ReportPage() {
  const { reportId } = useParams({ from: '/reports/$reportId' });
  const { connected } = useLiveReports();
  useGoAwayWithoutSession();
  const answer = useQuery({
    queryKey: ['report', reportId],
    queryFn: () => readReport(reportId),
    refetchInterval: (query) =>
      query.state.data !== undefined && !isTerminal(query.state.data.task_status) && !connected
        ? 3000
        : false,
  });
  const detail = answer.data;
  const running = detail !== undefined && !isTerminal(detail.task_status);
  useEffect(() => {
    document.title = `${detail?.model_name ?? 'Report'} · LotLens`;
  }, [detail?.model_name]);

  return (
    <AppFrame busy={running}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <Link to="/reports" className={buttonLook('text')}>
          All reports
        </Link>
        {detail?.report ? <DownloadButton reportId={reportId} label="Download PDF" /> : null}
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
      {detail?.report ? <ReportView report={detail.report} /> : null}
      {detail && !detail.report ? <Unfinished detail={detail} /> : null}
    </AppFrame>
  );
}

const STEP_WORDS: Record<(typeof STEP_NAMES)[number], string> = {
  create_task: 'Order taken',
  crawl_vehicle_data: 'Vehicle read',
  download_images: 'Photos taken in',
  find_generic_categories: 'Parts of this body listed',
  filter_categories: 'Likely damaged parts chosen',
  crawl_vehicle_parts: 'Catalogue searched',
  map_vehicle_parts_to_generic_categories: 'Catalogue parts matched',
  detect_damaged_parts: 'Damage and costs worked out',
};

function Unfinished({ detail }: { detail: ReportDetail }) {
  const stage = stageOf(detail.task_status);
  const failed = stage.label === 'Failed';
  const photos = detail.partial.photos.filter((photo) => photo.thumbnail !== null);
  return (
    <div className="grid gap-8">
      <header>
        <h1 className="text-3xl font-semibold">{detail.model_name ?? `Lot ${detail.lot_number ?? ''}`}</h1>
        <div className="mt-4 max-w-xl" role="status">
          <p className="mb-2 flex justify-between">
            <span className={failed ? 'font-medium text-fail' : undefined}>
              {failed ? detail.message : stage.label}
            </span>
            {failed ? null : <span className="figures text-muted">{percent(stage.progress)}</span>}
          </p>
          {failed ? null : (
            <progress className="stage" value={stage.progress} max={1} aria-label="Progress" />
          )}
        </div>
      </header>
      <ol className="grid max-w-xl gap-1.5 text-sm">
        {STEP_NAMES.map((step) => {
          const done = detail.partial.steps_done.includes(step);
          return (
            <li key={step} className={done ? 'text-ink' : 'text-muted'}>
              <span aria-hidden="true" className="figures inline-block w-6">
                {done ? '✓' : '·'}
              </span>
              {STEP_WORDS[step]}
              <span className="sr-only">{done ? ' (done)' : ' (not yet)'}</span>
            </li>
          );
        })}
      </ol>
      {photos.length > 0 ? (
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-6">
          {photos.map((photo) => (
            <li key={photo.number}>
              <img
                src={photo.thumbnail ?? ''}
                alt={`${photo.number}`}
                className="aspect-4/3 w-full rounded object-cover"
              />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
