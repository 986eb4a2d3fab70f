import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useLayoutEffect } from 'react';
import { shownUnits } from '../../contract/report-view/units/shown-units.ts';
import type { ShownUnits } from '../../contract/units/shown-units.ts';
import { carName } from '../../contract/vehicles/car-name.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { withQueries } from '../api/query-client.ts';
import { downloadShared, readShared } from '../api/reports/one-report.ts';
import { keepUnits, useUnitsKey } from '../api/session/shown-units.ts';
import { MarketingFrame } from '../layout/marketing-frame.tsx';
import { UnitsNote } from '../layout/units-note.tsx';
import { LeadPhoto } from '../report/lead-photo.tsx';
import { ReportView } from '../report/report-view.tsx';
import { DownloadButton } from '../report-list/download-button.tsx';
import { Button, buttonLook, Spinner } from '../ui/button.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

/** A report its owner shares: to read and to download, nothing else. */
export const SharedPage = withQueries(function SharedPage() {
  const { token } = useParams({ from: '/shared/$token' });
  const answer = useQuery({ queryKey: ['shared', token], queryFn: () => readShared(token) });
  // Drawn in slices: as a whole it would hold the page's thread for long.
  const report = useDeferredValue(answer.data, undefined);
  useOwnersUnits(report?.units);
  const units = useUnitsKey();
  const name = carName(report?.lot.name ?? null, report?.vehicle.make ?? null);
  usePageTitle(`${name ?? 'Shared report'} · LotLens`);
  useEffect(() => {
    const robots = document.createElement('meta');
    robots.name = 'robots';
    robots.content = 'noindex, nofollow';
    document.head.append(robots);
    return () => robots.remove();
  }, []);
  return (
    <MarketingFrame report>
      <div className="mx-auto max-w-7xl px-4 pt-3 pb-8 sm:px-6">
        {report === undefined && !answer.isError ? <Waiting /> : null}
        {answer.isError && report === undefined ? (
          <NotShown error={answer.error} onAgain={() => void answer.refetch()} />
        ) : null}
        {report ? (
          <>
            <div className={ABOVE}>
              <p className="min-w-0 text-xs wrap-anywhere text-muted">
                Shared by {report.shared_by ?? 'a LotLens user'} · read only
              </p>
              <DownloadButton
                look="quiet"
                label={
                  <span>
                    <span className="max-sm:sr-only">Download </span>PDF
                  </span>
                }
                fetchFile={() => downloadShared(token)}
              />
            </div>
            {/* At least a screen, so that the footer is not drawn where the lines will be. */}
            <div className="min-h-dvh">
              <ReportView key={units} report={report} sharedDeal={report.deal_shared ? token : undefined} />
            </div>
            <UnitsNote />
            <p className="mt-10 flex flex-wrap items-center justify-between gap-3 border-t-2 border-ink pt-4 print:hidden">
              <span className="text-lg font-semibold">Make a report of your own lot</span>
              <Link to="/" className={buttonLook()}>
                Paste a lot
              </Link>
            </p>
          </>
        ) : null}
      </div>
    </MarketingFrame>
  );
});

/** What stands above a report, with room for a button. */
const ABOVE =
  'mb-4 flex min-h-12.25 items-center justify-between gap-3 border-b border-rule pb-2 pointer-coarse:min-h-13.25';

/** Until the report comes, drawn ahead: the service puts its photo into the page's HTML (server/http/web-app.ts). */
const Waiting = () => (
  <>
    <div className={ABOVE}>
      <p className="flex items-center gap-2 text-xs text-muted" role="status">
        <Spinner /> Loading the report
      </p>
    </div>
    <LeadPhoto own={false} />
  </>
);

/** Figures as the owner's PDF has them; elsewhere a reader's own are back. */
function useOwnersUnits(units: ShownUnits | undefined): void {
  useLayoutEffect(() => {
    const own = shownUnits();
    keepUnits(units);
    return () => keepUnits(own);
  }, [units]);
}

/** Only the server knows that there is no such report; whatever else went wrong may go right the next time. */
function NotShown({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const none = error instanceof ApiError && error.status === 404;
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-10">
      <h1 className="text-2xl font-semibold">
        {none ? 'Report not available' : 'The report could not be loaded'}
      </h1>
      <p>
        {none
          ? 'The link is incomplete, or the owner turned it off.'
          : messageOf(error, 'An API error occurred.')}
      </p>
      {none ? (
        <Link to="/" className={buttonLook('quiet')}>
          Go to the main page
        </Link>
      ) : (
        <Button look="quiet" onClick={onAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}
