import type { EvidenceItem } from '../../../contract/evidence.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import { believeListing, type ListedBelief, withSales } from '../inference/believe.ts';
import { damageLines } from '../lines/damage-lines.ts';
import { withPaint } from '../lines/painted-lines.ts';
import { standardOperations } from '../lines/standard-operations.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import { type LikelyMoney, likelyCost, type PricedDraft } from '../pricing/line-cost.ts';
import type { Rates } from '../tables/labour-rates.ts';
import { damageKind, sellThreshold } from '../tables/selection.ts';
import { chanceAt, keptBySeverity } from '../tables/severity.ts';
import { lowestThreshold } from '../totals/statutes.ts';
import { atEveryDraw, DRAWN_SEVERITIES, type DrawnLine, drawCosts, type LineMoney } from './draws.ts';
import { type SaleMarket, saleWeights, soldBySeverity } from './final-costs.ts';

/** What the listing alone says, in the reference price world: photos, answers and prices are weighed against it. */
export type Listing = {
  readonly belief: ListedBelief;
  readonly market: SaleMarket;
  /** Lines the declaration brings, by its chances; the forecast before anybody looked. */
  readonly lines: readonly DrawnLine[];
  /** What each draw counts. */
  readonly weights: Float64Array;
};

type Tax = EstimateInputs['tax'];

/** Cost with tax of a line at middling severity: what does not follow the hit, and what does. `entered`: with its user's figures. */
export function moneyOf(
  draft: PricedDraft,
  rates: Rates,
  tax: Tax,
  entered: (money: LikelyMoney) => LikelyMoney = (money) => money,
): LineMoney {
  const cost = entered(likelyCost(draft, rates, 1));
  const onParts = 1 + tax.percent / 100;
  const onLabour = tax.on_labour ? onParts : 1;
  return {
    fixed: (cost.parts + cost.materials) * onParts + cost.refinish * onLabour,
    scaled: cost.labour * onLabour + cost.sublet,
  };
}

/** Chances of one declaration repeat from lot to lot. */
const drawnChance = keptBySeverity(4_000, (by) => atEveryDraw((severity) => chanceAt(by, severity)));

function declaredChance({ presence }: DraftLine): DrawnLine['chance'] {
  if (presence.kind === 'any') return null;
  if (presence.kind === 'fixed') return new Float64Array(DRAWN_SEVERITIES.length).fill(presence.p);
  const { at_least, damp, by } = presence;
  const whole = drawnChance(by);
  return damp === 1 && at_least === 0 ? whole : whole.map((chance) => Math.max(at_least, damp * chance));
}

/** The lines of a declaration in the reference price world: our own prices, insurers' rates. */
function referenceLines(inputs: EstimateInputs, parts: ListedBelief['told']['parts']): DrawnLine[] {
  const rates = inputs.rates.reference;
  const pricing = { car: inputs.priced, rates, numbers: [], currencies: {} };
  const damaged = damageLines(parts, pricing);
  const drafts = withPaint(
    [...damaged, ...standardOperations(damaged, inputs.repaired, true)],
    inputs.repaired.stage,
  );
  return drafts.map((draft) => {
    const money = moneyOf(draft, rates, inputs.tax);
    const { id, presence, scale } = draft;
    const chance = declaredChance(draft);
    return { id, presence, scale, stream: id, chance, reference: money, asked: money };
  });
}

type ReferenceCosts = Pick<EstimateInputs, 'priced' | 'repaired' | 'tax'> & {
  readonly rates: Rates;
  readonly lines: readonly DrawnLine[];
  readonly costs: Float64Array;
};
const referenceCosts = new WeakMap<ListedBelief['told']['parts'], ReferenceCosts>();

/** The lines of a declaration and what each draw of them costs; title and odometer, which move neither, are asked about beside it. */
function referenceCostsOf(inputs: EstimateInputs, parts: ListedBelief['told']['parts']): ReferenceCosts {
  const { priced, repaired, tax } = inputs;
  const rates = inputs.rates.reference;
  const kept = referenceCosts.get(parts);
  if (kept?.priced === priced && kept.repaired === repaired && kept.tax === tax && kept.rates === rates)
    return kept;
  const lines = referenceLines(inputs, parts);
  const made = { priced, repaired, tax, rates, lines, costs: drawCosts(lines).reference };
  referenceCosts.set(parts, made);
  return made;
}

/** What the listing alone says of the lot. Pure. */
export function listingOf(inputs: EstimateInputs, evidence: readonly EvidenceItem[]): Listing {
  const { own_value, state } = inputs;
  const unweighed = believeListing(inputs.body, evidence, own_value);
  const { told, facts, value } = unweighed;
  const clean = facts.title_content === 'clean';
  const market: SaleMarket = {
    severity: unweighed.severity,
    kind: damageKind(told.special, clean),
    value,
    threshold: sellThreshold(value?.cents ?? 0, lowestThreshold(state), clean),
  };
  const { lines, costs } = referenceCostsOf(inputs, told.parts);
  // Bags listed as intact make no heavier hit necessary to explain the sale: good news never costs more.
  const { bags_open } = unweighed;
  const sold = bags_open ? referenceCostsOf(inputs, bags_open.told.parts).costs : costs;
  const weights = saleWeights(sold, market);
  return { belief: withSales(unweighed, soldBySeverity(weights, market)), market, lines, weights };
}
