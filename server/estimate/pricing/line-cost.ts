import type { Cents } from '../../../contract/schemas/money.ts';
import type { Rates } from '../tables/labour-rates.ts';
import { type DraftLine, type DraftPart, scaleAt, type Three } from './estimate-line.ts';

/** A line's money at one severity, integer cents, if the line is needed. */
export type LineCost = {
  readonly operation: DraftLine['operation'];
  readonly part: DraftPart | null;
  readonly hours: Three | null;
  readonly parts: Three;
  readonly labour: Three;
  readonly refinish: Cents;
  readonly materials: Cents;
  readonly sublet: Three;
  readonly total: Three;
};

const ZERO: Three = { low: 0, likely: 0, high: 0 };
const each = (three: Three, change: (value: number) => number): Three => ({
  low: change(three.low),
  likely: change(three.likely),
  high: change(three.high),
});

/** From this severity a welded panel is sectioned, no longer straightened. Judgement. */
const SECTION_FROM = 1.6;
/** No welded panel is straightened for longer: a heavy repair is 4–6 hours a panel. */
const MOST_REPAIR_HOURS = 6;

function hoursAt(line: DraftLine, scale: number, sectioned: DraftLine['sectioning']): Three | null {
  if (!line.labour) return null;
  const { hours } = line.labour;
  const by = line.sectioning ? Math.min(scale, MOST_REPAIR_HOURS / hours.likely) : scale;
  return each(sectioned?.hours ?? hours, (value) => Math.round(value * (sectioned ? 1 : by) * 100) / 100);
}

/**
 * Prices a line at a severity: parts × pieces + hours × rate + refinish hours × (rate + materials) + sublet, each rounded
 * to the cent. low ≤ likely ≤ high.
 */
export function lineCost(line: DraftLine, rates: Rates, severity: number): LineCost {
  const scale = scaleAt(line.scale, severity);
  const rate = line.labour ? rates[line.labour.type] : 0;
  const sectioned = severity >= SECTION_FROM ? line.sectioning : null;
  const part = sectioned?.part ?? line.part;
  const operation = sectioned ? 'section' : line.operation;
  const hours = hoursAt(line, scale, sectioned);
  const pieces = line.quantity;
  const parts = part ? each(part, (value) => Math.round(value * pieces)) : ZERO;
  const labour = hours ? each(hours, (value) => Math.round(value * rate)) : ZERO;
  const paint = line.paint?.hours ?? 0;
  const refinish = Math.round(paint * rates.refinish);
  const materials = Math.round(paint * rates.materials);
  const sublet = line.sublet ? each(line.sublet, (value) => Math.round(value * scale)) : ZERO;
  const sum = (key: keyof Three): number => parts[key] + labour[key] + refinish + materials + sublet[key];
  return {
    operation,
    part,
    hours,
    parts,
    labour,
    refinish,
    materials,
    sublet,
    total: { low: sum('low'), likely: sum('likely'), high: sum('high') },
  };
}
