import { categoriesIn } from '../lines/operation-triggers.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import type { LineChance } from './line-chances.ts';

/** A part at least this likely is written. */
export const SCOPE_FROM = 0.5;
/** A line less likely than this is counted, not listed. */
export const POSSIBLE_FROM = 0.05;

export type Standing = 'scope' | 'possible' | 'slight';

const MEASURE = 'standard:set_up_and_measure';
const MEASURE_QUARTER = 'standard:set_up_quarter';
const [BAGS, AFTER_BAGS] = [categoriesIn('air_bags'), categoriesIn('after_bags')];
const isIn = (categories: ReadonlySet<string>, { category, stand_in }: StandingLine['draft']): boolean =>
  category !== null && stand_in === undefined && categories.has(category);
const STRUCTURE = new Set(['structural', 'frame']);
const isStructure = ({ labour }: StandingLine['draft']): boolean =>
  labour !== null && STRUCTURE.has(labour.type);
const WELDED = categoriesIn('structure');
/** What nobody can know from where a car was hit: welded structure and suspension. */
const isUnderneath = (draft: StandingLine['draft']): boolean =>
  isStructure(draft) || isIn(WELDED, draft) || draft.section === 'suspension';
/** Trim that an airbag tears open, by its part of the prior, and that bag. */
const TORN_BY: Readonly<Record<string, string>> = {
  headliner: 'airbag_curtain',
  pillar_trim: 'airbag_curtain',
  seat_cover_side_bag: 'airbag_side',
};

export type StandingLine = LineChance & {
  readonly probability: number;
  /** The user or a photo speaks for it: written whatever else is known. */
  readonly told: boolean;
  /** Fewer than half of such cars have it: possible until something shows it. */
  readonly optional?: boolean;
  /** The chance it is written from where only the declaration speaks for it; absent: SCOPE_FROM. */
  readonly from?: number;
  /** Photos show it so heavily that it is written, whatever was declared. */
  readonly shown?: boolean;
};

/**
 * Whether an operation is written: a written line requires it, in at least half of such repairs, and none holds its work
 * already.
 */
function isRequired(draft: DraftLine, scope: ReadonlySet<string>): boolean {
  const { presence } = draft;
  if (presence.kind !== 'any') return false;
  if ((presence.unless ?? []).some((id) => scope.has(id))) return false;
  const share = presence.usual ? 1 : presence.damp;
  return presence.of.some((id) => scope.has(id) && share * (presence.shares?.[id] ?? 1) >= SCOPE_FROM);
}

/** What is known of the whole car when its lines are written. */
export type WritingCase = {
  /** False: only what photos or the user speak for is written. */
  readonly located: boolean;
  /** A photo or the user says of any part that it is damaged: what lies behind it follows. */
  readonly seen: boolean;
  /** The listing or the user says that airbags went off, or that they are gone. */
  readonly bagsGone: boolean;
  /** Past the car's value: of welded structure only that it is to be measured first, and what something speaks for. */
  readonly closed: boolean;
};

/** The damage lines that are written before the scope closes. */
function damagedOf(
  damage: readonly StandingLine[],
  { located, seen, bagsGone }: WritingCase,
): StandingLine[] {
  const likely = damage.filter(
    ({ draft, probability, told, shown, optional, from = SCOPE_FROM }) =>
      shown ||
      (told
        ? probability >= SCOPE_FROM
        : probability >= from &&
          located &&
          !optional &&
          (seen || !isUnderneath(draft)) &&
          (bagsGone || !isIn(BAGS, draft))),
  );
  // Belts, module and what else a deployment takes are written with a bag, by themselves only where something shows them.
  const bags = new Set(likely.flatMap(({ draft }) => (isIn(BAGS, draft) ? [draft.category] : [])));
  return likely.filter(({ draft, told, shown }) => {
    if (told || shown) return true;
    const torn = TORN_BY[draft.prior_id ?? ''];
    return torn === undefined ? bags.size > 0 || !isIn(AFTER_BAGS, draft) : bags.has(torn);
  });
}

/**
 * Where each line stands. Damage lines are written from SCOPE_FROM on (the median-probability model), operations exactly
 * when a written line requires them.
 */
export function standings(lines: readonly StandingLine[], known: WritingCase): ReadonlyMap<string, Standing> {
  const { closed } = known;
  const damage = lines.filter(({ draft }) => draft.presence.kind !== 'any');
  const likely = damagedOf(damage, known);
  const open = likely.filter(({ draft, told, shown }) => !closed || told || shown || !isStructure(draft));
  const scope = new Set(open.map(({ draft }) => draft.id));
  const operations = lines.filter(({ draft }) => draft.presence.kind === 'any');
  const written = new Set(scope);
  const write = (some: readonly StandingLine[]): void => {
    const required = some.filter(({ draft, probability, told }) =>
      told ? probability >= SCOPE_FROM : isRequired(draft, written),
    );
    for (const { draft } of required) written.add(draft.id);
  };
  // Measuring stands for the structure of a closed scope.
  if (open.length < likely.length && lines.some(({ draft }) => draft.id === MEASURE)) written.add(MEASURE);
  write(operations.filter(({ draft }) => draft.counts !== 0));
  // Blends that the others leave over, then what comes off for all of them.
  write(operations);
  write(operations);
  // One set-up does for structure and quarter panel.
  if (written.has(MEASURE)) written.delete(MEASURE_QUARTER);
  return new Map(
    lines.map(({ draft, probability }): [string, Standing] => [
      draft.id,
      written.has(draft.id) ? 'scope' : probability >= POSSIBLE_FROM ? 'possible' : 'slight',
    ]),
  );
}
