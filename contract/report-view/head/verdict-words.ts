import type { Verdict } from '../../schemas/verdict.ts';

/** The verdict in a few words. */
export const VERDICT_WORDS: Record<Verdict, string> = {
  total_loss: 'Likely total loss',
  repairable: 'Likely repairable',
  too_close: 'Too close to call',
  depends_on_salvage: 'Depends on the salvage bid',
  depends_on_insurer: 'Depends on the insurer',
  sources_disagree: 'Sources disagree',
};

/** What the report says of a total loss, in a few words. */
export function verdictWords({
  total_loss,
}: {
  total_loss: { verdict?: Verdict | null | undefined } | null;
}): string {
  const verdict: Verdict | null = total_loss?.verdict ?? null;
  return verdict === null ? 'No verdict' : VERDICT_WORDS[verdict];
}
