import type { LineEdit, ReportEdits } from '../../../contract/schemas/edit-report.ts';
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
  const at = before === null ? others.length : others.indexOf(before);
  return [...others.slice(0, at), id, ...others.slice(at)];
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

function applyOne(
  edits: ReportEdits,
  edit: LineEdit,
  own: ReadonlySet<string>,
  lineIds: readonly string[],
  estimate: Choosable,
): ReportEdits {
  const added = edits.added.map(({ id }) => id);
  const known = (id: string): string => {
    if (own.has(id) || added.includes(id)) return id;
    throw new AppError('validation_error', 'This report has no such line.', { details: { line_id: id } });
  };
  switch (edit.kind) {
    case 'change': {
      const id = known(edit.line_id);
      return { ...edits, changed: { ...edits.changed, [id]: { ...edits.changed[id], ...edit.set } } };
    }
    case 'reset': {
      const { [known(edit.line_id)]: _, ...changed } = edits.changed;
      return { ...edits, changed };
    }
    case 'exclude':
      return { ...edits, excluded: [...new Set([...edits.excluded, known(edit.line_id)])] };
    case 'include': {
      const id = known(edit.line_id);
      return { ...edits, excluded: edits.excluded.filter((other) => other !== id) };
    }
    case 'add': {
      if (added.length >= MOST_ADDED)
        throw new AppError('validation_error', `A report takes ${MOST_ADDED} added lines at most.`);
      return { ...edits, added: [...edits.added, { ...edit.line, id: nextId(edits) }] };
    }
    case 'move': {
      const order = edits.order ?? lineIds;
      const all = [...order, ...added.filter((id) => !order.includes(id))];
      const before = edit.before === null ? null : known(edit.before);
      return { ...edits, order: moved(all, known(edit.line_id), before) };
    }
    case 'answer':
    case 'unanswer':
    case 'choose_number':
    case 'scenario':
    case 'part':
      return applyChoiceEdit(edits, edit, estimate);
  }
}
