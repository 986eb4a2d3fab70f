import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { unsubscribe } from '../api/auth.ts';
import { buttonLook } from '../ui/button.tsx';
import { AuthFrame, FormMessage } from '../ui/form/auth-frame.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

type State = { kind: 'info' | 'done' | 'error'; text: string };
const INCOMPLETE: State = { kind: 'error', text: 'This link is not complete.' };

/** Opens from a mail and stops that kind of mail, signed in or not. */
export function UnsubscribePage() {
  const { token } = useSearch({ from: '/unsubscribe' });
  const [state, setState] = useState<State>(
    token === undefined ? INCOMPLETE : { kind: 'info', text: 'Stopping these emails…' },
  );
  const sent = useRef(false);
  usePageTitle('Stop emails · LotLens');
  useEffect(() => {
    if (token === undefined || sent.current) return;
    sent.current = true;
    unsubscribe(token)
      .then(({ message }) =>
        setState({ kind: 'done', text: `${message} Your account settings switch them on again.` }),
      )
      .catch((error: unknown) =>
        setState({ kind: 'error', text: messageOf(error, 'The emails could not be stopped.') }),
      );
  }, [token]);
  return (
    <AuthFrame title="Stop emails">
      <div className="mt-6 grid gap-4">
        <FormMessage kind={state.kind}>{state.text}</FormMessage>
        <Link to="/reports" className={buttonLook('quiet', 'lg')}>
          Go to your reports
        </Link>
      </div>
    </AuthFrame>
  );
}
