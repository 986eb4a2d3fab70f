import { type FormEvent, useId, useState } from 'react';
import { messageOf } from '../../api/api-error.ts';
import { rereadReports } from '../../api/reports/report-list.ts';
import { markReports } from '../../api/reports/reports.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { Field, inputLook } from '../../ui/form/field.tsx';
import type { ReportCardData } from '../report-card-data.ts';

/** A tag for the chosen reports; of a single one the note as well. */
export function MarkDialog({
  selected,
  onClose,
}: {
  selected: readonly ReportCardData[];
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const noteId = useId();
  const [first, ...others] = selected;
  const single = others.length === 0;
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const typed = (name: string): string | null => String(data.get(name) ?? '').trim() || null;
    setBusy(true);
    setFault(null);
    try {
      await markReports({
        report_ids: selected.flatMap(({ reportId }) => reportId ?? []),
        tag: typed('tag'),
        ...(single ? { note: typed('note') } : {}),
      });
      onClose();
      await rereadReports();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
      setBusy(false);
    }
  };
  return (
    <Dialog title={single ? 'Tag and note' : `Tag ${selected.length} reports`} onClose={onClose}>
      <form className="grid gap-4" onSubmit={(event) => void save(event)}>
        <p className="text-sm text-muted">Only you see these. Shared links and PDFs leave them out.</p>
        <Field
          label="Tag"
          name="tag"
          maxLength={30}
          autoComplete="off"
          hint="Up to 30 characters; the search finds it. Empty takes it away."
          defaultValue={(single ? first?.tag : null) ?? ''}
        />
        {single ? (
          <div className="grid gap-1.5">
            <label htmlFor={noteId} className="text-sm font-medium">
              Note
            </label>
            <textarea
              id={noteId}
              name="note"
              rows={3}
              maxLength={500}
              className={`${inputLook} py-2`}
              defaultValue={first?.note ?? ''}
            />
          </div>
        ) : null}
        {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
