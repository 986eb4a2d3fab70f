import { listedSale } from '../../../contract/report-view/market/listed-sale.ts';
import type { Lot } from '../../../contract/schemas/lot.ts';
import type { LotChange } from '../../../contract/watch/lot-change.ts';

/** A report's lot with its sale and prices as they were last read; `changes`: the newest first. The rest stays as its report has it. */
export function lotAsLastRead<Read extends Lot>(lot: Read, changes: readonly LotChange[]): Read {
  if (changes.length === 0) return lot;
  const { market, ...sale } = listedSale(lot, changes);
  return { ...lot, ...sale, market: lot.market && market ? { ...lot.market, ...market } : lot.market };
}
