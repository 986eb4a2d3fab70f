import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field } from '../ui/form/field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';
import { known } from './sign-in-form.tsx';
import { useLater } from './use-later.ts';

/** Back to sign-in after this (docs/product.md). */
const LEAVE_MS = 5000;

/** The same answer whether it worked or not (docs/product.md). */
const SENT = 'If a matching account exists, a password reset email has been sent.';

type Props = {
  email: string;
  /** Leads back to sign-in, which goes on saying what was done. */
  onLeave: (text: string) => void;
};

/** Asks for the mail that resets a password. */
export function ForgotForm({ email, onLeave }: Props) {
  const form = useSchemaForm(async () => (await import('./account-rules.ts')).forgotRules, known(email));
  const [done, setDone] = useState(false);
  const hold = useLater(done, LEAVE_MS, () => onLeave(SENT));

  const ask = form.submit(async ({ email: address }) => {
    await import('../api/auth.ts')
      .then(({ forgotPassword }) => forgotPassword(address))
      .catch(() => undefined);
    setDone(true);
  });

  return (
    <form
      noValidate
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        setDone(false);
        void ask(event);
      }}
    >
      <Field label="Email" type="email" autoComplete="email" {...form.field('email')} />
      {form.fault === null ? null : <FormMessage kind="error">{form.fault}</FormMessage>}
      {done ? (
        <div {...hold}>
          <FormMessage kind="done">{SENT}</FormMessage>
        </div>
      ) : null}
      <Button type="submit" busy={form.busy} size="lg" className="w-full">
        Send reset link
      </Button>
    </form>
  );
}
