import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reportsWords } from '../../contract/plans/plan-words.ts';
import { messageOf } from '../api/api-error.ts';
import { useSiteInfo } from '../api/site-info.ts';
import { Button } from '../ui/button.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field } from '../ui/form/field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';
import { known } from './sign-in-form.tsx';
import { useLater } from './use-later.ts';

/** Back to sign-in after this (docs/product.md). */
const LEAVE_MS = 6000;

type Props = {
  email: string;
  /** Leads on to sign-in, which goes on saying what to do next. */
  onLeave: (text: string) => void;
};

/** Opens an account; its address is confirmed by mail. */
export function SignUpForm({ email, onLeave }: Props) {
  const form = useSchemaForm(async () => (await import('./account-rules.ts')).signUpRules, known(email));
  const [outcome, setOutcome] = useState<{ kind: 'error' | 'done'; text: string } | null>(null);
  const hold = useLater(outcome?.kind === 'done', LEAVE_MS, () => onLeave(outcome?.text ?? ''));

  const register = form.submit(async (account) => {
    try {
      const { signUp } = await import('../api/auth.ts');
      const answer = await signUp(account);
      const text = answer.message ?? 'Account created. Please check your email to verify your account.';
      setOutcome({ kind: 'done', text });
    } catch (error) {
      setOutcome({ kind: 'error', text: messageOf(error, 'Registration failed. Please try again.') });
    }
  });

  return (
    <form
      noValidate
      className="mt-6 grid gap-4"
      onSubmit={(event) => {
        setOutcome(null);
        void register(event);
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="given-name" {...form.field('first_name')} />
        <Field label="Last name" autoComplete="family-name" {...form.field('last_name')} />
      </div>
      <Field label="Email" type="email" autoComplete="email" {...form.field('email')} />
      <Field label="Phone (optional)" type="tel" autoComplete="tel" {...form.field('phone')} />
      <Field
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        {...form.field('password')}
      />
      <Field
        label="Confirm password"
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
      <Button type="submit" busy={form.busy} size="lg" className="w-full">
        Create Account
      </Button>
      <TrialWords />
      <p className="text-sm text-muted">
        By creating an account you agree to the <LegalLink to="/terms-of-service">terms of service</LegalLink>{' '}
        and the <LegalLink to="/privacy-policy">privacy policy</LegalLink>.
      </p>
    </form>
  );
}

/** What an account starts with, and what comes after it. */
function TrialWords() {
  const { free_reports, after_trial } = useSiteInfo();
  if (free_reports === null) return null;
  return (
    <p className="text-sm text-muted">
      Free trial: {reportsWords(free_reports)}, no credit card. {after_trial}
    </p>
  );
}

/** In a tab of its own: what is filled in stays. */
const LegalLink = ({ to, children }: { to: '/terms-of-service' | '/privacy-policy'; children: string }) => (
  <Link to={to} target="_blank" className="underline hover:text-ink">
    {children}
  </Link>
);
