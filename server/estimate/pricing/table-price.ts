import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import {
  type AlternativeKind,
  allowanceFor,
  allowanceKind,
  type PriceBands,
  partCost,
} from '../tables/part-costs.ts';
import { alternativeOf, type PartPrice, type PricedCar, partPrice } from './part-price.ts';

type Priced = Pick<EstimateLine, 'part_price' | 'part_type'>;
type PricedLine = Pick<EstimateLine, 'category' | 'part_price'> & { readonly prior_id: string | null };
type PartsChoice = NonNullable<EstimateSettings['parts']>;
type Row = { id: string; bands: PriceBands; kind: AlternativeKind };

/** The row a line's part is priced by: its allowance, else its category's. */
function rowOf(line: PricedLine): Row | null {
  const { prior_id: id } = line;
  const allowance = id === null || line.part_price?.basis === 'catalogue' ? undefined : allowanceFor(id);
  if (id !== null && allowance) return { id, bands: allowance, kind: allowanceKind(allowance) };
  const cost = line.category === null ? undefined : partCost(line.category);
  return cost ? { id: cost.category, bands: cost, kind: cost.alternative } : null;
}

const scaled = ({ low, likely, high }: Pick<PartPrice, 'low' | 'likely' | 'high'>, by: number) => ({
  low: dollars(Math.round(low * by)),
  likely: dollars(Math.round(likely * by)),
  high: dollars(Math.round(high * by)),
});

const WORDS: Record<PartsChoice, string> = {
  oem: 'new OEM parts only',
  aftermarket: 'aftermarket where usual',
  used: 'used first',
};

/** The part of a kind that a choice takes, as a share of OEM list; null: what the estimate takes anyway. */
function takes(
  kind: AlternativeKind,
  choice: PartsChoice,
): { type: PartPrice['type']; factor: number } | null {
  if (choice === 'oem') return { type: 'oem', factor: 1 };
  const usual = alternativeOf(kind);
  if (choice === 'aftermarket') return usual.type === 'aftermarket' ? usual : null;
  return usual.type === 'oem' ? null : alternativeOf('recycled');
}

/**
 * A part's price where its user wants OEM, aftermarket or used parts: list price × the share of list that such parts cost.
 * List comes from the line's own price, a catalogue's as it stands, one of our bands without the mix of its table. Null where
 * the choice changes nothing or no table tells.
 */
export function chosenPartPrice(line: PricedLine, choice: PartsChoice, car: PricedCar): Priced | null {
  const { part_price: price } = line;
  const row = rowOf(line);
  if (!row || !price || price.basis === 'user') return null;
  const taken = takes(row.kind, choice);
  if (!taken) return null;
  const source = `${price.source}; your choice: ${WORDS[choice]}`;
  if (price.basis === 'catalogue') {
    if (taken.type === 'oem') return null;
    const list = { low: price.low * 100, likely: price.likely * 100, high: price.high * 100 };
    return {
      part_type: taken.type,
      part_price: { ...price, ...scaled(list, taken.factor), basis: 'judgement', converted: null, source },
    };
  }
  const mixed = partPrice(row.id, row.bands, row.kind, car);
  const list = partPrice(row.id, row.bands, 'none', car);
  // What this report's own price differs by from today's tables stays.
  const own = mixed.likely > 0 ? (price.likely * 100) / mixed.likely : 1;
  return {
    part_type: taken.type,
    part_price: {
      ...price,
      ...scaled(list, own * taken.factor),
      source: `OEM list band by class and year; your choice: ${WORDS[choice]}`,
    },
  };
}
