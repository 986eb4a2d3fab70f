import type { Verdict } from '../../../contract/schemas/verdict.ts';
import type { ChipKind } from './verdict-chip.tsx';

const KINDS: Record<Verdict, ChipKind> = {
  total_loss: 'total_loss',
  repairable: 'repairable',
  too_close: 'close',
  depends_on_salvage: 'close',
  depends_on_insurer: 'close',
  sources_disagree: 'close',
};

/** The kind of chip of a total-loss verdict; `null`: no verdict. */
export const lossChip = (verdict: Verdict | null): ChipKind => (verdict === null ? 'open' : KINDS[verdict]);
