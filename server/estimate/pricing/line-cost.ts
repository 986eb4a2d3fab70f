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

/** What the money of a line rests on. */
export type PricedDraft = Pick<
  DraftLine,
  'part' | 'sectioning' | 'quantity' | 'labour' | 'paint' | 'sublet' | 'scale'
>;

/** Whether a hit so heavy means a new section in place of the repair. */
export const isSectioned = ({ sectioning }: Pick<DraftLine, 'sectioning'>, severity: number): boolean =>
  sectioning !== null && severity >= SECTION_FROM;

const sectionedAt = (line: PricedDraft, severity: number): DraftLine['sectioning'] =>
  severity >= SECTION_FROM ? line.sectioning : null;

/** Share of a line's hours that are worked. */
const hoursScale = (
  { sectioning, labour }: PricedDraft,
  scale: number,
  sectioned: DraftLine['sectioning'],
): number => {
  if (sectioned) return 1;
  return sectioning && labour ? Math.min(scale, MOST_REPAIR_HOURS / labour.hours.likely) : scale;
};
const hoursOf = (hours: number, by: number): number => Math.round(hours * by * 100) / 100;

function hoursAt(line: PricedDraft, scale: number, sectioned: DraftLine['sectioning']): Three | null {
  if (!line.labour) return null;
  const by = hoursScale(line, scale, sectioned);
  return each(sectioned?.hours ?? line.labour.hours, (value) => hoursOf(value, by));
}

/** The likely money of a line by kind, cents. */
export type LikelyMoney = Readonly<Record<'parts' | 'labour' | 'refinish' | 'materials' | 'sublet', Cents>>;

/** The likely money of a line at a severity, cents, as `lineCost` has it: for what is priced by the thousand. */
export function likelyCost(line: PricedDraft, rates: Rates, severity: number): LikelyMoney {
  const { labour, sublet } = line;
  const scale = scaleAt(line.scale, severity);
  const sectioned = sectionedAt(line, severity);
  const part = sectioned?.part ?? line.part;
  const hours = labour
    ? hoursOf((sectioned?.hours ?? labour.hours).likely, hoursScale(line, scale, sectioned))
    : 0;
  const paint = line.paint?.hours ?? 0;
  return {
    parts: part ? Math.round(part.likely * line.quantity) : 0,
    labour: labour ? Math.round(hours * rates[labour.type]) : 0,
    refinish: Math.round(paint * rates.refinish),
    materials: Math.round(paint * rates.materials),
    sublet: sublet ? Math.round(sublet.likely * scale) : 0,
  };
}

/** The line with the part it is written with. */
export function asWritten<Line extends Pick<DraftLine, 'part' | 'written_part' | 'sectioning'>>(
  line: Line,
): Line {
  const { part, written_part, sectioning } = line;
  if (!written_part && !sectioning?.written_part) return line;
  return {
    ...line,
    part: part && (written_part ?? part),
    sectioning: sectioning && { ...sectioning, part: sectioning.written_part ?? sectioning.part },
  };
}

/**
 * Prices a line at a severity: parts × pieces + hours × rate + refinish hours × (rate + materials) + sublet, each rounded
 * to the cent. low ≤ likely ≤ high.
 */
export function lineCost(line: DraftLine, rates: Rates, severity: number): LineCost {
  const scale = scaleAt(line.scale, severity);
  const rate = line.labour ? rates[line.labour.type] : 0;
  const sectioned = sectionedAt(line, severity);
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
