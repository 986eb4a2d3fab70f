import { useState } from 'react';
import type { Estimate, OperationCheck } from '../../../contract/schemas/estimate.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { useLineEditingContext } from './line-editing.tsx';

const EditLineDialog = lazyDialog(async () => (await import('./edit-line-dialog.tsx')).EditLineDialog);

const STATUS: Record<OperationCheck['status'], string> = {
  present: 'on the estimate',
  missing: 'missing',
  not_needed: 'no likely line calls for it',
  not_fitted: 'this car has nothing it would be done to',
};

/** Operations that likely lines call for: which are missing and for what, and everything that was looked for. */
export function OperationChecks({ estimate }: { estimate: Estimate }) {
  const { checks = [] } = estimate;
  const missing = checks.filter(({ status }) => status === 'missing');
  const present = checks.filter(({ status }) => status === 'present').length;
  if (present + missing.length === 0) return null;
  return (
    <section aria-labelledby="checks-title">
      <h2 id="checks-title" className="border-b-2 border-ink pb-2 text-xl font-semibold">
        Missed operations
      </h2>
      {missing.length === 0 ? (
        <p className="mt-3">
          {present === 1
            ? 'None: the one operation that likely lines call for is on the estimate.'
            : `None: all ${present} operations that likely lines call for are on the estimate.`}
        </p>
      ) : (
        <ul className="mt-3 grid gap-2">
          {missing.map((check) => (
            <Missing key={check.id} check={check} estimate={estimate} />
          ))}
        </ul>
      )}
      <details className="mt-2 text-sm">
        <summary className="min-h-7 w-fit text-signal">All {checks.length} that were looked for</summary>
        <ul className="mt-1 gap-x-8 sm:columns-2">
          {checks.map(({ id, name, status }) => (
            <li key={id} className="break-inside-avoid py-0.5">
              {name} <span className="text-muted">· {STATUS[status]}</span>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
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
            : 'Called for by a likely line'}
        </span>
      </p>
      {editing === null ? null : leftOut.length > 0 ? (
        <Button
          look="quiet"
          disabled={editing.busy}
          aria-label={`Put back: ${check.name}`}
          onClick={() => void editing.edit(leftOut.map((id) => ({ kind: 'include' as const, line_id: id })))}
        >
          Put back
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
