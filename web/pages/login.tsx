import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AuthFrame } from '../account/auth-frame.tsx';
import { ForgotForm } from '../account/forgot-form.tsx';
import { SignInForm } from '../account/sign-in-form.tsx';
import { SignUpForm } from '../account/sign-up-form.tsx';
import { useSession } from '../account/use-session.ts';
import { Button, buttonLook } from '../ui/button.tsx';

type Mode = 'signin' | 'signup' | 'forgot';

const TITLES: Record<Mode, string> = {
  signin: 'Sign in',
  signup: 'Create your account',
  forgot: 'Forgot your password?',
};

/** Sign in, sign up and forgot password in one place. */
export function LoginPage() {
  const search = useSearch({ from: '/login' });
  const navigate = useNavigate();
  const session = useSession();
  const [mode, setMode] = useState<Mode>(search.signup ? 'signup' : search.forgot ? 'forgot' : 'signin');
  // What was typed as the address goes along from form to form.
  const [email, setEmail] = useState('');

  useEffect(() => {
    document.title = `${TITLES[mode]} · LotLens`;
  }, [mode]);
  useEffect(() => {
    if (session !== null) void navigate({ href: search.from ?? '/reports', replace: true });
  }, [session, search.from, navigate]);

  const back = (): void => setMode('signin');
  return (
    <AuthFrame title={TITLES[mode]}>
      <div
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'email') setEmail(target.value);
        }}
      >
        {mode === 'signin' ? <SignInForm email={email} /> : null}
        {mode === 'signup' ? <SignUpForm email={email} onLeave={back} /> : null}
        {mode === 'forgot' ? <ForgotForm email={email} onLeave={back} /> : null}
      </div>
      <div className="mt-4 grid justify-items-start gap-1">
        {mode === 'signin' ? (
          <Button look="text" onClick={() => setMode('forgot')}>
            Forgot your password?
          </Button>
        ) : null}
        <Button look="text" onClick={() => setMode(mode === 'signin' ? 'signup' : 'signin')}>
          {mode === 'signin' ? 'No account yet? Create one' : 'Have an account? Sign in'}
        </Button>
        <Link to="/" className={buttonLook('text')}>
          Return to Main Page
        </Link>
      </div>
    </AuthFrame>
  );
}
