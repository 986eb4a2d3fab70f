import type { ReportChanges } from '../schemas/edit-report.ts';
import type { EstimateLine } from '../schemas/estimate.ts';
import type { ReportModel } from '../schemas/report.ts';

/** Whether both are sent as the same, whatever order their keys have; what is undefined is not sent. */
function sentAlike(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [from, to] = [one as Fields, other as Fields];
  for (const key of Object.keys(from)) if (!sentAlike(from[key], own(to, key))) return false;
  for (const key of Object.keys(to)) if (to[key] !== undefined && !Object.hasOwn(from, key)) return false;
  return true;
}

type Fields = Readonly<Record<string, unknown>>;
const own = (fields: Fields, key: string): unknown => (Object.hasOwn(fields, key) ? fields[key] : undefined);

/** What a line says otherwise than before; null: nothing. */
function lineChange(before: EstimateLine, after: EstimateLine): ReportChanges['changed'][number] | null {
  const was: Fields = before;
  const is: Fields = after;
  const set: Record<string, unknown> = {};
  for (const key of Object.keys(after)) if (!sentAlike(is[key], own(was, key))) set[key] = is[key];
  const unset = Object.keys(before).filter((key) => was[key] !== undefined && own(is, key) === undefined);
  return Object.keys(set).length + unset.length === 0 ? null : { id: after.id, set, unset };
}

/** What changed from one version of a report to the next. */
export function changesBetween(before: ReportModel, after: ReportModel): ReportChanges {
  const was = new Map(before.estimate.lines.map((line) => [line.id, line]));
  const { lines, ...estimate } = after.estimate;
  const is = new Set(lines.map(({ id }) => id));
  const { headline, seller, total_loss, edit } = after;
  return {
    lines: lines.filter(({ id }) => !was.has(id)),
    changed: lines.flatMap((line) => {
      const before = was.get(line.id);
      return (before && lineChange(before, line)) ?? [];
    }),
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
  for (const { id, set, unset } of changes.changed) {
    const line = known.get(id);
    if (line === undefined) continue;
    const next = Object.assign({ ...line }, set);
    for (const key of unset) Reflect.deleteProperty(next, key);
    known.set(id, next);
  }
  const { lines: _, changed: __, removed: ___, order, estimate, ...rest } = changes;
  return {
    ...report,
    ...rest,
    estimate: { ...estimate, lines: order.flatMap((id) => known.get(id) ?? []) },
  };
}
