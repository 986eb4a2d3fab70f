import { useState } from 'react';
import { ApiError, messageOf } from '../api/api-error.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field } from '../ui/form/field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';

type Outcome = { kind: 'error' | 'done'; text: string; resend?: boolean };

const FALLBACK = 'An error occurred during login.';

/** Signs in, under a `note` of what went before; whoever has not confirmed the address yet may have the mail sent again. */
export function SignInForm({ email, note }: { email: string; note: string | null }) {
  const form = useSchemaForm(async () => (await import('./account-rules.ts')).signInRules, known(email));
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const enter = form.submit(async (input) => {
    try {
      const { signIn } = await import('../api/session/sign-in.ts');
      await signIn(input.email, input.password);
    } catch (error) {
      const resend = error instanceof ApiError && error.code === 'verification_required';
      setOutcome({ kind: 'error', text: messageOf(error, FALLBACK), resend });
    }
  });
  const resend = async (): Promise<void> => {
    const address = form.getValues('email').trim();
    const fault = (text: string): void => setOutcome({ kind: 'error', text, resend: true });
    if (address === '') return fault('Please enter your email address in the email field first.');
    try {
      const { resendVerification } = await import('../api/auth.ts');
      setOutcome({ kind: 'done', text: (await resendVerification(address)).message });
    } catch (error) {
      fault(messageOf(error, 'Failed to resend verification email.'));
    }
  };

  return (
    <form
      noValidate
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        setOutcome(null);
        void enter(event);
      }}
    >
      {note === null || outcome ? null : <FormMessage kind="done">{note}</FormMessage>}
      <Field label="Email" type="email" autoComplete="username" {...form.field('email')} />
      <Field label="Password" type="password" autoComplete="current-password" {...form.field('password')} />
      {form.fault === null ? null : <FormMessage kind="error">{form.fault}</FormMessage>}
      {outcome ? <FormMessage kind={outcome.kind}>{outcome.text}</FormMessage> : null}
      {outcome?.resend ? (
        <Button look="quiet" onClick={() => void resend()}>
          Resend Verification Email
        </Button>
      ) : null}
      <Button type="submit" busy={form.busy} size="lg" className="w-full">
        Sign In
      </Button>
    </form>
  );
}

/** The address typed in another of the login forms; none leaves what the browser has filled in already. */
export const known = (email: string): { email?: string } => (email === '' ? {} : { email });
