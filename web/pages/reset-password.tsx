import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useLater } from '../account/use-later.ts';
import { messageOf } from '../api/api-error.ts';
import { resetPassword } from '../api/auth.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { AuthFrame, FormMessage } from '../ui/form/auth-frame.tsx';
import { Field } from '../ui/form/field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';
import { usePageTitle } from '../ui/use-page-title.ts';

/** Sets a new password by the mailed link. */
export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/reset-password' });
  const navigate = useNavigate();
  const form = useSchemaForm(async () => (await import('../account/account-rules.ts')).resetPasswordRules, {
    token: token ?? '',
  });
  const [refusal, setRefusal] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  usePageTitle('Reset your password · LotLens');
  const hold = useLater(done, 3000, () => void navigate({ to: '/login' }));

  const reset = form.submit(async (request) => {
    try {
      await resetPassword(request);
      setDone(true);
    } catch (error) {
      setRefusal(messageOf(error, 'Failed to reset password. The token may be invalid or expired.'));
    }
  });
  const fault = form.fault ?? refusal;

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
        <div className="mt-6 grid gap-4" {...hold}>
          <FormMessage kind="done">Password reset successfully</FormMessage>
          <Link to="/login" className={buttonLook('primary', 'lg')}>
            Go to Login
          </Link>
        </div>
      ) : (
        <form
          noValidate
          className="mt-6 grid gap-4"
          onSubmit={(event) => {
            setRefusal(null);
            void reset(event);
          }}
        >
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
          {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
          <Button type="submit" busy={form.busy} size="lg" className="w-full">
            Reset password
          </Button>
        </form>
      )}
      {refusal === null || done ? null : (
        <div className="mt-4 grid justify-items-start gap-1">
          <Link to="/login" search={{ forgot: true }} className={buttonLook('text')}>
            Ask for a new link
          </Link>
          <Link to="/login" className={buttonLook('text')}>
            Go to Login
          </Link>
        </div>
      )}
    </AuthFrame>
  );
}
