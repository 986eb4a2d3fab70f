import { clsx } from 'clsx';
import type { ReportOutcome } from '../../contract/report-status.ts';
import { OUTCOME_WORDS } from '../../contract/report-view/head/card-words.ts';
import type { ReportCardData } from './report-card-data.ts';

const LOOKS: Record<ReportOutcome, string> = {
  ready: 'bg-ready-soft text-ready',
  failed: 'bg-fail-soft text-fail',
  cancelled: 'bg-sunken text-muted',
  in_progress: 'bg-warn-soft text-warn',
};

/** How a report stands. */
export const Badge = ({ outcome }: { outcome: ReportOutcome }) => (
  <span className={clsx('shrink-0 rounded-full px-2.5 py-0.5 text-sm font-medium', LOOKS[outcome])}>
    {OUTCOME_WORDS[outcome]}
  </span>
);

/** Its owner's tag and note. */
export const OwnWords = ({ card: { tag, note } }: { card: Pick<ReportCardData, 'tag' | 'note'> }) => (
  <p className="mt-2 flex flex-wrap items-baseline gap-x-2 gap-y-1 text-sm">
    {tag === null ? null : <span className="rounded bg-sunken px-1.5 py-0.5 font-medium">{tag}</span>}
    {note === null ? null : <span className="min-w-0 text-muted wrap-anywhere">{note}</span>}
  </p>
);
