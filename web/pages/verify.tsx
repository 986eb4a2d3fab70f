import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useLater } from '../account/use-later.ts';
import { messageOf } from '../api/api-error.ts';
import { verifyEmail } from '../api/auth.ts';
import { buttonLook } from '../ui/button.tsx';
import { AuthFrame, FormMessage } from '../ui/form/auth-frame.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

type State = { kind: 'verifying' } | { kind: 'success' | 'error'; text: string; email?: string };

/** Opens from the mailed link and confirms the address once. */
export function VerifyPage() {
  const { code } = useSearch({ from: '/verify' });
  const navigate = useNavigate();
  const [state, setState] = useState<State>(
    code === undefined
      ? { kind: 'error', text: 'Verification link is incomplete. No code provided.' }
      : { kind: 'verifying' },
  );
  const sent = useRef(false);
  usePageTitle('Verify your email · LotLens');
  useEffect(() => {
    if (code === undefined || sent.current) return;
    sent.current = true;
    verifyEmail(code)
      .then(({ message, email }) => setState({ kind: 'success', text: message, email }))
      .catch((error: unknown) =>
        setState({
          kind: 'error',
          text: messageOf(error, 'Verification failed. The link may be invalid or expired.'),
        }),
      );
  }, [code]);
  const known = state.kind === 'success' && state.email !== undefined ? { email: state.email } : {};
  const hold = useLater(state.kind === 'success', 3500, () => void navigate({ to: '/login', state: known }));

  return (
    <AuthFrame title="Verify your email">
      <div className="mt-6 grid gap-4" {...hold}>
        {state.kind === 'verifying' ? (
          <FormMessage kind="info">Verifying your email…</FormMessage>
        ) : (
          <>
            <FormMessage kind={state.kind === 'success' ? 'done' : 'error'}>{state.text}</FormMessage>
            <Link to="/login" state={known} className={buttonLook('primary', 'lg')}>
              Go to Login
            </Link>
          </>
        )}
      </div>
    </AuthFrame>
  );
}
