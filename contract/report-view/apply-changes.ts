import type { ReportChanges } from '../schemas/edit-report.ts';
import type { EstimateLine } from '../schemas/estimate.ts';
import type { ReportModel } from '../schemas/report.ts';

/** As it is stored and sent, whatever order its keys have: a report read back has another than one just made. */
const inOneOrder = (line: EstimateLine): string =>
  JSON.stringify(line, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** What changed from one version of a report to the next. */
export function changesBetween(before: ReportModel, after: ReportModel): ReportChanges {
  const was = new Map(before.estimate.lines.map((line) => [line.id, inOneOrder(line)]));
  const { lines, ...estimate } = after.estimate;
  const is = new Set(lines.map(({ id }) => id));
  const { headline, seller, total_loss, edit } = after;
  return {
    lines: lines.filter((line) => was.get(line.id) !== inOneOrder(line)),
    removed: before.estimate.lines.flatMap(({ id }) => (is.has(id) ? [] : [id])),
    order: lines.map(({ id }) => id),
    estimate,
    headline,
    seller,
    total_loss,
    edit,
  };
}

/** The report after an edit, from the one before it and what changed. */
export function withChanges(report: ReportModel, changes: ReportChanges): ReportModel {
  const known = new Map<string, EstimateLine>(
    [...report.estimate.lines, ...changes.lines].map((line) => [line.id, line]),
  );
  const { lines: _, removed: __, order, estimate, ...rest } = changes;
  return {
    ...report,
    ...rest,
    estimate: { ...estimate, lines: order.flatMap((id) => known.get(id) ?? []) },
  };
}
