import { useState } from 'react';
import { checkWords } from '../../../contract/report-view/words/check-words.ts';
import type { Estimate, OperationCheck } from '../../../contract/schemas/estimate.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { useLineEditingContext } from './line-editing.tsx';

const EditLineDialog = lazyDialog(async () => (await import('./edit-line-dialog.tsx')).EditLineDialog);

/** Operations that likely lines call for: which are missing and for what, and everything that was looked for. */
export function OperationChecks({ estimate }: { estimate: Estimate }) {
  const [shown, setShown] = useState(false);
  const { checks = [] } = estimate;
  const missing = checks.filter(({ status }) => status === 'missing');
  const present = checks.filter(({ status }) => status === 'present').length;
  if (present + missing.length === 0) return null;
  return (
    <section aria-labelledby="checks-title">
      <details className="text-sm" onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary className="flex min-h-10 pointer-coarse:min-h-11 flex-wrap items-center gap-x-4 border-y border-rule">
          <h2 id="checks-title" className="text-base font-semibold">
            Operations check
          </h2>
          <span className="mr-auto text-muted">{resultWords(present, missing.length)}</span>
          <span className="text-signal">Show all {checks.length} checks</span>
        </summary>
        {shown ? (
          <ul className="mt-1 gap-x-8 sm:columns-2">
            {checks.map((check) => (
              <li key={check.id} className="break-inside-avoid py-0.5">
                {check.name} <span className="text-muted">· {checkWords(check, estimate.lines)}</span>
              </li>
            ))}
          </ul>
        ) : null}
      </details>
      {missing.length > 0 ? (
        <ul className="mt-3 grid gap-2">
          {missing.map((check) => (
            <Missing key={check.id} check={check} estimate={estimate} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** What the check found, in short. */
function resultWords(present: number, missing: number): string {
  if (missing > 0) return `${missing} ${missing === 1 ? 'operation is' : 'operations are'} missing.`;
  return present === 1
    ? 'The one operation that the scope calls for is on the estimate.'
    : `All ${present} operations that the scope calls for are on the estimate.`;
}

function Missing({ check, estimate }: { check: OperationCheck; estimate: Estimate }) {
  const editing = useLineEditingContext();
  const [adding, setAdding] = useState(false);
  const callers = estimate.lines.filter(({ id }) => check.missing_for.includes(id)).map(({ name }) => name);
  const { left_out: leftOut = [] } = check;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warn-soft px-4 py-2">
      <p className="mr-auto min-w-0 wrap-anywhere">
        <span className="font-medium">{check.name}</span>
        <span className="block text-sm">
          {callers.length > 0
            ? `Called for by: ${[...new Set(callers)].join(', ')}`
            : 'Called for by a line of the scope'}
        </span>
      </p>
      {editing === null ? null : leftOut.length > 0 ? (
        <Button
          look="quiet"
          disabled={editing.busy}
          aria-label={`Restore: ${check.name}`}
          onClick={() => void editing.edit(leftOut.map((id) => ({ kind: 'include' as const, line_id: id })))}
        >
          Restore
        </Button>
      ) : (
        <Button look="quiet" aria-label={`Add a line: ${check.name}`} onClick={() => setAdding(true)}>
          Add a line
        </Button>
      )}
      {adding && editing ? (
        <EditLineDialog
          line={null}
          suggested={check.name}
          editing={editing}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </li>
  );
}
