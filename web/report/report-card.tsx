import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useState } from 'react';
import { downloadReport } from '../api/auction.ts';
import { queryClient } from '../api/query-client.ts';
import { cancelReport, retryReport } from '../api/reports.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { dollars, miles, percent, shortDay } from '../ui/money.ts';
import { notify } from '../ui/notices.tsx';
import type { ReportCardData } from './report-card-data.ts';
import { dropTemporaryCard } from './start-report.ts';

const BADGES = {
  ready: ['Ready', 'bg-ready-soft text-ready'],
  failed: ['Failed', 'bg-fail-soft text-fail'],
  in_progress: ['In Progress', 'bg-warn-soft text-warn'],
} as const;

/** One report in the list. */
export function ReportCard({ card }: { card: ReportCardData }) {
  const [label, look] = BADGES[card.outcome];
  const title = card.reportId ? (
    <Link to="/reports/$reportId" params={{ reportId: card.reportId }} className="hover:underline">
      {card.name}
    </Link>
  ) : (
    card.name
  );
  return (
    <article className="rounded-lg border border-rule bg-sheet p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-muted">
            <time dateTime={card.date}>{shortDay(card.date)}</time>
            <a className="text-signal hover:underline" href={card.url} target="_blank" rel="noreferrer">
              View Lot
            </a>
          </p>
        </div>
        <span className={clsx('rounded-full px-2.5 py-0.5 text-sm font-medium', look)}>{label}</span>
      </div>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4 xl:grid-cols-7">
        <Fact label="VIN" wide>
          {card.vin ?? 'Unknown'}
        </Fact>
        <Fact label="AI-estimated cost">
          <span className="font-semibold">{dollars(card.totalCost)}</span>
        </Fact>
        <Fact label="Lot">{card.lot ?? 'Unknown'}</Fact>
        <Fact label="Make">{card.make ?? 'Unknown'}</Fact>
        <Fact label="Body type">{card.bodyType ?? 'Unknown'}</Fact>
        {card.mileage === null ? null : <Fact label="Mileage">{miles(card.mileage)}</Fact>}
      </dl>
      {card.outcome === 'in_progress' ? <Progress card={card} /> : null}
      {card.outcome === 'failed' ? <Failure card={card} /> : null}
      {card.outcome === 'ready' && card.reportId ? <Actions reportId={card.reportId} /> : null}
    </article>
  );
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={clsx('min-w-0', wide && 'col-span-2')}>
      <dt className="text-muted">{label}</dt>
      <dd className="figures break-words">{children}</dd>
    </div>
  );
}

function Progress({ card }: { card: ReportCardData }) {
  return (
    <div className="mt-4">
      <div className="mb-1.5 flex justify-between gap-4 text-sm">
        <span>{card.statusMessage}</span>
        <span className="figures text-muted">
          <Elapsed since={card.date} /> · {percent(card.progress)}
        </span>
      </div>
      <progress className="stage" value={card.progress} max={1} aria-label={`Progress of ${card.name}`} />
      {card.reportId === null ? null : <CancelButton reportId={card.reportId} />}
    </div>
  );
}

function CancelButton({ reportId }: { reportId: string }) {
  const [busy, setBusy] = useState(false);
  const cancel = async (): Promise<void> => {
    setBusy(true);
    try {
      await cancelReport(reportId);
    } catch (error) {
      notify({
        kind: 'error',
        title: 'The report could not be cancelled',
        text: error instanceof Error ? error.message : undefined,
      });
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['reports'] });
      setBusy(false);
    }
  };
  return (
    <Button look="text" className="mt-2" busy={busy} onClick={() => void cancel()}>
      Cancel
    </Button>
  );
}

/** Minutes and seconds since the report was asked for. */
function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
  return <>{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</>;
}

function Failure({ card }: { card: ReportCardData }) {
  const [busy, setBusy] = useState(false);
  const again = async (): Promise<void> => {
    if (card.reportId === null) return dropTemporaryCard(card.id);
    setBusy(true);
    try {
      await retryReport(card.reportId);
      await queryClient.invalidateQueries({ queryKey: ['reports'] });
    } catch (error) {
      notify({
        kind: 'error',
        title: 'The report could not be started again',
        text: error instanceof Error ? error.message : undefined,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-rule pt-4">
      <p className="max-w-prose text-sm">{card.statusMessage}</p>
      <Button look="quiet" busy={busy} onClick={() => void again()}>
        {card.reportId === null ? 'Dismiss' : 'Try again'}
      </Button>
    </div>
  );
}

function Actions({ reportId }: { reportId: string }) {
  return (
    <div className="mt-4 flex flex-wrap gap-2 border-t border-rule pt-4">
      <Link to="/reports/$reportId" params={{ reportId }} className={buttonLook('quiet')}>
        Open report
      </Link>
      <DownloadButton reportId={reportId} label="Download" />
    </div>
  );
}

/** Downloads the PDF; says so where it fails (SPEC section 8). */
export function DownloadButton({ reportId, label }: { reportId: string; label: string }) {
  const [busy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await downloadReport(reportId);
    } catch {
      notify({ kind: 'error', title: 'Failed to download the report. Please try again.' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button busy={busy} onClick={() => void download()}>
      {label}
    </Button>
  );
}
