import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { ReportOutcome } from '../../contract/report-status.ts';
import { OUTCOME_WORDS } from '../../contract/report-view/head/card-words.ts';
import type { ReportCardData } from './report-card-data.ts';

/** Each state has a shape of its own, on 8 × 8, so that it is read without color. */
const MARKS: Record<ReportOutcome, { color: string; shape: ReactNode }> = {
  ready: { color: 'text-ready', shape: <circle cx="4" cy="4" r="4" fill="currentColor" /> },
  in_progress: {
    color: 'text-warn',
    shape: <circle cx="4" cy="4" r="3" fill="none" stroke="currentColor" strokeWidth="2" />,
  },
  failed: { color: 'text-fail', shape: <path d="M4 0l4 4-4 4-4-4z" fill="currentColor" /> },
  cancelled: { color: 'text-muted', shape: <path d="M0 3h8v2h-8z" fill="currentColor" /> },
};

/** How a report stands: small, for most are ready. */
export const Badge = ({ outcome }: { outcome: ReportOutcome }) => (
  <span className="inline-flex shrink-0 items-center gap-1.5 text-xs font-medium whitespace-nowrap text-muted">
    <svg viewBox="0 0 8 8" width="8" height="8" aria-hidden="true" className={MARKS[outcome].color}>
      {MARKS[outcome].shape}
    </svg>
    {OUTCOME_WORDS[outcome]}
  </span>
);

/** Its owner's tag and note. */
export const OwnWords = ({
  card: { tag, note },
  className,
}: {
  card: Pick<ReportCardData, 'tag' | 'note'>;
  className?: string;
}) => (
  <p className={clsx('flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm', className)}>
    {tag === null ? null : <span className="rounded bg-sunken px-1.5 py-0.5 font-medium">{tag}</span>}
    {note === null ? null : <span className="min-w-0 text-muted wrap-anywhere">{note}</span>}
  </p>
);
