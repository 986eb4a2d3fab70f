import type { FormEvent } from 'react';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { LineEditing } from './line-editing.tsx';

type Props = { line: EstimateLine; editing: LineEditing; onClose: () => void };

/** Why a line was removed, in its user's own words; an empty field takes the reason back. */
export function ReasonDialog({ line, editing, onClose }: Props) {
  const given = line.own_reason ?? '';
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    const edit = { kind: 'exclude', line_id: line.id, reason: reason === '' ? null : reason } as const;
    if (reason === given || (await editing.edit([edit]))) onClose();
  };
  return (
    <Dialog title={`Why removed: ${line.name}`} onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field
          label="Reason"
          name="reason"
          hint="Shown with the line, in the claim file, and to whoever you share the report with."
          maxLength={200}
          autoComplete="off"
          defaultValue={given}
        />
        <DialogActions>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={editing.busy}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
