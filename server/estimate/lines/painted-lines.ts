import { SECTIONS, type Section } from '../../../contract/schemas/estimate.ts';
import type { DraftLine } from '../pricing/estimate-line.ts';
import { isApart, isBare, type PaintStage, type PanelHours, refinishHours } from '../pricing/refinish.ts';

/** Place of a section on the page, front to rear. */
export const sectionAt = Object.fromEntries(SECTIONS.map((section, at) => [section, at])) as Readonly<
  Record<Section, number>
>;

/** Lines in the order they are printed, front to rear. */
export const inSectionOrder = <L extends Pick<DraftLine, 'section'>>(lines: readonly L[]): L[] =>
  [...lines].sort((a, b) => sectionAt[a.section] - sectionAt[b.section]);

/** Refinish hours by line id, calculated over all painted lines together, each counting by its `weight` (0–1). */
export function paintHours(
  lines: readonly DraftLine[],
  stage: PaintStage,
  weight: (line: DraftLine) => number,
): ReadonlyMap<string, PanelHours> {
  const painted = inSectionOrder(lines.filter((line) => line.paint_hours > 0));
  const hours = refinishHours(
    painted.map((line) => ({
      category: line.category ?? line.id,
      side: line.side,
      base_hours: line.paint_hours,
      probability: weight(line),
      apart: isApart(line.id),
      bare: isBare(line.id),
      blended: line.blended !== undefined,
    })),
    stage,
  );
  return new Map(painted.flatMap((line, at) => (hours[at] ? [[line.id, hours[at]] as const] : [])));
}

/** Lines front to rear, refinish calculated over all of them by their chances. */
export function withPaint(lines: readonly DraftLine[], stage: PaintStage): DraftLine[] {
  const byId = paintHours(lines, stage, ({ probability, counts = 1 }) => probability * counts);
  return inSectionOrder(lines).map((line) => {
    const paint = byId.get(line.id) ?? null;
    return paint === line.paint ? line : { ...line, paint };
  });
}
