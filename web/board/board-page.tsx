import { Link } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { DEAL_VERDICTS } from '../../contract/report-view/deal/short-answer.ts';
import { counted } from '../../contract/report-view/words/sentence.ts';
import { useLeaveWithoutSession } from '../account/use-session.ts';
import { withQueries } from '../api/query-client.ts';
import { downloadReport } from '../api/reports/reports.ts';
import { AppFrame } from '../layout/app-frame.tsx';
import { GetMore } from '../quota/get-more.tsx';
import { DownloadButton } from '../report-list/download-button.tsx';
import type { ReportCardData } from '../report-list/report-card-data.ts';
import { SelectionBar } from '../report-list/table/selection-bar.tsx';
import { useOutcomeNews } from '../report-list/use-outcome-news.ts';
import { useLiveReports, useQuota } from '../report-list/use-reports.ts';
import { Button, Spinner } from '../ui/button.tsx';
import { lazyDialog } from '../ui/dialog/lazy-dialog.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { AddLots } from './add-lots.tsx';
import {
  BOARD_STATUSES,
  type BoardSort,
  type BoardView,
  boardRows,
  GROUPS,
  NUMBERS,
  SORTS,
  WHOLE_BOARD,
} from './board-rows.ts';
import { BoardTable } from './board-table.tsx';
import { EnterPriceContext } from './enter-price-context.ts';
import { EnterPriceDialog } from './enter-price-dialog.tsx';
import type { Handing } from './hand-over.tsx';
import { HandOverContext } from './hand-over-context.ts';
import { useBoard } from './use-board.ts';

const HandOver = lazyDialog(async () => (await import('./hand-over.tsx')).HandOver);
const CompareDialog = lazyDialog(async () => (await import('./compare-dialog.tsx')).CompareDialog);

/** How many lots are compared at once. */
const [FEWEST, MOST] = [2, 4];

const look =
  'min-h-10 min-w-0 pointer-coarse:min-h-11 rounded-md border border-rule-strong/60 bg-sheet px-3 text-sm text-ink placeholder:text-muted';
/** PDFs one after the other in one go. */
const MOST_PDFS = 20;

/** Many lots at once: from a pasted list to a decision on each. */
export const BoardPage = withQueries(function BoardPage() {
  useLiveReports();
  useLeaveWithoutSession();
  const [archived, setArchived] = useState(false);
  const { lots, list } = useBoard(archived);
  const quota = useQuota();
  const [view, setView] = useState<BoardView>(WHOLE_BOARD);
  // Typing comes first: the rows follow.
  const wanted = useDeferredValue(view);
  const rows = useMemo(() => boardRows(lots, wanted), [lots, wanted]);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [comparing, setComparing] = useState(false);
  // Kept here: the row of a lot whose page is handed over may be drawn no more meanwhile.
  const [handing, setHanding] = useState<Handing | null>(null);
  const [pricing, setPricing] = useState<ReportCardData | null>(null);
  const handOver = useCallback((link: string) => setHanding({ link }), []);
  const cards = useMemo(() => lots.flatMap((row) => (row.kind === 'report' ? [row.card] : [])), [lots]);
  const running = cards.filter(({ outcome }) => outcome === 'in_progress').length;
  const news = useOutcomeNews(cards);
  usePageTitle(`${news === null ? '' : `${news} · `}Board · LotLens`);

  // What has left the board, or what is shown of it, is no longer chosen.
  const selected = useMemo(
    () =>
      rows.flatMap((row) =>
        row.kind === 'report' && picked.has(row.id) && row.card.reportId ? [row.card] : [],
      ),
    [rows, picked],
  );
  const chosen = useMemo(() => new Set(selected.map(({ id }) => id)), [selected]);
  const choose = useCallback((id: string, on: boolean): void => {
    setPicked((before) => {
      const next = new Set(before);
      if (on) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const sortBy = (sort: BoardSort): void =>
    setView((now) => ({ ...now, sort, order: now.sort === sort && now.order === 'asc' ? 'desc' : 'asc' }));
  const finished = selected.filter(({ outcome }) => outcome === 'ready');
  const downloadAll = async (): Promise<void> => {
    for (const { reportId } of finished) if (reportId !== null) await downloadReport(reportId);
  };

  return (
    <AppFrame busy={running > 0}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div className="flex items-baseline gap-4">
          <h1 className="text-xl font-semibold">Board</h1>
          <Link
            to="/reports"
            className="inline-flex min-h-6 items-center text-sm text-signal underline-offset-4 hover:underline pointer-coarse:min-h-11"
          >
            Reports
          </Link>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="figures text-sm text-muted">
            {quota === null
              ? ''
              : `${counted(quota.available_reports, 'report', 'reports')} left · ${quota.in_progress_reports} in progress`}
          </p>
          {quota?.available_reports === 0 ? <GetMore /> : null}
        </div>
      </div>
      <AddLots onList={(list) => setHanding({ list })} />
      <search className="mb-3 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        <input
          type="search"
          aria-label="Search lots"
          placeholder="Name, VIN, lot, tag or note"
          className={`${look} col-span-2 sm:w-60`}
          value={view.text}
          onChange={(event) => setView({ ...view, text: event.target.value })}
        />
        <select
          aria-label="Verdict"
          className={look}
          value={view.verdict}
          onChange={(event) => setView({ ...view, verdict: event.target.value as BoardView['verdict'] })}
        >
          <option value="">Any verdict</option>
          {Object.entries(DEAL_VERDICTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label="Status"
          className={look}
          value={archived ? 'archived' : view.status}
          onChange={({ target: { value } }) => {
            setArchived(value === 'archived');
            setView({ ...view, status: value === 'archived' ? '' : value });
          }}
        >
          <option value="">Any status</option>
          {Object.entries(BOARD_STATUSES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
          <option value="archived">Archived</option>
        </select>
        <select
          aria-label="Group by"
          className={look}
          value={view.group}
          onChange={(event) => setView({ ...view, group: event.target.value as BoardView['group'] })}
        >
          {Object.entries(GROUPS).map(([value, label]) => (
            <option key={value} value={value}>
              {value === 'none' ? label : `Group by ${label.toLowerCase()}`}
            </option>
          ))}
        </select>
        {/* A phone has no column heads to sort by. */}
        <select
          aria-label="Sort by"
          className={`${look} sm:hidden`}
          value={view.sort ?? ''}
          onChange={({ target: { value } }) => {
            const sort = value === '' ? null : (value as BoardSort);
            setView({ ...view, sort, order: sort !== null && NUMBERS.has(sort) ? 'desc' : 'asc' });
          }}
        >
          <option value="">Sort by</option>
          {Object.entries(SORTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </search>
      {list.isPending ? (
        <p className="flex items-center gap-2 py-10 text-muted" role="status">
          <Spinner /> Loading your lots
        </p>
      ) : null}
      {list.isError ? (
        <div className="py-4" role="alert">
          <p>{list.error.message}</p>
          <Button look="quiet" className="mt-3" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
      {rows.length > 0 ? (
        <HandOverContext value={handOver}>
          <EnterPriceContext value={setPricing}>
            <BoardTable
              rows={rows}
              view={view}
              onSort={sortBy}
              chosen={chosen}
              onChoose={choose}
              onChooseAll={(on) =>
                setPicked(new Set(on ? rows.flatMap((row) => (row.kind === 'report' ? [row.id] : [])) : []))
              }
            />
          </EnterPriceContext>
        </HandOverContext>
      ) : list.isSuccess ? (
        <p className="rounded-lg border border-dashed border-rule-strong px-6 py-14 text-center text-muted">
          {lots.length > 0 ? 'No lot matches.' : 'No lots yet. Paste their links above.'}
        </p>
      ) : null}
      {selected.length === 0 ? null : (
        <SelectionBar
          selected={selected}
          onClear={() => setPicked(new Set())}
          more={
            <>
              {selected.length < FEWEST || selected.length > MOST ? null : (
                <Button look="quiet" onClick={() => setComparing(true)}>
                  Compare
                </Button>
              )}
              {finished.length > MOST_PDFS ? (
                <p className="text-sm text-muted">PDFs: at most {MOST_PDFS} at once</p>
              ) : null}
              {finished.length === 0 || finished.length > MOST_PDFS ? null : (
                <DownloadButton
                  label={finished.length === 1 ? 'PDF' : `${finished.length} PDFs`}
                  look="quiet"
                  fetchFile={downloadAll}
                />
              )}
            </>
          }
        />
      )}
      {pricing === null ? null : <EnterPriceDialog card={pricing} onClose={() => setPricing(null)} />}
      {handing === null ? null : <HandOver of={handing} onClose={() => setHanding(null)} />}
      {comparing && selected.length > 0 ? (
        <CompareDialog cards={selected} onClose={() => setComparing(false)} />
      ) : null}
    </AppFrame>
  );
});
