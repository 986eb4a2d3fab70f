import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import {
  type AlternativeKind,
  allowanceFor,
  allowanceKind,
  type PriceBands,
  partCost,
} from '../tables/part-costs.ts';
import type { DraftLine, DraftPart, Three } from './estimate-line.ts';
import { alternativeOf, type PartPrice, type PricedCar, partPrice } from './part-price.ts';

type PartsChoice = NonNullable<EstimateSettings['parts']>;
type Row = { id: string; bands: PriceBands; kind: AlternativeKind };

/** The row a line's part is priced by: its allowance, else its category's. */
function rowOf(
  { prior_id: id, category }: Pick<DraftLine, 'prior_id' | 'category'>,
  price: Pick<DraftPart, 'basis'>,
): Row | null {
  const allowance = id === null || price.basis === 'catalogue' ? undefined : allowanceFor(id);
  if (id !== null && allowance) return { id, bands: allowance, kind: allowanceKind(allowance) };
  const cost = category === null ? undefined : partCost(category);
  return cost ? { id: cost.category, bands: cost, kind: cost.alternative } : null;
}

const scaled = ({ low, likely, high }: Three, by: number): Three => ({
  low: Math.round(low * by),
  likely: Math.round(likely * by),
  high: Math.round(high * by),
});

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
export function chosenPartPrice(
  line: Pick<DraftLine, 'prior_id' | 'category'>,
  price: DraftPart,
  choice: PartsChoice,
  car: PricedCar,
): DraftPart | null {
  const row = price.basis === 'user' ? null : rowOf(line, price);
  const taken = row && takes(row.kind, choice);
  if (!row || !taken) return null;
  const { type } = taken;
  if (price.basis === 'catalogue') {
    if (type === 'oem') return null;
    const origin = { ...price.origin, choice };
    return { ...price, ...scaled(price, taken.factor), type, basis: 'judgement', converted: null, origin };
  }
  const mixed = partPrice(row.id, row.bands, row.kind, car);
  const list = partPrice(row.id, row.bands, 'none', car);
  // What this report's own price differs by from today's tables stays.
  const own = mixed.likely > 0 ? price.likely / mixed.likely : 1;
  return { ...price, ...scaled(list, own * taken.factor), type, origin: { ...list.origin, choice } };
}

/**
 * OEM list price of a line's part, cents a piece, where an aftermarket or a used one would do: for buyers who take those wherever they can.
 * Null where its kind has none, or its user set the price.
 */
export function listPrice(
  line: Pick<DraftLine, 'prior_id' | 'category'>,
  price: Pick<DraftPart, 'basis' | 'likely' | 'origin'>,
  car: PricedCar,
): number | null {
  const { from, choice, proportion = 1 } = price.origin;
  const row = price.basis === 'user' || from.code === 'user' ? null : rowOf(line, price);
  if (row === null || row.kind === 'none') return null;
  if (from.code !== 'catalogue') return partPrice(row.id, row.bands, 'none', car).likely * proportion;
  return choice === undefined || choice === 'oem'
    ? price.likely
    : price.likely / alternativeOf(row.kind).factor;
}
