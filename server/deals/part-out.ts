import {
  type DealSettings,
  type PartOutFigure,
  partOutFigureSchema,
} from '../../contract/deal/deal-settings.ts';
import type { PulledPart } from '../../contract/deal/deal-sheet.ts';
import { type Cents, centsFromDollars, dollarsFromCents as dollars } from '../../contract/schemas/money.ts';
import type { DealLot, SellablePart } from './deal-lot.ts';
import { PART_OUT } from './tables/part-out-rules.ts';
import { middleOf, type SourcedRow } from './tables/sourced-row.ts';

/** What a car brings in parts, cents. */
export type PartOut = {
  readonly parts: Cents;
  /** Of how many pieces. */
  readonly count: number;
  readonly metal: Cents;
  readonly catalyst: Cents;
  readonly labor: Cents;
  readonly selling: Cents;
  /** What is left of parts, metal and catalyst. */
  readonly value: Cents;
  /** What to pull, what brings most first; what an engine that runs and all other parts bring. */
  readonly pull: readonly PulledPart[];
  readonly engine: Cents;
  readonly others: Cents;
  /** `parts` is the share of the car’s value that they bring at most. */
  readonly capped: boolean;
  /** Until what sells is sold. */
  readonly days: number;
  /** Figures that are its user’s. */
  readonly own: readonly PartOutFigure[];
  /** Of the others. */
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

/** Parts of the list that are pulled: undamaged with this chance at least, and the dearest of them (judgment). */
const LEAST_UNDAMAGED = 0.7;
const MOST_PULLED = 10;

/** What to pull of the parts that are offered, what brings most first. */
const pulledOf = (offered: readonly SellablePart[]): PulledPart[] =>
  offered
    .filter(({ whole }) => whole >= LEAST_UNDAMAGED)
    .map((part) => ({
      part: part.name,
      side: part.side,
      quantity: part.quantity,
      list: dollars(part.list),
      used: dollars(Math.round(part.list * (USED.get(part.kind) ?? 0))),
      undamaged: part.whole,
      brings: dollars(Math.round(brings(part) * part.whole)),
    }))
    .filter((part) => part.brings > 0)
    .toSorted((a, b) => b.brings - a.brings)
    .slice(0, MOST_PULLED);

type Part = { readonly cents: Cents; readonly rows: readonly SourcedRow[] };

/** What the parts bring that the damage left whole, and an engine that runs; null where no part is known. */
function partsOf(lot: DealLot): (Part & { readonly motor: Cents; readonly whole: Cents }) | null {
  const [sellable] = PART_OUT.sellable;
  const [engine] = PART_OUT.engine;
  const [most] = PART_OUT.most;
  if (lot.parts.length === 0 || !sellable || !engine || !most) return null;
  const offered = offeredOf(lot);
  const all = offered.reduce((sum, part) => sum + brings(part), 0);
  const whole = offered.reduce((sum, part) => sum + brings(part) * part.whole, 0);
  // A third of all there is: half of what the other parts are.
  const runs = lot.facts.run === 'runs_and_drives' || lot.facts.run === 'starts';
  const motor =
    runs && lot.facts.special === null ? (all * engine.share_of_whole) / (1 - engine.share_of_whole) : 0;
  const cap = lot.value === null ? Number.POSITIVE_INFINITY : lot.value.likely * most.share_of_value;
  const cents = Math.round(Math.min(cap, whole + motor));
  return {
    cents,
    motor: Math.round(motor),
    whole: Math.round(whole),
    rows: [
      ...PART_OUT.used_part,
      sellable,
      ...PART_OUT.demand,
      ...(motor > 0 ? [engine] : []),
      ...(cents < whole + motor - 1 ? [most] : []),
    ],
  };
}

const offeredOf = (lot: DealLot): readonly SellablePart[] =>
  lot.parts.filter(({ list }) => list >= centsFromDollars(PART_OUT.sellable[0]?.least_usd ?? 0));

function metalOf({ body }: DealLot): Part | null {
  const [ton] = PART_OUT.body_metal;
  const tons = PART_OUT.body_tons.find((row) => row.body === (body ?? 'car'));
  if (!ton || !tons) return null;
  return { cents: Math.round(tons.tons * centsFromDollars(ton.usd_a_ton)), rows: [ton, tons] };
}

function catalystOf(): Part | null {
  const [row] = PART_OUT.catalyst;
  return row ? { cents: centsFromDollars(row.usd), rows: [row] } : null;
}

function laborOf({ hour }: DealLot): Part | null {
  const [hours] = PART_OUT.dismantling;
  return hours && hour !== null ? { cents: Math.round(middleOf(hours) * hour), rows: [hours] } : null;
}

function sellingOf(parts: Cents): Part | null {
  const [row] = PART_OUT.selling;
  return row ? { cents: Math.round((parts * middleOf(row)) / 100), rows: [row] } : null;
}

/**
 * Value of the parts the damage left whole, of its body and catalyst, less labor and the cost of selling, each its user’s where they
 * say so; null where one of them is not known.
 */
export function partOut(lot: DealLot, set: DealSettings['part_out'] = {}): PartOut | null {
  const own = partOutFigureSchema.options.filter((figure) => set[figure] !== undefined);
  const figure = (name: PartOutFigure, ours: () => Part | null): Part | null => {
    const usd = set[name];
    return usd === undefined ? ours() : { cents: centsFromDollars(usd), rows: [] };
  };
  const ours = partsOf(lot);
  const parts = figure('parts', () => ours);
  const metal = figure('metal', () => metalOf(lot));
  const catalyst = figure('catalyst', catalystOf);
  const labor = figure('labor', () => laborOf(lot));
  const selling = figure('selling', () => parts && sellingOf(parts.cents));
  if (!parts || !metal || !catalyst || !labor || !selling) return null;
  const pull = pulledOf(offeredOf(lot));
  const listed = pull.reduce((sum, part) => sum + centsFromDollars(part.brings), 0);
  return {
    parts: parts.cents,
    pull,
    engine: ours?.motor ?? 0,
    others: Math.max(0, (ours?.whole ?? 0) - listed),
    capped: ours !== null && ours.cents < ours.whole + ours.motor - 1,
    count: Math.round(offeredOf(lot).reduce((sum, part) => sum + part.quantity * part.whole, 0)),
    metal: metal.cents,
    catalyst: catalyst.cents,
    labor: labor.cents,
    selling: selling.cents,
    value: parts.cents + metal.cents + catalyst.cents - labor.cents - selling.cents,
    days: Math.max(...PART_OUT.demand.map(({ days }) => days)),
    own,
    rows: [parts, metal, catalyst, labor, selling].flatMap(({ rows }) => rows),
  };
}
