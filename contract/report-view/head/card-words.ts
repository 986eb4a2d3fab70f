import type { ReportOutcome } from '../../report-status.ts';
import { confirmedWords } from './confirmed-parts.ts';

/** How a report stands, as its badge says it. */
export const OUTCOME_WORDS: Record<ReportOutcome, string> = {
  ready: 'Ready',
  in_progress: 'In Progress',
  failed: 'Failed',
  cancelled: 'Canceled',
};

/** What a card's cost rests on, for under its label. */
export function costBasis(of: {
  photos_total: number;
  photos_examined: number;
  parts_confirmed: number;
}): string {
  const { photos_total: all, photos_examined: examined, parts_confirmed: parts } = of;
  const confirmed = confirmedWords(parts);
  if (examined > 0) return `${examined} of ${all} photos examined${parts > 0 ? `, ${confirmed}` : ''}`;
  if (parts > 0) return `from the listing, ${confirmed}`;
  return all === 0 ? 'from the listing, no photos held' : 'from the listing, photos not reviewed';
}
