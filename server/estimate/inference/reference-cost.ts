import { type DraftLine, scaleAt } from '../pricing/estimate-line.ts';
import { lineCost } from '../pricing/line-cost.ts';
import { chanceOfCall } from '../pricing/required-by.ts';
import type { Rates } from '../tables/labour-rates.ts';
import { chanceAt } from '../tables/severity.ts';
import type { ReferenceCost } from './salvage-selection.ts';
import { NONE, SEVERITIES } from './severity-grid.ts';

type Tax = { readonly percent: number; readonly on_labour: boolean };

/**
 * Repair cost by severity (SEVERITIES; cents, tax in) of the lines the declaration brings, each by its chance: the mean, and
 * the standard deviation of the logarithm that the lines' coming and going gives it. `drafts` hold no photo findings, no
 * catalogue prices, and operations after the lines that bring them; `rates` are insurer-paid.
 */
export function referenceCosts(drafts: readonly DraftLine[], rates: Rates, tax: Tax): ReferenceCost[] {
  const onParts = 1 + tax.percent / 100;
  const onLabour = tax.on_labour ? onParts : 1;
  const lines = drafts.map((line) => {
    const cost = lineCost(line, rates, 1);
    return {
      line,
      fixed: (cost.parts.likely + cost.materials) * onParts + cost.refinish * onLabour,
      scaled: cost.labour.likely * onLabour + cost.sublet.likely,
    };
  });
  return SEVERITIES.map((s, at) => {
    if (at === NONE) return { cents: 0, sd_log: 0 };
    const chances = new Map<string, number>();
    let mean = 0;
    let variance = 0;
    for (const { line, fixed, scaled } of lines) {
      const { presence } = line;
      const chance =
        presence.kind === 'any'
          ? presence.damp * chanceOfCall(presence, (id) => chances.get(id) ?? 0)
          : presence.kind === 'fixed'
            ? presence.p
            : Math.max(presence.at_least, presence.damp * chanceAt(presence.by, s));
      chances.set(line.id, chance);
      const money = fixed + scaled * scaleAt(line.scale, s);
      mean += chance * money;
      variance += chance * (1 - chance) * money * money;
    }
    return { cents: mean, sd_log: mean > 0 ? Math.sqrt(Math.log1p(variance / (mean * mean))) : 0 };
  });
}
