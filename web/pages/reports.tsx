import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { AppFrame } from '../account/app-frame.tsx';
import { useSession } from '../account/use-session.ts';
import { takePendingAction } from '../report/pending-action.ts';
import { ReportCard } from '../report/report-card.tsx';
import type { ReportCardData } from '../report/report-card-data.ts';
import { startReport } from '../report/start-report.ts';
import { useLiveReports, useQuota, useReportCards } from '../report/use-reports.ts';
import { Button, Spinner } from '../ui/button.tsx';
import { notify } from '../ui/notices.tsx';

/** The reports of the signed-in user. */
export function ReportsPage() {
  useLiveReports();
  const { list, cards } = useReportCards();
  const quota = useQuota().data;
  const running = cards.filter((card) => card.outcome === 'in_progress').length;
  const news = useAnnouncements(cards);
  useGoAwayWithoutSession();

  const resumed = useRef(false);
  useEffect(() => {
    if (resumed.current) return;
    resumed.current = true;
    const car = takePendingAction();
    if (car !== null) void startReport(car);
  }, []);
  useEffect(() => {
    const count = running > 0 ? `(${running} in progress) ` : '';
    document.title = `${news === null ? count : `${news} · `}Reports · LotLens`;
  }, [running, news]);

  return (
    <AppFrame busy={running > 0}>
      <div className="grid gap-6 lg:grid-cols-[1fr_16rem]">
        <section aria-labelledby="reports-title" className="order-2 min-w-0 lg:order-1">
          <h1 id="reports-title" className="text-xl font-semibold">
            Reports
          </h1>
          <div className="mt-4 grid gap-3">
            {cards.map((card) => (
              <ReportCard key={card.id} card={card} />
            ))}
          </div>
          {list.isPending ? (
            <p className="flex items-center gap-2 py-10 text-muted" role="status">
              <Spinner /> Loading your reports
            </p>
          ) : null}
          {list.isError && cards.length === 0 ? (
            <div className="py-10" role="alert">
              <p>{list.error.message}</p>
              <Button look="quiet" className="mt-3" onClick={() => void list.refetch()}>
                Try again
              </Button>
            </div>
          ) : null}
          {list.isSuccess && cards.length === 0 ? (
            <p className="rounded-lg border border-dashed border-rule-strong px-6 py-14 text-center text-muted">
              No reports yet. Try generating one!
            </p>
          ) : null}
          {list.hasNextPage ? (
            <Button
              look="quiet"
              className="mt-4 w-full"
              busy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Show older reports
            </Button>
          ) : null}
        </section>
        <aside
          aria-label="Your quota"
          className="order-1 grid grid-cols-2 content-start gap-3 lg:order-2 lg:grid-cols-1"
        >
          <Stat label="Reports Left" value={quota?.available_reports} />
          <Stat label="In Progress" value={quota?.in_progress_reports} />
        </aside>
      </div>
    </AppFrame>
  );
}

function Stat({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="rounded-lg border border-rule bg-sheet p-4">
      <p className="text-sm text-muted">{label}</p>
      <p className="figures mt-1 min-h-9 text-3xl font-semibold">{value ?? '–'}</p>
    </div>
  );
}

/** Says aloud and on screen when a report that was running here has ended; answers what the title says until it is seen. */
function useAnnouncements(cards: readonly ReportCardData[]): string | null {
  const [news, setNews] = useState<string | null>(null);
  useEffect(() => {
    const seen = (): void => setNews(null);
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, []);
  const before = useRef(new Map<string, string>());
  useEffect(() => {
    for (const card of cards) {
      const was = before.current.get(card.id);
      if (was === 'in_progress' && card.outcome === 'ready')
        notify({ kind: 'done', title: 'Report ready', text: card.name });
      if (was === 'in_progress' && card.outcome === 'failed' && card.reportId !== null)
        notify({ kind: 'error', title: 'Report failed', text: `${card.name}: ${card.statusMessage}` });
      if (was === 'in_progress' && card.outcome !== 'in_progress' && document.hidden)
        setNews(card.outcome === 'ready' ? 'Ready' : 'Failed');
      before.current.set(card.id, card.outcome);
    }
  }, [cards]);
  return news;
}

/** A session that ends while the page is up leads to sign-in, and back here afterwards. */
export function useGoAwayWithoutSession(): void {
  const session = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    if (session === null) void navigate({ to: '/login', search: { from: location.pathname }, replace: true });
  }, [session, navigate]);
}
