import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { AuthFrame, FormMessage } from '../account/auth-frame.tsx';
import { useLater } from '../account/use-later.ts';
import { messageOf } from '../api/api-error.ts';
import { resetPassword } from '../api/auth.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

/** Sets a new password by the mailed link. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' });
  const navigate = useNavigate();
  const [fault, setFault] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    document.title = 'Reset your password · LotLens';
  }, []);
  useLater(done, 3000, () => void navigate({ to: '/login' }));

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (token === undefined || busy) return;
    const data = new FormData(event.currentTarget);
    const password = String(data.get('password') ?? '');
    if (password !== String(data.get('confirm') ?? '')) return setFault('Passwords do not match.');
    if ([...password].length < 8) return setFault('Password must be at least 8 characters long.');
    setBusy(true);
    setFault(null);
    try {
      await resetPassword(token, password);
      setDone(true);
    } catch (error) {
      setFault(messageOf(error, 'Failed to reset password. The token may be invalid or expired.'));
    } finally {
      setBusy(false);
    }
  };

  if (token === undefined)
    return (
      <AuthFrame title="Reset your password">
        <div className="mt-6 grid gap-4">
          <FormMessage kind="error">Invalid password reset link. No token found.</FormMessage>
          <Link to="/login" className={buttonLook('primary', 'lg')}>
            Go to Login
          </Link>
        </div>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Reset your password">
      {done ? (
        <div className="mt-6 grid gap-4">
          <FormMessage kind="done">Password reset successfully</FormMessage>
          <Link to="/login" className={buttonLook('primary', 'lg')}>
            Go to Login
          </Link>
        </div>
      ) : (
        <form noValidate className="mt-6 grid gap-4" onSubmit={(event) => void submit(event)}>
          <Field
            label="New password"
            name="password"
            type="password"
            autoComplete="new-password"
            hint="At least 8 characters."
          />
          <Field label="Confirm new password" name="confirm" type="password" autoComplete="new-password" />
          {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
          <Button type="submit" busy={busy} size="lg" className="w-full">
            Reset password
          </Button>
        </form>
      )}
    </AuthFrame>
  );
}
