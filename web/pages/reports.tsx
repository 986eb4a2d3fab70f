import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLeaveWithoutSession } from '../account/use-session.ts';
import { withQueries } from '../api/query-client.ts';
import { takePendingAction } from '../api/reports/pending-action.ts';
import { type ReportFilter, readFilter } from '../api/reports/report-list.ts';
import { readSession } from '../api/session/session-store.ts';
import { AppFrame } from '../layout/app-frame.tsx';
import { ResumeDraftOffer } from '../lot-entry/resume-draft-offer.tsx';
import { GetMore, QuotaDialog } from '../quota/get-more.tsx';
import { ReportFilters } from '../report-list/report-filters.tsx';
import { ReportList } from '../report-list/report-list.tsx';
import { startReport } from '../report-list/start-report.ts';
import { useListView } from '../report-list/table/list-view.ts';
import { ViewToggle } from '../report-list/table/view-toggle.tsx';
import { useOutcomeNews } from '../report-list/use-outcome-news.ts';
import { useLiveReports, useQuota, useReportCards } from '../report-list/use-reports.ts';
import { lazyPart } from '../ui/act/lazy-part.tsx';
import { Button, Spinner } from '../ui/button.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

const ReportTable = lazyPart(async () => (await import('../report-list/table/report-table.tsx')).ReportTable);

const HowYouBuy = lazyPart(async () => (await import('../report-list/how-you-buy.tsx')).HowYouBuy);

const OwnPageWays = lazyPart(
  async () => (await import('../lot-entry/own-page/own-page-ways.tsx')).OwnPageWays,
);

/** Where this browser remembers who has answered how they buy, or `yes`: it was put aside. */
const HOW_DONE = 'howYouBuyPutAside';
const isHowOpen = (): boolean => {
  const by = localStorage.getItem(HOW_DONE);
  return by !== 'yes' && by !== (readSession()?.userEmail ?? '');
};

/** The reports of the signed-in user. */
export const ReportsPage = withQueries(function ReportsPage() {
  const search = useSearch({ from: '/reports' });
  const filter = readFilter(search);
  // Where the payment page leads back to.
  const asked = search.quota === 'bought' || search.quota === 'more' ? search.quota : null;
  const navigate = useNavigate();
  useLiveReports();
  const { list, cards } = useReportCards(filter);
  const quota = useQuota();
  const running = Math.max(
    cards.filter((card) => card.outcome === 'in_progress').length,
    quota?.in_progress_reports ?? 0,
  );
  const news = useOutcomeNews(cards);
  useLeaveWithoutSession();
  const [asksHow, setAsksHow] = useState(isHowOpen);
  const onHow = useCallback((by: string): void => {
    localStorage.setItem(HOW_DONE, by);
    setAsksHow(false);
  }, []);

  const resumed = useRef(false);
  useEffect(() => {
    if (resumed.current) return;
    resumed.current = true;
    const car = takePendingAction();
    if (car !== null) void startReport(car);
  }, []);
  const count = running > 0 ? `(${running} in progress) ` : '';
  usePageTitle(`${news === null ? count : `${news} · `}Reports · LotLens`);

  const { sort, order, ...narrowing } = filter;
  const filtered = Object.values(narrowing).some(Boolean);
  const view = useListView();
  const setFilter = (next: ReportFilter): void =>
    void navigate({ to: '/reports', search: next, replace: true, resetScroll: false });
  const paging = {
    more: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    onMore: () => void list.fetchNextPage(),
  };
  return (
    <AppFrame busy={running > 0}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_13rem]">
        <section aria-labelledby="reports-title" className="order-2 min-w-0 lg:order-1">
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 sm:items-end sm:gap-y-3">
            <div className="flex items-baseline gap-4">
              <h1 id="reports-title" className="text-xl font-semibold">
                Reports
              </h1>
              <Link
                to="/board"
                className="inline-flex min-h-6 items-center text-sm text-signal underline-offset-4 hover:underline pointer-coarse:min-h-11"
              >
                Board<span className="max-sm:sr-only">: many lots at once</span>
              </Link>
            </div>
            {filtered || cards.length > 0 ? (
              <div className="contents sm:flex sm:flex-wrap sm:gap-2">
                <ReportFilters filter={filter} onFilter={setFilter} />
                {/* Cards say of no order but by date. */}
                <ViewToggle onChoose={(chosen) => (chosen === 'cards' ? setFilter(narrowing) : undefined)} />
              </div>
            ) : null}
          </div>
          <ResumeDraftOffer />
          {asksHow ? (
            // Its height is there from the start: no card moves when it comes.
            <div className="mb-4 min-h-19.5 sm:min-h-15.5">
              <Suspense fallback={null}>
                <HowYouBuy onDone={onHow} />
              </Suspense>
            </div>
          ) : null}
          {view === 'table' && cards.length > 0 ? (
            <Suspense fallback={<Spinner />}>
              <ReportTable cards={cards} filter={filter} onFilter={setFilter} {...paging} />
            </Suspense>
          ) : (
            <ReportList cards={cards} {...paging} />
          )}
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
          {list.isSuccess && cards.length === 0 && !list.isPlaceholderData ? (
            <div className="rounded-lg border border-dashed border-rule-strong px-6 py-14 text-center text-muted">
              {filtered ? (
                <>
                  <p>No report matches.</p>
                  {filter.text ? (
                    <p className="mt-2 text-sm">
                      A VIN or lot number is found by its last four digits, or by five or more characters in a
                      row.
                    </p>
                  ) : null}
                  <Button look="quiet" className="mt-3" onClick={() => setFilter({})}>
                    Show all reports
                  </Button>
                </>
              ) : (
                <>
                  <p>No reports yet. Try generating one!</p>
                  <p className="mt-2 text-sm">Paste the link of an auction lot into the field above.</p>
                </>
              )}
            </div>
          ) : null}
          <OwnPageFold />
        </section>
        <aside
          aria-label="Your quota"
          className="order-1 grid grid-cols-2 content-start gap-3 lg:sticky lg:top-21 lg:order-2 lg:grid-cols-1 lg:self-start"
        >
          <Stat label="Reports Left" value={quota?.available_reports} />
          <Stat label="In Progress" value={quota === null ? undefined : running} />
          {quota?.available_reports === 0 ? <GetMore className="col-span-2 lg:col-span-1" /> : null}
          {quota?.notice === undefined ? null : (
            <p className="col-span-2 text-sm text-muted lg:col-span-1">{quota.notice}</p>
          )}
        </aside>
      </div>
      {asked === null ? null : <QuotaDialog bought={asked === 'bought'} onClose={() => setFilter(filter)} />}
    </AppFrame>
  );
});

/** What few look for twice: nothing of it is loaded before it is opened. */
function OwnPageFold() {
  const [opened, setOpened] = useState(false);
  return (
    <details
      className="mt-8 rounded-lg border border-rule bg-sheet px-4 py-3 text-sm"
      onToggle={(event) => setOpened((before) => before || event.currentTarget.open)}
    >
      <summary className="min-h-6 cursor-pointer font-medium pointer-coarse:min-h-11">
        Send lots from their own page
      </summary>
      <div className="mt-3">
        {opened ? (
          <Suspense fallback={<Spinner />}>
            <OwnPageWays />
          </Suspense>
        ) : null}
      </div>
    </details>
  );
}

function Stat({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="flex min-h-12 items-center justify-between rounded-lg border border-rule bg-sheet px-3 lg:block lg:px-4 lg:py-3">
      <p className="text-xs text-muted">{label}</p>
      <p className="figures text-2xl leading-8 font-semibold">{value ?? '–'}</p>
    </div>
  );
}
