import type { Side } from '../../../contract/schemas/part.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import {
  BLENDS_ALL_NEIGHBOURS,
  blendedWith,
  blendHours,
  CAB_CORNER,
  CAB_CORNER_HOURS,
  extendedClear,
  furtherBlends,
  insideOf,
} from '../pricing/refinish.ts';
import { partCost } from '../tables/part-costs.ts';
import type { RepairedCar } from './operation-rule.ts';
import { partName } from './part-name.ts';
import { standardLine } from './standard-line.ts';

/** Two-stage base hours of a whole panel; undefined where no table has it. */
function baseHours(panel: string, body: RepairedCar['body_class']): number | undefined {
  const cost = partCost(panel, body);
  return panel === CAB_CORNER ? CAB_CORNER_HOURS : cost && (cost.refinish_low + cost.refinish_high) / 2;
}

/** A panel that is blended for a painted one beside it. */
type Neighbour = {
  readonly category: string;
  readonly side: Side;
  readonly panel: DraftLine;
  /** What the forecast counts of it. */
  readonly counts: number;
};
const BOTH_SIDES = ['left', 'right'] as const;
const isBetween = ({ side }: DraftLine): boolean => side === 'none' || side === 'center';

const lidOf = (body: RepairedCar['body_class']): string =>
  body === 'sedan' || body === 'coupe' || body === 'convertible' ? 'trunk_lid' : 'liftgate';

/** The panels beside a painted one; the forecast counts the first, of a hood half on each side. */
function neighboursOf(panel: DraftLine, body: RepairedCar['body_class']): Neighbour[] {
  if (!panel.category || panel.other_side) return [];
  const first = blendedWith(panel.category, body);
  const placed = (named: string, counts: number): Neighbour[] => {
    const category = named === 'trunk_lid' ? lidOf(body) : named;
    // One lid lies beside both quarters, one hood beside both fenders.
    if (category === 'trunk_lid' || category === 'liftgate' || category === 'hood')
      return [{ category, side: 'none', panel, counts }];
    return isBetween(panel)
      ? BOTH_SIDES.map((side) => ({ category, side, panel, counts: counts / 2 }))
      : [{ category, side: panel.side, panel, counts }];
  };
  return [
    ...(first ? placed(first, 1) : []),
    ...furtherBlends(panel.category, body).flatMap((category) => placed(category, 0)),
  ];
}

const meets = (a: Side, b: Side): boolean =>
  a === b || ![a, b].every((side) => side === 'left' || side === 'right');

/** One panel blended for those beside it, of which the forecast counts all or none. */
function blendFor(group: readonly Neighbour[], unless: readonly DraftLine[], car: RepairedCar): DraftLine[] {
  const [first] = group.toSorted((a, b) => b.counts - a.counts);
  const base = first && baseHours(first.category, car.body_class);
  if (!first || !base) return [];
  const { category, side, panel, counts } = first;
  const name = partName(category, 'none', car.body_class).toLowerCase();
  const one = isBetween(panel) && side === 'right' ? `${panel.id}:right` : panel.id;
  const wanted = {
    id: counts > 0 ? `blend:${one}` : `blend:${one}:${category}`,
    name: `Blend adjacent panel (${isBetween(panel) ? `${side} ` : ''}${name}${
      counts > 0 ? '' : `, for the ${panel.name.toLowerCase()}`
    })`,
    operation: 'blend' as const,
    because: { code: 'operation' as const, operation: 'blend', part: panel.name },
    paint_hours: blendHours(base, car.stage),
    like: panel,
  };
  const calls = { unless, damp: counts, ...(counts < 1 ? { usual: true } : {}) };
  return standardLine(
    group.map((neighbour) => neighbour.panel),
    wanted,
    calls,
  ).map((line) => ({ ...line, blended: { category, side } }));
}

/** Panels beside painted ones are blended to match, each once, unless they are painted anyway. */
function blends(lines: readonly DraftLine[], car: RepairedCar, forecast: boolean): DraftLine[] {
  const all = lines.flatMap((line) => (line.paint_hours > 0 ? neighboursOf(line, car.body_class) : []));
  const groups = Map.groupBy(all, ({ category, side }) => `${category}:${side}`);
  return [...groups.values()].flatMap((group): DraftLine[] => {
    const [{ category, side } = { category: '', side: 'none' as const }] = group;
    const painted = lines.filter(
      (line) => line.category === category && line.paint_hours > 0 && meets(line.side, side),
    );
    const counted = blendFor(
      group.filter(({ counts }) => counts > 0),
      painted,
      car,
    );
    if (forecast) return counted;
    const further = group.filter(({ counts }) => counts === 0);
    return [...counted, ...blendFor(further, [...painted, ...counted], car)];
  });
}

/** As reports made before other neighbors were blended have it: one neighbor a panel. */
function blendOfOne(panel: DraftLine, lines: readonly DraftLine[], car: RepairedCar): DraftLine[] {
  const next = panel.category ? blendedWith(panel.category, car.body_class) : undefined;
  const base = next && baseHours(next, car.body_class);
  if (!next || !base) return [];
  const unless = lines.filter(
    (line) =>
      line.category === next && line.paint_hours > 0 && (isBetween(panel) || line.side === panel.side),
  );
  const wanted = {
    id: `blend:${panel.id}`,
    name: `Blend adjacent panel (${partName(next, 'none', car.body_class).toLowerCase()})`,
    operation: 'blend' as const,
    because: { code: 'operation' as const, operation: 'blend', part: panel.name },
    paint_hours: blendHours(base, car.stage),
    like: panel,
  };
  return standardLine([panel], wanted, { unless });
}

/** Edge, underside or jamb of a new panel, which its outer refinish does not hold. */
function inside(panel: DraftLine): DraftLine[] {
  const it = panel.category && panel.operation === 'replace' ? insideOf(panel.category) : undefined;
  if (!it) return [];
  return standardLine([panel], {
    id: `inside:${panel.id}`,
    name: `Refinish ${it.what} of new ${panel.name.toLowerCase()}`,
    operation: 'refinish',
    because: { code: 'operation', operation: 'inside' },
    paint_hours: it.hours,
    like: panel,
  });
}

/** Clear coat that runs out on the next panel, where no gap ends it. */
function extendClear(panel: DraftLine): DraftLine[] {
  const it = panel.category ? extendedClear(panel.category) : undefined;
  if (!it) return [];
  const wanted = {
    id: `extend_clear:${panel.id}`,
    name: `Extend clear coat to the next break (${panel.name.toLowerCase()})`,
    operation: 'refinish' as const,
    because: { code: 'operation' as const, operation: 'extend_clear', part: panel.name },
    paint_hours: it.hours,
    like: panel,
  };
  return standardLine([panel], wanted, { damp: it.share });
}

/**
 * What paint brings with it beside the panel itself: blends of neighbours, insides of new panels, clear coat that runs on.
 * `forecast`: without what the forecast does not count.
 */
export function paintOperations(
  lines: readonly DraftLine[],
  car: RepairedCar,
  forecast: boolean,
): DraftLine[] {
  const painted = lines.filter((line) => line.paint_hours > 0);
  const single = BLENDS_ALL_NEIGHBOURS ? [] : painted.filter(({ other_side }) => !other_side);
  return [
    ...(BLENDS_ALL_NEIGHBOURS ? blends(lines, car, forecast) : []),
    ...single.flatMap((panel) => blendOfOne(panel, lines, car)),
    ...painted.flatMap((panel) => [...inside(panel), ...extendClear(panel)]),
  ];
}
