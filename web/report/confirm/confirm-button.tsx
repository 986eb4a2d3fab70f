import { useEffect, useMemo, useRef, useState } from 'react';
import { confirmQuestions } from '../../../contract/report-view/confirm-questions.ts';
import { counted } from '../../../contract/report-view/words/sentence.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { useLineEditingContext } from '../editing/line-editing.tsx';

const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);

/** Opens the pass over the parts of one's own report. */
export function ConfirmButton({ report }: { report: ReportModel }) {
  const editing = useLineEditingContext();
  const [open, setOpen] = useState(false);
  const [putOff, setPutOff] = useState<ReadonlySet<string>>(new Set());
  const button = useRef<HTMLDivElement>(null);
  const left = useMemo(() => confirmQuestions(report).length, [report]);
  const own = editing !== null;
  useEffect(() => {
    if (!own) return;
    const press = (event: KeyboardEvent): void => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyY') return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      button.current?.querySelector('button')?.focus();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [own]);
  if (editing === null) return null;
  return (
    <div ref={button} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-sm text-muted">
        {left === 0 ? 'Every part is answered' : `${counted(left, 'part', 'parts')} to look at`}
      </span>
      <Button aria-keyshortcuts="Alt+Y" title="Alt+Y" onClick={() => setOpen(true)}>
        Confirm by eye
      </Button>
      {open ? (
        <ConfirmDialog
          report={report}
          editing={editing}
          putOff={{ keys: putOff, set: setPutOff }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  );
}
