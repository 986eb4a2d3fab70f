import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { carName } from '../../contract/vehicles/car-name.ts';
import { ForgotForm } from '../account/forgot-form.tsx';
import { SignInForm } from '../account/sign-in-form.tsx';
import { SignUpForm } from '../account/sign-up-form.tsx';
import { useSession } from '../account/use-session.ts';
import { forgetPendingAction, readPendingAction, takePendingAction } from '../api/reports/pending-action.ts';
import { Button, buttonLook } from '../ui/button.tsx';
import { AuthFrame, FormMessage } from '../ui/form/auth-frame.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

type Mode = 'signin' | 'signup' | 'forgot';

/** Where a pending report starts, and where sign-in leads when nothing else is said. */
const REPORTS = '/reports';
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
  const [email, setEmail] = useState(useRouter().state.location.state.email ?? '');
  // What a form said last is still there to read after the view has gone back by itself.
  const [answer, setSaid] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<string | null>(null);
  const to = search.from ?? REPORTS;
  useEffect(() => {
    const car = to === REPORTS ? readPendingAction() : null;
    setWaiting(car === null ? null : (carName(car.name, car.make) ?? `lot ${car.lot_number}`));
  }, [to]);

  usePageTitle(`${TITLES[mode]} · LotLens`);
  useEffect(() => {
    if (session === null) return;
    // Made for another sign-in than this one: the lot is offered on the list, and nothing starts unasked.
    if (to !== REPORTS) takePendingAction();
    void navigate({ href: to, replace: true });
  }, [session, to, navigate]);

  const show = (next: Mode, text: string | null = null): void => {
    setMode(next);
    setSaid(text);
  };
  const back = (text: string): void => show('signin', text);
  return (
    <AuthFrame title={TITLES[mode]}>
      {waiting === null ? null : (
        <div className="mt-2 text-sm text-muted">
          <p className="wrap-anywhere">The report of {waiting} starts as soon as you are signed in.</p>
          <Button
            look="text"
            onClick={() => {
              forgetPendingAction();
              setWaiting(null);
            }}
          >
            Not now
          </Button>
        </div>
      )}
      {search.ended && mode === 'signin' ? (
        <div className="mt-4">
          <FormMessage kind="info">Your session has ended. Please sign in again.</FormMessage>
        </div>
      ) : null}
      <div
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'email') setEmail(target.value);
        }}
      >
        {mode === 'signin' ? <SignInForm email={email} note={answer} /> : null}
        {mode === 'signup' ? <SignUpForm email={email} onLeave={back} /> : null}
        {mode === 'forgot' ? <ForgotForm email={email} onLeave={back} /> : null}
      </div>
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
