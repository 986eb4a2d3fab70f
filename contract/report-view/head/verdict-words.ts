import type { Verdict } from '../../report-status.ts';

/** The verdict in a few words. */
export const VERDICT_WORDS: Record<Verdict, string> = {
  total_loss: 'Likely total loss',
  repairable: 'Likely repairable',
  depends_on_salvage: 'Depends on the salvage bid',
  sources_disagree: 'Sources disagree',
};

/** What the report says of a total loss, in a few words. */
export function verdictWords({
  total_loss,
}: {
  total_loss: { verdict?: Verdict | null | undefined } | null;
}): string {
  const verdict: Verdict | null = total_loss?.verdict ?? null;
  return verdict === null ? 'Not decided' : VERDICT_WORDS[verdict];
}
