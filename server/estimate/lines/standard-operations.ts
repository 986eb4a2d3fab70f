import type { DraftLine } from '../pricing/estimate-line.ts';
import { type Calling, OPERATION_RULES, type RepairedCar } from './included-operations.ts';
import { paintOperations } from './paint-operations.ts';
import { standardLine } from './standard-line.ts';

/** A draft line as rules ask for it. */
const calling = (line: DraftLine): Calling => ({ ...line, painted: line.paint_hours > 0 });

/**
 * Operations that the damage lines bring with them, by the table of rules: scans, calibrations by year and fitted sensors,
 * alignment, set-up and measure, A/C, restraints, paint and small charges. Each says which lines call for it.
 */
export function standardOperations(lines: readonly DraftLine[], car: RepairedCar): DraftLine[] {
  const asked = lines.map((line) => ({ line, as: calling(line) }));
  const linesThat = (rule: (line: Calling) => boolean): DraftLine[] =>
    asked.filter(({ as }) => rule(as)).map(({ line }) => line);
  const found = OPERATION_RULES.flatMap((rule): DraftLine[] => {
    const { id, name, operation, work, own, joint = false } = rule;
    const calls = linesThat(rule.calls);
    const damp = rule.share?.(car) ?? 1;
    const because = { code: 'operation', operation: id } as const;
    const wanted = { id, name, operation, because, ...work };
    if (own) {
      const others = calls.filter((line) => !own(calling(line)));
      const shares = Object.fromEntries(others.map((line) => [line.id, damp]));
      const callers = calls.filter((line) => (shares[line.id] ?? 1) > 0);
      return standardLine(callers, wanted, { joint, shares });
    }
    if (!rule.each) {
      const unless = rule.unless ? linesThat(rule.unless) : [];
      return standardLine(calls, wanted, { damp, joint, unless });
    }
    return (
      calls
        // Of a part that may be hit on both sides, paint and trim count for the first alone.
        .filter(({ other_side }) => !other_side)
        .flatMap((line) => {
          const beside = {
            ...wanted,
            id: `${id}:${line.id}`,
            name: `${name} (${line.name.toLowerCase()})`,
            like: line,
          };
          return standardLine([line], beside, { damp });
        })
    );
  });
  return [...found, ...paintOperations(lines, car)];
}
