import type { DraftLine } from '../pricing/estimate-line.ts';
import {
  blendedWith,
  blendHours,
  CAB_CORNER,
  CAB_CORNER_HOURS,
  extendedClear,
  insideOf,
} from '../pricing/refinish.ts';
import { partCost } from '../tables/part-costs.ts';
import type { RepairedCar } from './included-operations.ts';
import { partName } from './part-name.ts';
import { standardLine } from './standard-line.ts';

/** Two-stage base hours of a whole panel; undefined where no table has it. */
function baseHours(panel: string, body: RepairedCar['body_class']): number | undefined {
  const cost = partCost(panel, body);
  return panel === CAB_CORNER ? CAB_CORNER_HOURS : cost && (cost.refinish_low + cost.refinish_high) / 2;
}

/** The panel beside a painted one is blended to match, unless it is painted anyway. */
function blend(panel: DraftLine, lines: readonly DraftLine[], car: RepairedCar): DraftLine[] {
  const next = panel.category ? blendedWith(panel.category, car.body_class) : undefined;
  const base = next && baseHours(next, car.body_class);
  if (!next || !base) return [];
  // A hood lies between both fenders.
  const between = panel.side === 'none' || panel.side === 'center';
  const unless = lines.filter(
    (line) => line.category === next && line.paint_hours > 0 && (between || line.side === panel.side),
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

/** What paint brings with it beside the panel itself: blends of neighbours, insides of new panels, clear coat that runs on. */
export function paintOperations(lines: readonly DraftLine[], car: RepairedCar): DraftLine[] {
  return lines
    .filter((line) => line.paint_hours > 0)
    .flatMap((panel) => [
      ...(panel.other_side ? [] : blend(panel, lines, car)),
      ...inside(panel),
      ...extendClear(panel),
    ]);
}
