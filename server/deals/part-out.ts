import type { Cents } from '../../contract/schemas/money.ts';
import type { DealLot } from './deal-lot.ts';
import { PART_OUT } from './tables/part-out-rules.ts';
import { middleOf, type SourcedRow } from './tables/sourced-row.ts';

/** What a car brings in parts, cents. */
export type PartOut = {
  readonly parts: Cents;
  /** Of how many pieces. */
  readonly count: number;
  readonly metal: Cents;
  readonly labor: Cents;
  readonly selling: Cents;
  /** What is left of parts and metal. */
  readonly value: Cents;
  /** Until what sells is sold. */
  readonly days: number;
  readonly rows: readonly SourcedRow[];
};

/** Value of the parts the damage left whole, of its body, less labor and the cost of selling; null where no part is known. */
export function partOut(lot: DealLot): PartOut | null {
  const [sell] = PART_OUT.sell_share;
  const [engine] = PART_OUT.engine;
  const [hours] = PART_OUT.dismantling;
  const [selling] = PART_OUT.selling;
  const [ton] = PART_OUT.body_metal;
  const body = PART_OUT.body_tons.find((row) => row.body === lot.body);
  if (lot.parts.length === 0 || lot.hour === null) return null;
  if (!sell || !engine || !hours || !selling || !ton || !body) return null;
  const used = new Map(PART_OUT.used_part.map((row) => [row.kind, middleOf(row)]));
  const brings = ({ kind, list, quantity }: DealLot['parts'][number]): number =>
    list * quantity * (used.get(kind) ?? 0) * middleOf(sell);
  const all = lot.parts.reduce((sum, part) => sum + brings(part), 0);
  const whole = lot.parts.reduce((sum, part) => sum + brings(part) * part.whole, 0);
  // A third of all there is: half of what the other parts are.
  const runs = lot.facts.run === 'runs_and_drives' || lot.facts.run === 'starts';
  const drowned = lot.facts.special !== null;
  const motor = runs && !drowned ? (all * engine.share_of_whole) / (1 - engine.share_of_whole) : 0;
  const parts = Math.round(whole + motor);
  const metal = Math.round(body.tons * ton.usd_a_ton * 100);
  const labor = Math.round(middleOf(hours) * lot.hour);
  const sold = Math.round((parts * middleOf(selling)) / 100);
  return {
    parts,
    count: Math.round(lot.parts.reduce((sum, part) => sum + part.quantity * part.whole, 0)),
    metal,
    labor,
    selling: sold,
    value: parts + metal - labor - sold,
    days: sell.days,
    rows: [...PART_OUT.used_part, sell, ...(motor > 0 ? [engine] : []), hours, selling, ton, body],
  };
}
