import { type Cents, centsFromDollars } from '../../contract/schemas/money.ts';
import type { DealLot, SellablePart } from './deal-lot.ts';
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

const USED = new Map(PART_OUT.used_part.map((row) => [row.kind, middleOf(row)]));

const demandOf = ({ section }: SellablePart) =>
  PART_OUT.demand.find(({ sections }) => sections?.includes(section)) ??
  PART_OUT.demand.find(({ sections }) => sections === null);

/** What a part brings on average over all that are offered: some never sell. */
const brings = (part: SellablePart): number => {
  const demand = demandOf(part);
  return part.list * part.quantity * (USED.get(part.kind) ?? 0) * (demand ? middleOf(demand) : 0);
};

/** Value of the parts the damage left whole, of its body, less labor and the cost of selling; null where no part is known. */
export function partOut(lot: DealLot): PartOut | null {
  const [sellable] = PART_OUT.sellable;
  const [engine] = PART_OUT.engine;
  const [most] = PART_OUT.most;
  const [hours] = PART_OUT.dismantling;
  const [selling] = PART_OUT.selling;
  const [ton] = PART_OUT.body_metal;
  const body = PART_OUT.body_tons.find((row) => row.body === lot.body);
  if (lot.parts.length === 0 || lot.hour === null) return null;
  if (!sellable || !engine || !most || !hours || !selling || !ton || !body) return null;
  const offered = lot.parts.filter(({ list }) => list >= centsFromDollars(sellable.least_usd));
  const all = offered.reduce((sum, part) => sum + brings(part), 0);
  const whole = offered.reduce((sum, part) => sum + brings(part) * part.whole, 0);
  // A third of all there is: half of what the other parts are.
  const runs = lot.facts.run === 'runs_and_drives' || lot.facts.run === 'starts';
  const motor =
    runs && lot.facts.special === null ? (all * engine.share_of_whole) / (1 - engine.share_of_whole) : 0;
  const cap = lot.value === null ? Number.POSITIVE_INFINITY : lot.value.likely * most.share_of_value;
  const parts = Math.round(Math.min(cap, whole + motor));
  const metal = Math.round(body.tons * centsFromDollars(ton.usd_a_ton));
  const labor = Math.round(middleOf(hours) * lot.hour);
  const cost = Math.round((parts * middleOf(selling)) / 100);
  return {
    parts,
    count: Math.round(offered.reduce((sum, part) => sum + part.quantity * part.whole, 0)),
    metal,
    labor,
    selling: cost,
    value: parts + metal - labor - cost,
    days: Math.max(...PART_OUT.demand.map(({ days }) => days)),
    rows: [
      ...PART_OUT.used_part,
      sellable,
      ...PART_OUT.demand,
      ...(motor > 0 ? [engine] : []),
      ...(parts < whole + motor - 1 ? [most] : []),
      hours,
      selling,
      ton,
      body,
    ],
  };
}
