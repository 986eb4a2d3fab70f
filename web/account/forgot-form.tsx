import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { useSchemaForm } from '../ui/use-schema-form.ts';
import { FormMessage } from './auth-frame.tsx';
import { known } from './sign-in-form.tsx';
import { useLater } from './use-later.ts';

/** Back to sign-in after this (SPEC section 9). */
const LEAVE_MS = 5000;

/** Asks for the mail that resets a password. */
export function ForgotForm({ email, onLeave }: { email: string; onLeave: () => void }) {
  const form = useSchemaForm(async () => (await import('./account-rules.ts')).forgotRules, known(email));
  const [done, setDone] = useState(false);
  useLater(done, LEAVE_MS, onLeave);

  const ask = form.submit(async ({ email: address }) => {
    // The same answer whether it worked or not (SPEC section 8).
    const { forgotPassword } = await import('../api/auth.ts');
    await forgotPassword(address).catch(() => undefined);
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
        <FormMessage kind="done">
          If a matching account exists, a password reset email has been sent.
        </FormMessage>
      ) : null}
      <Button type="submit" busy={form.busy} size="lg" className="w-full">
        Send reset link
      </Button>
    </form>
  );
}
