import { isDeepStrictEqual } from 'node:util';
import type { LineEdit, LineFigures, ReportEdits } from '../../../contract/schemas/edit-report.ts';
import { AppError } from '../../errors.ts';
import { applyChoiceEdit, type Choosable, choosableLines } from './apply-choice-edits.ts';

/** More than anybody adds by hand: a limit against endless reports. */
const MOST_ADDED = 200;

/** The id of the next added line: `user:1`, `user:2`, … */
function nextId(edits: ReportEdits): string {
  // Added lines are never taken out of the list, only excluded.
  return `user:${edits.added.length + 1}`;
}

function moved(order: readonly string[], id: string, before: string | null): string[] {
  const others = order.filter((other) => other !== id);
  const found = before === null ? -1 : others.indexOf(before);
  const at = found === -1 ? others.length : found;
  return [...others.slice(0, at), id, ...others.slice(at)];
}

/** The user's order with every line that came since: behind the one it follows on the page. */
function orderOf({ order, added }: ReportEdits, lineIds: readonly string[]): string[] {
  const all = [...(order ?? [])];
  for (const [at, id] of [...lineIds, ...added.map((line) => line.id)].entries()) {
    if (all.includes(id)) continue;
    const last = all.indexOf(lineIds[at - 1] ?? '');
    all.splice(order === null || last === -1 ? all.length : last + 1, 0, id);
  }
  return all;
}

/** Figures that say nothing beside what is estimated; of a price, of hours and of a chance it tells that the user stands by it. */
const SAYS_NOTHING = ['name', 'operation', 'part_type', 'quantity'] as const;

function withoutEstimated(set: LineFigures, id: string, estimate: Choosable): LineFigures {
  const line = choosableLines(estimate).find((entry) => entry.id === id);
  // Of an added line there is no estimate: all its figures are the user's.
  if (!line || line.block === 'user') return set;
  const estimated = line.estimated ?? line;
  return Object.fromEntries(
    Object.entries(set).filter(
      ([name, value]) => !SAYS_NOTHING.some((figure) => figure === name && estimated[figure] === value),
    ),
  );
}

/** Whether two reports' edits leave the same report, however they came about. */
export function sameEdits(one: ReportEdits, other: ReportEdits): boolean {
  const bare = ({
    history: _,
    changed,
    excluded,
    excluded_reasons,
    answers,
    numbers,
    scenario,
    part_answers,
    ...edits
  }: ReportEdits) => ({
    ...edits,
    changed: Object.fromEntries(Object.entries(changed).filter(([, set]) => Object.keys(set).length > 0)),
    excluded: excluded.toSorted(),
    excluded_reasons: excluded_reasons ?? {},
    answers: answers ?? {},
    numbers: numbers ?? {},
    scenario: scenario ?? {},
    part_answers: (part_answers ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  });
  return isDeepStrictEqual(bare(one), bare(other));
}

/**
 * The edits that stand after some more, in their order, to this estimate as made. Throws validation_error, with
 * `details.line_id`, for a line that is not there, and for what the estimate does not offer; nothing is applied then.
 */
export function applyLineEdits(
  standing: ReportEdits,
  more: readonly LineEdit[],
  estimate: Choosable,
): ReportEdits {
  const lineIds = estimate.lines.map(({ id }) => id);
  const own = new Set(choosableLines(estimate).map(({ id }) => id));
  return more.reduce((edits, edit) => applyOne(edits, edit, own, lineIds, estimate), standing);
}

/** With the reason for which a line is out; null: with none, undefined: with what was said of it. */
function withReason(edits: ReportEdits, id: string, reason: string | null | undefined): ReportEdits {
  if (reason === undefined) return edits;
  const { excluded_reasons = {}, ...others } = edits;
  const { [id]: _, ...rest } = excluded_reasons;
  const reasons = reason === null ? rest : { ...rest, [id]: reason };
  return Object.keys(reasons).length > 0 ? { ...others, excluded_reasons: reasons } : others;
}

function applyOne(
  edits: ReportEdits,
  edit: LineEdit,
  own: ReadonlySet<string>,
  lineIds: readonly string[],
  estimate: Choosable,
): ReportEdits {
  const added = edits.added.map(({ id }) => id);
  const known = (id: string): string => {
    // A line the user changed can be changed back, even where evidence has struck it since.
    if (own.has(id) || added.includes(id) || Object.hasOwn(edits.changed, id)) return id;
    throw new AppError('validation_error', 'This report has no such line.', { details: { line_id: id } });
  };
  switch (edit.kind) {
    case 'change': {
      const id = known(edit.line_id);
      if (edit.set.side !== undefined && !added.includes(id))
        throw new AppError('validation_error', 'The side of an estimated part is set by an answer on it.', {
          details: { line_id: id },
        });
      const set = withoutEstimated({ ...edits.changed[id], ...edit.set }, id, estimate);
      const { [id]: _, ...changed } = edits.changed;
      return { ...edits, changed: Object.keys(set).length > 0 ? { ...changed, [id]: set } : changed };
    }
    case 'reset': {
      const { [known(edit.line_id)]: _, ...changed } = edits.changed;
      return { ...edits, changed };
    }
    case 'exclude': {
      const id = known(edit.line_id);
      const excluded = [...new Set([...edits.excluded, id])];
      return { ...withReason(edits, id, edit.reason), excluded };
    }
    case 'include': {
      const id = known(edit.line_id);
      const excluded = edits.excluded.filter((other) => other !== id);
      return { ...withReason(edits, id, null), excluded };
    }
    case 'add': {
      if (added.length >= MOST_ADDED)
        throw new AppError('validation_error', `A report takes ${MOST_ADDED} added lines at most.`);
      return { ...edits, added: [...edits.added, { ...edit.line, id: nextId(edits) }] };
    }
    case 'move': {
      const before = edit.before === null ? null : known(edit.before);
      const order = orderOf(edits, lineIds);
      const after = moved(order, known(edit.line_id), before);
      return isDeepStrictEqual(after, order) ? edits : { ...edits, order: after };
    }
    case 'answer':
    case 'unanswer':
    case 'choose_number':
    case 'scenario':
    case 'part':
      return applyChoiceEdit(edits, edit, estimate);
  }
}
