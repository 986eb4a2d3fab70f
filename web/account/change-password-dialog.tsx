import { type FormEvent, useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { changePassword } from '../api/auth.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormMessage } from './auth-frame.tsx';
import { useLater } from './use-later.ts';

/** Changes the password; closes 2.5 s after it worked. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const [outcome, setOutcome] = useState<{ kind: 'error' | 'done'; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  useLater(outcome?.kind === 'done', 2500, onClose);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const data = new FormData(event.currentTarget);
    const [current = '', fresh = '', confirm = ''] = ['current', 'fresh', 'confirm'].map((name) =>
      String(data.get(name) ?? ''),
    );
    const fault = (text: string): void => setOutcome({ kind: 'error', text });
    if ([current, fresh, confirm].includes('')) return fault('All fields are required.');
    if (fresh !== confirm) return fault('New passwords do not match.');
    if ([...fresh].length < 8) return fault('New password must be at least 8 characters long.');
    setBusy(true);
    try {
      setOutcome({ kind: 'done', text: (await changePassword(current, fresh)).message });
    } catch (error) {
      fault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Dialog title="Change Password" onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <Field label="Current password" name="current" type="password" autoComplete="current-password" />
        <Field
          label="New password"
          name="fresh"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <Field label="Confirm new password" name="confirm" type="password" autoComplete="new-password" />
        {outcome ? <FormMessage kind={outcome.kind}>{outcome.text}</FormMessage> : null}
        <Button type="submit" busy={busy} className="w-full">
          Change Password
        </Button>
      </form>
    </Dialog>
  );
}
