import type { EvidenceItem } from '../../../contract/evidence.ts';
import type { Position, Side } from '../../../contract/schemas/part.ts';
import type { RepairedCar } from './operation-rule.ts';

/** A part that its user says the car does not have. */
export type Unfitted = { readonly category: string; readonly side: Side; readonly position: Position };

/** The parts that answers say are not on the car; of two answers on one part the later one counts. */
export function unfittedParts(evidence: readonly EvidenceItem[]): Unfitted[] {
  const last = new Map<string, Unfitted & { readonly answer: string }>();
  for (const item of evidence) {
    if (item.kind !== 'part_answer' || item.name !== null) continue;
    const { category, side, position, answer } = item;
    last.set(`${category}:${side}:${position}`, { category, side, position, answer });
  }
  return [...last.values()].filter(({ answer }) => answer === 'not_fitted');
}

const sided = (side: Side): boolean => side === 'left' || side === 'right';

/** Whether the car lacks the part at this side and end, as far as the answers tell them. */
export const isUnfitted = (
  unfitted: readonly Unfitted[],
  category: string,
  side: Side,
  position: Position,
): boolean =>
  unfitted.some(
    (part) =>
      part.category === category &&
      (part.side === side || !sided(part.side)) &&
      (part.position === position || part.position === 'none' || position === 'none'),
  );

/** The car without the sensors that answers say it does not have: nothing of them is calibrated. */
export function carWithout(car: RepairedCar, unfitted: readonly Unfitted[]): RepairedCar {
  const lacks = (position: Position): boolean => isUnfitted(unfitted, 'radar_sensor', 'none', position);
  return {
    ...car,
    ...(lacks('front') ? { front_radar: 0 } : {}),
    ...(lacks('rear') ? { rear_radar: 0 } : {}),
  };
}
