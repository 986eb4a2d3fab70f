import type { PanelId } from '../../../contract/car-diagram/car-geometry.ts';
import type { Marks } from '../../../contract/car-diagram/levels.ts';
import { panelsOf } from '../../../contract/car-diagram/panels-of.ts';
import { marksOf, orderLines } from '../../../contract/report-view/line-order.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';

export type PanelLines = {
  marks: Marks;
  /** The line a panel's number stands for. */
  lineOf: ReadonlyMap<PanelId, string>;
  panelsByLine: ReadonlyMap<string, readonly PanelId[]>;
};

/** The diagram's marks with the ways from panel to line and back. */
export function diagramMarks(lines: readonly EstimateLine[]): PanelLines {
  const marks = marksOf(lines);
  const ordered = orderLines(lines);
  const lineOf = new Map<PanelId, string>();
  for (const [panel, mark] of Object.entries(marks)) {
    const line = mark.number === undefined ? undefined : ordered[mark.number - 1];
    if (line !== undefined) lineOf.set(panel as PanelId, line.id);
  }
  const panelsByLine = new Map(
    lines.map((line) => [
      line.id,
      line.category === null ? [] : panelsOf(line.category, line.side, line.position),
    ]),
  );
  return { marks, lineOf, panelsByLine };
}
