import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { downloadShared, readShared } from '../api/reports.ts';
import { MarketingFrame } from '../marketing/marketing-frame.tsx';
import { DownloadButton } from '../report/download-button.tsx';
import { ReportView } from '../report/report-view.tsx';
import { buttonLook, Spinner } from '../ui/button.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

/** A report its owner shares: to read and to download, nothing else. */
export function SharedPage() {
  const { token } = useParams({ from: '/shared/$token' });
  const answer = useQuery({ queryKey: ['shared', token], queryFn: () => readShared(token) });
  const name = answer.data?.lot.name;
  usePageTitle(`${name ?? 'Shared report'} · LotLens`);
  useEffect(() => {
    const robots = document.createElement('meta');
    robots.name = 'robots';
    robots.content = 'noindex, nofollow';
    document.head.append(robots);
    return () => robots.remove();
  }, []);
  return (
    <MarketingFrame>
      <div className="mx-auto max-w-7xl px-4 py-8 sm:px-6">
        {answer.isPending ? (
          <p className="flex items-center gap-2 py-10 text-muted" role="status">
            <Spinner /> Loading the report
          </p>
        ) : null}
        {answer.isError ? (
          <div role="alert" className="grid justify-items-start gap-3 py-10">
            <h1 className="text-2xl font-semibold">This report is not shared</h1>
            <p>The link may be incomplete, or its owner has revoked it.</p>
            <Link to="/" className={buttonLook('quiet')}>
              Go to the main page
            </Link>
          </div>
        ) : null}
        {answer.data ? (
          <>
            <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
              <p className="text-sm text-muted">A report shared with you, to read only.</p>
              <DownloadButton label="Download PDF" fetchFile={() => downloadShared(token)} />
            </div>
            <ReportView report={answer.data} />
          </>
        ) : null}
      </div>
    </MarketingFrame>
  );
}
