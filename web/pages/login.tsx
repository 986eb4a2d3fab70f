import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AuthFrame, FormMessage } from '../account/auth-frame.tsx';
import { useLater } from '../account/use-later.ts';
import { useSession } from '../account/use-session.ts';
import { ApiError, messageOf } from '../api/api-error.ts';
import { forgotPassword, resendVerification, signIn, signUp } from '../api/auth.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

type Mode = 'signin' | 'signup' | 'forgot';
type Outcome = { kind: 'error' | 'done'; text: string; resend?: boolean; leave?: boolean };

const TITLES: Record<Mode, string> = {
  signin: 'Sign in',
  signup: 'Create your account',
  forgot: 'Forgot your password?',
};
/** Back to sign-in after these (SPEC section 9). */
const LEAVE_MS: Record<Mode, number> = { signin: 0, signup: 6000, forgot: 5000 };
const FORGOT_MESSAGE = 'If a matching account exists, a password reset email has been sent.';
const MIN_PASSWORD = 8;

/** Sign in, sign up and forgot password in one place. */
export function LoginPage() {
  const search = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const session = useSession();
  const [mode, setMode] = useState<Mode>(search.signup ? 'signup' : search.forgot ? 'forgot' : 'signin');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    document.title = `${TITLES[mode]} · LotLens`;
  }, [mode]);
  useEffect(() => {
    if (session !== null) void navigate({ href: search.from ?? '/reports', replace: true });
  }, [session, search.from, navigate]);
  useLater(outcome?.leave === true, LEAVE_MS[mode], () => show('signin'));

  const show = (next: Mode): void => {
    setMode(next);
    setOutcome(null);
  };
  const value = (name: string): string =>
    String(new FormData(form.current ?? undefined).get(name) ?? '').trim();
  const password = (name: string): string => String(new FormData(form.current ?? undefined).get(name) ?? '');

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome(await (mode === 'signin' ? enter() : mode === 'signup' ? register() : forgot()));
    } finally {
      setBusy(false);
    }
  };

  const enter = async (): Promise<Outcome | null> => {
    if (value('email') === '' || password('password') === '')
      return fault('Email and password are required.');
    try {
      await signIn(value('email'), password('password'));
      return null;
    } catch (error) {
      const text =
        error instanceof ApiError ? messageOf(error, 'An error occurred during login.') : plain(error);
      return {
        kind: 'error',
        text,
        resend: error instanceof ApiError && error.code === 'verification_required',
      };
    }
  };

  const register = async (): Promise<Outcome> => {
    const account = { email: value('email'), first_name: value('first_name'), last_name: value('last_name') };
    const phone = value('phone');
    if ([...Object.values(account), password('password'), password('confirm')].includes(''))
      return fault('All fields except phone are required for signup.');
    if (password('password') !== password('confirm')) return fault('Passwords do not match.');
    if ([...password('password')].length < MIN_PASSWORD)
      return fault('Password must be at least 8 characters long.');
    try {
      const answer = await signUp({
        ...account,
        password: password('password'),
        ...(phone === '' ? {} : { phone }),
      });
      return {
        kind: 'done',
        text: answer.message ?? 'Account created. Please check your email to verify your account.',
        leave: true,
      };
    } catch (error) {
      return fault(messageOf(error, 'Registration failed. Please try again.'));
    }
  };

  const forgot = async (): Promise<Outcome> => {
    if (value('email') === '') return fault('Please enter your email address.');
    // The same answer whether it worked or not (SPEC section 8).
    await forgotPassword(value('email')).catch(() => undefined);
    return { kind: 'done', text: FORGOT_MESSAGE, leave: true };
  };

  const resend = async (): Promise<void> => {
    if (value('email') === '')
      return setOutcome({
        ...fault('Please enter your email address in the email field first.'),
        resend: true,
      });
    try {
      setOutcome({ kind: 'done', text: (await resendVerification(value('email'))).message });
    } catch (error) {
      setOutcome({ ...fault(messageOf(error, 'Failed to resend verification email.')), resend: true });
    }
  };

  return (
    <AuthFrame title={TITLES[mode]}>
      <form ref={form} noValidate className="mt-6 grid gap-4" onSubmit={(event) => void submit(event)}>
        {mode === 'signup' ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label="First name" name="first_name" autoComplete="given-name" />
            <Field label="Last name" name="last_name" autoComplete="family-name" />
          </div>
        ) : null}
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete={mode === 'signin' ? 'username' : 'email'}
        />
        {mode === 'signup' ? (
          <Field label="Phone (optional)" name="phone" type="tel" autoComplete="tel" />
        ) : null}
        {mode === 'forgot' ? null : (
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete={mode === 'signin' ? 'current-password' : 'new-password'}
            {...(mode === 'signup' ? { hint: 'At least 8 characters.' } : {})}
          />
        )}
        {mode === 'signup' ? (
          <Field label="Confirm password" name="confirm" type="password" autoComplete="new-password" />
        ) : null}
        {outcome ? <FormMessage kind={outcome.kind}>{outcome.text}</FormMessage> : null}
        {outcome?.resend ? (
          <Button look="quiet" onClick={() => void resend()}>
            Resend Verification Email
          </Button>
        ) : null}
        <Button type="submit" busy={busy} size="lg" className="w-full">
          {mode === 'signin' ? 'Sign In' : mode === 'signup' ? 'Create Account' : 'Send reset link'}
        </Button>
      </form>
      <div className="mt-4 grid justify-items-start gap-1">
        {mode === 'signin' ? (
          <Button look="text" onClick={() => show('forgot')}>
            Forgot your password?
          </Button>
        ) : null}
        <Button look="text" onClick={() => show(mode === 'signin' ? 'signup' : 'signin')}>
          {mode === 'signin' ? 'No account yet? Create one' : 'Have an account? Sign in'}
        </Button>
        <Link to="/" className={buttonLook('text')}>
          Return to Main Page
        </Link>
      </div>
    </AuthFrame>
  );
}

const fault = (text: string): Outcome => ({ kind: 'error', text });
const plain = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'An error occurred during login.';
