import type { LineFigures, ReportEdits } from '../../../contract/schemas/edit-report.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';

/** Operations without refinish, unless its hours are told. */
const WITHOUT_PAINT = new Set<EstimateLine['operation']>([
  'r_and_i',
  'inspect',
  'pdr',
  'scan',
  'align',
  'clean',
  'allowance',
]);

/** What the user set of a line; of a pair whose side was told since, what was set while it was open. */
export function figuresFor(edits: ReportEdits, id: string): LineFigures | null {
  return edits.changed[id] ?? edits.changed[openIdOf(id)] ?? null;
}
/** Whether the user took the line out. */
export const isExcluded = (edits: ReportEdits, id: string): boolean =>
  edits.excluded.includes(id) || edits.excluded.includes(openIdOf(id));

const openIdOf = (id: string): string => id.replace(/:(left|right)$/, ':unknown');

/** The draft as operations are asked for it: done another way, painted or not, as the user has it. */
export function asDone(draft: DraftLine, set: LineFigures | null): DraftLine {
  if (!set) return draft;
  const operation = set.operation ?? draft.operation;
  const unpainted =
    set.refinish_hours === 0 || (operation !== draft.operation && WITHOUT_PAINT.has(operation));
  return {
    ...draft,
    operation,
    paint_hours:
      set.refinish_hours && draft.paint_hours === 0 ? set.refinish_hours : unpainted ? 0 : draft.paint_hours,
  };
}
