import type { LineFigures, ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import { WITH_PART, WITHOUT_LABOUR, WITHOUT_PAINT } from './override-line.ts';

/** What the user set of a line; of a pair whose side is known since, what was set while it was open. */
export function figuresFor(edits: ReportEdits, id: string): LineFigures | null {
  // Asked for many times a line, and mostly there is none of any.
  if (Object.keys(edits.changed).length === 0) return null;
  return edits.changed[id] ?? edits.changed[openIdOf(id)] ?? null;
}
/** Whether the user took the line out. */
export const isExcluded = (edits: ReportEdits, id: string): boolean =>
  edits.excluded.length > 0 && (edits.excluded.includes(id) || edits.excluded.includes(openIdOf(id)));

/** Why the user took the line out, where they said it. */
export const reasonOut = ({ excluded_reasons: reasons = {} }: ReportEdits, id: string): string | undefined =>
  reasons[id] ?? reasons[openIdOf(id)];

const openIdOf = (id: string): string => id.replace(/:(left|right)$/, ':unknown');

/** Whether figures of the user's stand in for ours in what a line costs: a name, a chance or a way of repair do not. */
export const pricesItself = ({ name: _, operation: __, probability: ___, ...money }: LineFigures): boolean =>
  Object.keys(money).length > 0;

/** The draft as its user has it done, `priced` for that operation where the tables price it: part, labor and paint it needs. */
export function asDone(given: DraftLine, set: LineFigures | null, priced: DraftLine = given): DraftLine {
  if (!set) return given;
  const operation = set.operation ?? given.operation;
  const without = (operations: ReadonlySet<DraftLine['operation']>): boolean =>
    operation !== priced.operation && operations.has(operation);
  const parted = operation === priced.operation || WITH_PART.has(operation);
  const unpainted = set.refinish_hours === 0 || without(WITHOUT_PAINT);
  const { written_part, ...rest } = priced;
  return {
    ...rest,
    ...(parted && written_part ? { written_part } : {}),
    probability: given.probability,
    operation,
    part: parted ? priced.part : null,
    sectioning: parted ? priced.sectioning : null,
    labour: without(WITHOUT_LABOUR) ? null : priced.labour,
    paint_hours:
      set.refinish_hours && priced.paint_hours === 0
        ? set.refinish_hours
        : unpainted
          ? 0
          : priced.paint_hours,
  };
}
