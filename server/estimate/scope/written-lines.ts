import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import { paintHours } from '../lines/painted-lines.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import { paintMoney, recosted } from '../pricing/line-money.ts';
import type { Rates } from '../tables/labour-rates.ts';
import type { Line, Setting } from './estimate-lines.ts';
import { severityOf } from './line-chances.ts';
import { addedLine, changedLine } from './override-line.ts';
import { type Standing, standings, type WritingCase } from './standings.ts';
import { figuresFor, reasonOut } from './user-changes.ts';
import { wireLine } from './wire-line.ts';

const rateBasis = ({ edits }: Setting): { rate_basis?: 'profile' | 'user' } => {
  const choice = edits.scenario?.rates;
  return choice ? { rate_basis: choice.profile === 'own' ? 'user' : 'profile' } : {};
};

type SettledBy = NonNullable<EstimateLine['settled_by']>;
/** What an operation hangs on is settled as the line that brings it is; the likeliest of them where several do. */
const SETTLED_FIRST: readonly SettledBy[] = ['other_side', 'airbags', 'teardown', 'look'];

/** What would settle each line that is possible only, and whether it is of a second piece, by its id. */
function settlements(
  lines: readonly Line[],
  airbagsTold: boolean,
): ReadonlyMap<string, { by: SettledBy; other_side: boolean }> {
  const settled = new Map<string, { by: SettledBy; other_side: boolean }>();
  for (const { draft, believed } of lines) {
    if (!believed) continue;
    const by = believed.other_side
      ? 'other_side'
      : draft.section === 'restraints' && !airbagsTold
        ? 'airbags'
        : draft.block === 'likely_hidden'
          ? 'teardown'
          : 'look';
    settled.set(draft.id, { by, other_side: believed.other_side });
  }
  const chances = new Map(lines.map(({ draft, probability }) => [draft.id, probability]));
  for (const { draft, believed } of lines) {
    if (believed || draft.presence.kind !== 'any') continue;
    const callers = draft.presence.of.flatMap((id) => {
      const one = settled.get(id);
      return one ? [{ ...one, chance: chances.get(id) ?? 0 }] : [];
    });
    const most = Math.max(0, ...callers.map(({ chance }) => chance));
    const likeliest = callers.filter(({ chance }) => chance === most);
    const by = SETTLED_FIRST.find((kind) => likeliest.some((one) => one.by === kind)) ?? 'look';
    const other_side = callers.length > 0 && callers.every((one) => one.other_side);
    settled.set(draft.id, { by, other_side });
  }
  return settled;
}

export type WrittenLine = {
  readonly line: Line;
  readonly wire: EstimateLine;
  /** The line done as its user has it done, before their figures. */
  readonly done: EstimateLine;
  readonly standing: Standing;
};

/**
 * Lines as written, with book hours: each possible one as if it alone were added to the scope. `airbagsTold`: whether anything says
 * if they went off.
 */
export function written(
  lines: readonly Line[],
  setting: Setting,
  known: WritingCase,
  airbagsTold: boolean,
): WrittenLine[] {
  const { edits, stage, rates, weights } = setting;
  const standing = standings(lines, known);
  const settled = settlements(lines, airbagsTold);
  // What the user set figures of stays listed, however unlikely: else it could not be changed back.
  const of = ({ draft }: Line): Standing => {
    const at = standing.get(draft.id) ?? 'slight';
    return at === 'slight' && figuresFor(edits, draft.id) ? 'possible' : at;
  };
  // What the forecast holds anyway is a line only where it is written.
  const isShown = (line: Line): boolean =>
    line.draft.counts !== 0 || of(line) === 'scope' || figuresFor(edits, line.draft.id) !== null;
  const scope = lines.filter((line) => of(line) === 'scope').map(({ draft }) => draft);
  const booked = paintHours(scope, stage, () => 1);
  const paintOf = (draft: DraftLine) =>
    booked.get(draft.id) ??
    (draft.paint_hours > 0 ? (paintHours([...scope, draft], stage, () => 1).get(draft.id) ?? null) : null);
  return lines.filter(isShown).map((line): WrittenLine => {
    const { draft, given, believed, probability, chance } = line;
    const set = figuresFor(edits, draft.id);
    const how = { severity: severityOf(weights, chance), rates, ...rateBasis(setting) };
    const asGiven = wireLine(given, {
      ...how,
      probability: given.presence.kind === 'any' && set === null ? probability : given.probability,
      paint: paintOf(draft) ?? (given.paint_hours > 0 ? paintOf(given) : null),
    });
    const done = set ? wireLine(draft, { ...how, probability, paint: paintOf(draft) }) : asGiven;
    const wire = set ? changedBy(done, asGiven, set, rates) : asGiven;
    const at = of(line);
    return {
      line,
      done,
      standing: at,
      wire: {
        ...wire,
        ...(at === 'slight' ? {} : { standing: at }),
        ...(at === 'possible' ? { settled_by: settled.get(draft.id)?.by ?? 'look' } : {}),
        ...(believed?.side_open ? { side_open: true as const } : {}),
        ...(settled.get(draft.id)?.other_side ? { other_side: true as const } : {}),
      },
    };
  });
}

type Figures = NonNullable<ReturnType<typeof figuresFor>>;

/** A line with the user's figures; what was estimated stands beside them. */
function changedBy(done: EstimateLine, given: EstimateLine, set: Figures, rates: Rates): EstimateLine {
  const changed = changedLine(done, set, (type) => dollars(rates[type]), given);
  return recosted(changed, paintMoney(changed));
}

/** What the user took out, as it was estimated: it counts nowhere. */
export function excludedLines(out: readonly Line[], setting: Setting): EstimateLine[] {
  const { edits, rates, stage, weights } = setting;
  const ours = out.map(({ given, chance, probability }) =>
    wireLine(given, {
      severity: severityOf(weights, chance),
      rates,
      ...rateBasis(setting),
      probability,
      paint: paintHours([given], stage, () => 1).get(given.id) ?? null,
    }),
  );
  const added = edits.added
    .filter(({ id }) => edits.excluded.includes(id))
    .map((line) => addedLine(line, (type) => dollars(rates[type])))
    .map((line) => recosted(line, paintMoney(line)));
  return [...ours, ...added].map((line) => {
    const own_reason = reasonOut(edits, line.id);
    return own_reason === undefined ? line : { ...line, own_reason };
  });
}

/** Lines the user added, certain unless they say otherwise. */
export function addedLines({ edits, rates }: Setting): EstimateLine[] {
  return edits.added
    .filter(({ id }) => !edits.excluded.includes(id))
    .map((given) => {
      const set = edits.changed[given.id];
      const line = addedLine(
        {
          ...given,
          ...set,
          name: set?.name ?? given.name,
          operation: set?.operation ?? given.operation,
          side: set?.side ?? given.side,
        },
        (type) => dollars(rates[type]),
      );
      const standing = line.probability >= 0.5 ? ('scope' as const) : ('possible' as const);
      return recosted({ ...line, standing }, paintMoney(line));
    });
}

/** Lines in the user's order; those it does not name stay behind the line they followed. */
export function inOrder(lines: readonly EstimateLine[], order: readonly string[] | null): EstimateLine[] {
  if (order === null) return [...lines];
  const place = new Map(order.map((id, at) => [id, at]));
  let last = -1;
  return lines
    .map((line, at) => {
      last = place.get(line.id) ?? last;
      return { line, key: last, at };
    })
    .sort((a, b) => a.key - b.key || a.at - b.at)
    .map(({ line }) => line);
}
