import { useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { changePassword } from '../api/auth.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field } from '../ui/form/field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';
import { useLater } from './use-later.ts';

/** Changes the password; closes 2.5 s after it worked. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const form = useSchemaForm(async () => (await import('./account-rules.ts')).changePasswordRules, {});
  const [outcome, setOutcome] = useState<{ kind: 'error' | 'done'; text: string } | null>(null);
  const hold = useLater(outcome?.kind === 'done', 2500, onClose);

  const change = form.submit(async (request) => {
    try {
      setOutcome({ kind: 'done', text: (await changePassword(request)).message });
    } catch (error) {
      setOutcome({ kind: 'error', text: messageOf(error, 'An API error occurred.') });
    }
  });

  return (
    <Dialog title="Change Password" onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          setOutcome(null);
          void change(event);
        }}
      >
        <Field
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...form.field('old_password')}
        />
        <Field
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
          {...form.field('new_password')}
        />
        <Field
          label="Confirm new password"
          type="password"
          autoComplete="new-password"
          {...form.field('confirm')}
        />
        {form.fault === null ? null : <FormMessage kind="error">{form.fault}</FormMessage>}
        {outcome ? (
          <div {...hold}>
            <FormMessage kind={outcome.kind}>{outcome.text}</FormMessage>
          </div>
        ) : null}
        <Button type="submit" busy={form.busy} className="w-full">
          Change Password
        </Button>
      </form>
    </Dialog>
  );
}
