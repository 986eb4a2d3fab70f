import { ChevronRight } from 'lucide';
import { useState } from 'react';
import { orderLines } from '../../../contract/report-view/line-order.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { dollars } from '../../ui/money.ts';
import { Figure } from '../provenance/figure.tsx';
import { useLineEditingContext } from './line-editing.tsx';

const ReasonDialog = lazyDialog(async () => (await import('./reason-dialog.tsx')).ReasonDialog);
const EditLineDialog = lazyDialog(async () => (await import('./edit-line-dialog.tsx')).EditLineDialog);

/** Change, leave out, or take back, for one line of one's own report. */
export function LineEditButtons({ line }: { line: EstimateLine }) {
  const editing = useLineEditingContext();
  const [open, setOpen] = useState(false);
  if (editing === null) return null;
  const { edit, busy } = editing;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-rule pt-3">
      <Button look="quiet" onClick={() => setOpen(true)}>
        Change
      </Button>
      <Button look="quiet" disabled={busy} onClick={() => void edit([{ kind: 'exclude', line_id: line.id }])}>
        Remove
      </Button>
      <MoveButtons line={line} />
      {line.estimated ? (
        <>
          <Button
            look="text"
            disabled={busy}
            onClick={() => void edit([{ kind: 'reset', line_id: line.id }])}
          >
            Reset line
          </Button>
          <span className="figures text-muted">
            Estimated: <Figure of={`estimated:${line.id}`}>{dollars(line.estimated.cost.likely)}</Figure>
          </span>
        </>
      ) : null}
      {open ? <EditLineDialog line={line} editing={editing} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

/** Puts a line one up or down among those of its section that stand beside it. */
function MoveButtons({ line }: { line: EstimateLine }) {
  const editing = useLineEditingContext();
  if (editing === null) return null;
  const beside = orderLines(editing.lines).filter(
    (other) =>
      other.standing === line.standing &&
      other.section === line.section &&
      (line.standing === 'possible' ? other.settled_by === line.settled_by : other.block === line.block),
  );
  const at = beside.findIndex(({ id }) => id === line.id);
  if (beside.length < 2) return null;
  const move = (before: string | null): void =>
    void editing.edit([{ kind: 'move', line_id: line.id, before }]);
  return (
    <>
      <Button
        look="quiet"
        aria-label={`Move up: ${line.name}`}
        disabled={editing.busy || at === 0}
        onClick={() => move(beside[at - 1]?.id ?? null)}
      >
        <Icon shape={ChevronRight} className="-rotate-90" />
      </Button>
      <Button
        look="quiet"
        aria-label={`Move down: ${line.name}`}
        disabled={editing.busy || at === beside.length - 1}
        onClick={() => move(beside[at + 2]?.id ?? null)}
      >
        <Icon shape={ChevronRight} className="rotate-90" />
      </Button>
    </>
  );
}

/** Adds a line of one's own. */
export function AddLineButton() {
  const editing = useLineEditingContext();
  const [open, setOpen] = useState(false);
  if (editing === null) return null;
  return (
    <>
      <Button look="text" className="justify-self-start" onClick={() => setOpen(true)}>
        Add a line
      </Button>
      {open ? <EditLineDialog line={null} editing={editing} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Lines the user left out: they count nowhere, and can be put back. */
export function LeftOutLines({ lines }: { lines: readonly EstimateLine[] }) {
  const editing = useLineEditingContext();
  const [why, setWhy] = useState<EstimateLine | null>(null);
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="left-out-title">
      <h2 id="left-out-title" className="border-b-2 border-ink pb-2 text-xl font-semibold">
        Removed by the user
      </h2>
      <ul className="divide-y divide-rule">
        {lines.map((line) => (
          <li key={line.id} className="flex min-h-12 items-center justify-between gap-4 py-1.5">
            <span className="min-w-0 wrap-anywhere text-muted">
              <span className="line-through">{line.name}</span>
              {line.own_reason === undefined ? null : (
                <span className="block text-sm">{line.own_reason}</span>
              )}
            </span>
            {editing === null ? null : (
              <span className="flex flex-wrap justify-end gap-x-3">
                <Button look="text" disabled={editing.busy} onClick={() => setWhy(line)}>
                  {line.own_reason === undefined ? 'Add reason' : 'Change reason'}
                  <span className="sr-only"> {line.name}</span>
                </Button>
                <Button
                  look="text"
                  disabled={editing.busy}
                  onClick={() => void editing.edit([{ kind: 'include', line_id: line.id }])}
                >
                  Restore
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {why === null || editing === null ? null : (
        <ReasonDialog line={why} editing={editing} onClose={() => setWhy(null)} />
      )}
    </section>
  );
}
