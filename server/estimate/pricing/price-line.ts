import type { Category } from '../../categories/generic-categories.ts';
import { FIXED_LINES } from '../tables/fixed-lines.ts';
import type { Rates } from '../tables/labour-rates.ts';
import {
  type Allowance,
  allowanceFor,
  allowanceKind,
  extentFactor,
  type PartCost,
  partCost,
  REPLACED_FROM,
  severityFactor,
} from '../tables/part-costs.ts';
import type { BySeverity } from '../tables/severity.ts';
import { type DraftLine, type DraftPart, ONE_SCALE, type Three } from './estimate-line.ts';
import { hoursFactor, type PricedCar, partPrice, writtenPartPrice } from './part-price.ts';

export type Work = 'replace' | 'repair' | 'inspect';
export type WorkMethod = 'pdr' | 'paint' | 'clean' | 'missing' | null;
export type PricedWork = Pick<
  DraftLine,
  | 'operation'
  | 'part'
  | 'written_part'
  | 'band'
  | 'sectioning'
  | 'labour'
  | 'paint_hours'
  | 'sublet'
  | 'scale'
>;

const NOTHING: PricedWork = {
  operation: 'inspect',
  part: null,
  band: null,
  sectioning: null,
  labour: null,
  paint_hours: 0,
  sublet: null,
  scale: ONE_SCALE,
};
/** A repair of a welded or bolted panel at a minor and a severe hit, as shares of the middling hours. Judgement. */
const REPAIR_SCALE: BySeverity = [0.5, 1, 1.7];
/** No bolted panel takes this long to replace: it is welded or bonded. Judgement. */
const WELDED_FROM_HOURS = 6;
const PDR_SCALE: BySeverity = [0.6, 1, 2];
const CLEAN_CENTS = { low: 12_000, likely: 20_000, high: 35_000 };

const mean = (low: number, high: number): number => (low + high) / 2;
const spread = (low: number, high: number, by: number): Three => ({
  low: low * by,
  likely: mean(low, high) * by,
  high: high * by,
});

/** A part at the price of our own table. */
export function listedPart(category: string, cost: PartCost, car: PricedCar): DraftPart {
  const price = partPrice(category, cost, cost.alternative, car);
  return { ...price, basis: 'judgement', dated: null, converted: null };
}

/** The part of one type that a written line takes, where no catalogue prices it. */
function writtenPart(
  category: string,
  cost: PartCost,
  car: PricedCar,
  catalogue: DraftPart | null,
): Pick<PricedWork, 'written_part'> {
  const price = catalogue ? null : writtenPartPrice(category, cost, cost.alternative, car);
  return price ? { written_part: { ...price, basis: 'judgement', dated: null, converted: null } } : {};
}

/** The OEM list price of our table beside a catalogue's. */
function bandOf(
  category: string,
  cost: PartCost,
  car: PricedCar,
  catalogue: DraftPart | null,
): DraftLine['band'] {
  if (!catalogue) return null;
  const { low, likely, high } = partPrice(category, cost, 'none', car);
  return { low, likely, high };
}

/** Replacement by the tables of hours and OEM list bands. */
function replaced(
  category: Category,
  cost: PartCost,
  car: PricedCar,
  catalogue: DraftPart | null,
): PricedWork {
  return {
    ...NOTHING,
    operation: 'replace',
    part: catalogue ?? listedPart(category.id, cost, car),
    ...writtenPart(category.id, cost, car, catalogue),
    band: bandOf(category.id, cost, car, catalogue),
    labour: {
      type: category.labour_type,
      hours: spread(cost.hours_low, cost.hours_high, hoursFactor(car.price_class)),
      basis: cost.hours_basis,
    },
    paint_hours: mean(cost.refinish_low, cost.refinish_high),
  };
}

/** What photos tell of a damage's size (share of the panel) and how heavy it is (1–4); null: nothing. */
export type DamageExtent = { readonly share: number | null; readonly severity: number | null } | null;
/** From this severity a finding never means less work than a part nobody looked at. */
const HEAVY_FROM = 3;

/**
 * Middling hours and what the hit makes of them. A size that photos tell stands in the place of the hit's own weight; of a heavy
 * damage it only adds to it.
 */
function repairHours(usual: number, extent: DamageExtent): { hours: number; scale: BySeverity } {
  if (extent === null) return { hours: usual, scale: REPAIR_SCALE };
  if (extent.share === null) {
    const factor = severityFactor(extent.severity);
    return factor === null
      ? { hours: usual, scale: REPAIR_SCALE }
      : { hours: usual * factor, scale: ONE_SCALE };
  }
  const by = extentFactor(extent.share);
  return (extent.severity ?? 0) >= HEAVY_FROM
    ? { hours: usual * Math.max(1, by), scale: [1, 1, REPAIR_SCALE[2]] }
    : { hours: usual * by, scale: ONE_SCALE };
}

/** Repair by judgement hours; a welded panel under a severe hit gets a new section, at the table's hours. */
function repaired(
  category: Category,
  cost: PartCost,
  car: PricedCar,
  catalogue: DraftPart | null,
  rates: Rates,
  extent: DamageExtent,
): PricedWork {
  const type = category.labour_type;
  const { hours, scale } = repairHours(cost.repair_hours, extent);
  const welded = type === 'structural' || type === 'frame' || cost.hours_low >= WELDED_FROM_HOURS;
  const part = catalogue ?? listedPart(category.id, cost, car);
  const replacing = mean(cost.hours_low, cost.hours_high) + part.likely / rates[type];
  // What photos show heavy and a new part would cost little more than is replaced.
  if (
    REPLACED_FROM !== null &&
    !welded &&
    (extent?.severity ?? 0) >= HEAVY_FROM &&
    hours >= REPLACED_FROM * replacing
  )
    return replaced(category, cost, car, catalogue);
  return {
    ...NOTHING,
    operation: 'repair',
    band: bandOf(category.id, cost, car, catalogue),
    sectioning: welded
      ? {
          part,
          ...writtenPart(category.id, cost, car, catalogue),
          hours: spread(cost.hours_low, cost.hours_high, hoursFactor(car.price_class)),
        }
      : null,
    labour: {
      type,
      hours: { low: hours * 0.6, likely: hours, high: hours * 1.6 },
      basis: 'judgement',
      ...(extent && extent.share !== null ? { extent: extent.share } : {}),
    },
    paint_hours: mean(cost.refinish_low, cost.refinish_high),
    scale: welded ? [scale[0], 1, Math.max(scale[2], replacing / hours)] : scale,
  };
}

/** A part priced by its own row because the vocabulary has no exact category for it. */
function allowed(row: Allowance, priorId: string, car: PricedCar): PricedWork {
  const price = partPrice(priorId, row, allowanceKind(row), car);
  return {
    ...NOTHING,
    operation: row.operation,
    part: {
      ...price,
      origin: { from: { code: 'allowance', row: row.prior_id } },
      basis: 'judgement',
      dated: null,
      converted: null,
    },
    labour: { type: row.labour, hours: spread(row.hours_low, row.hours_high, 1), basis: 'judgement' },
  };
}

function dentRemoval(category: string, car: PricedCar): PricedWork {
  const { other, basis, ground: _, sources: __, ...rows } = FIXED_LINES.pdr_dollars;
  const dollars = (rows as Record<string, number>)[category] ?? other;
  const likely = Math.round(dollars * 100 * hoursFactor(car.price_class));
  return {
    ...NOTHING,
    operation: 'pdr',
    sublet: {
      low: Math.round(likely * 0.6),
      likely,
      high: Math.round(likely * 1.6),
      basis,
      origin: 'dent_removal',
    },
    scale: PDR_SCALE,
  };
}

/**
 * Part, labour and refinish of one piece of damaged part, integer cents and hours. `priorId` names a row of
 * allowances.tsv where the vocabulary has no exact category. Never throws: a part without a row is only inspected.
 */
export function priceWork(input: WorkInput): PricedWork {
  const { category, priorId, exact, work, method, car, rates, catalogue, extent = null } = input;
  if (catalogue !== null || extent !== null) return workOf(input);
  const ofCar = ownPriced.get(car) ?? new WeakMap<Rates, Map<string, PricedWork>>();
  const ofRates = ofCar.get(rates) ?? new Map<string, PricedWork>();
  const key = `${category?.id}|${priorId}|${exact}|${work}|${method}`;
  const kept = ofRates.get(key) ?? workOf(input);
  ownPriced.set(car, ofCar.set(rates, ofRates.set(key, kept)));
  return kept;
}

/** By our own tables alone, a car's parts cost the same in every forecast of it: kept as long as the car is, a row a part. */
const ownPriced = new WeakMap<PricedCar, WeakMap<Rates, Map<string, PricedWork>>>();

type WorkInput = {
  category: Category | undefined;
  priorId: string | null;
  exact: boolean;
  work: Work;
  method: WorkMethod;
  car: PricedCar;
  rates: Rates;
  catalogue: DraftPart | null;
  /** Left out or null: no photo shows it. */
  extent?: DamageExtent;
};

function workOf(input: WorkInput): PricedWork {
  const { category, priorId, car, method } = input;
  const row = priorId ? allowanceFor(priorId) : undefined;
  if (row && priorId && !(category && input.catalogue)) return allowed(row, priorId, car);
  const cost = category ? partCost(category.id, car.body_class, car.steel_front_bumper) : undefined;
  if (!category || !cost || !input.exact) return NOTHING;
  if (method === 'pdr' && cost.repair_hours > 0) return dentRemoval(category.id, car);
  if (method === 'clean')
    return {
      ...NOTHING,
      operation: 'clean',
      sublet: { ...CLEAN_CENTS, basis: 'judgement', origin: 'cleaning' },
    };
  if (input.work !== 'replace' && cost.repair_hours > 0)
    return repaired(category, cost, car, input.catalogue, input.rates, input.extent ?? null);
  return replaced(category, cost, car, input.catalogue);
}
