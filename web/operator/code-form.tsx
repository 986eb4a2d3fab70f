import { type FormEvent, useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { confirmOperator } from '../api/operator/setup.ts';
import { Button } from '../ui/button.tsx';
import { focusHeading } from '../ui/focus-heading.ts';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field } from '../ui/form/field.tsx';

/** Asks for the one-time code, which is good for half a day of this session. */
export function CodeForm() {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    setBusy(true);
    setFault(null);
    try {
      await confirmOperator(String(new FormData(form).get('code') ?? ''));
      // The form has gone, and the focus with it.
      focusHeading();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
      setBusy(false);
      form.querySelector('input')?.select();
    }
  };
  return (
    <form
      noValidate
      className="mt-5 grid max-w-sm gap-4 rounded-lg border border-rule bg-sheet p-4 sm:p-6"
      onSubmit={(event) => void submit(event)}
    >
      <Field
        label="One-time code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        hint="The 6 digits your authenticator app shows for LotLens. Asked when you sign in, and again after 12 hours."
      />
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      <Button type="submit" busy={busy}>
        Continue
      </Button>
    </form>
  );
}
