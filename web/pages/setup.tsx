import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLeaveWithoutSession } from '../account/use-session.ts';
import { ApiError } from '../api/api-error.ts';
import { operatorSessionQuery } from '../api/operator/setup.ts';
import { withQueries } from '../api/query-client.ts';
import { AppFrame } from '../layout/app-frame.tsx';
import { CodeForm } from '../operator/code-form.tsx';
import { SourceList } from '../operator/source-list.tsx';
import { Button, buttonLook, Spinner } from '../ui/button.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

/** What this installation draws on, for its operators: sources, their keys and caps. */
export const SetupPage = withQueries(function SetupPage() {
  usePageTitle('Setup · LotLens');
  useLeaveWithoutSession();
  const session = useQuery(operatorSessionQuery());
  const state = session.data?.state;
  return (
    <AppFrame busy={false}>
      {session.isError && state === undefined ? (
        <NotShown error={session.error} onAgain={() => void session.refetch()} />
      ) : (
        <div className="mx-auto max-w-4xl">
          <h1 className="text-xl font-semibold">Setup</h1>
          <p className="mt-1 text-muted">What reports draw on here, and what each source would add.</p>
          {state === undefined ? (
            <p className="flex items-center gap-2 py-10 text-muted" role="status">
              <Spinner /> Loading Setup
            </p>
          ) : null}
          {state === 'code_needed' ? <CodeForm /> : null}
          {state === 'no_secret' ? (
            <Missing
              title="You need a secret for your codes"
              text="Whoever runs this server makes one with this command. It also makes a new one for a lost app, or when SECRETS_KEY was changed."
              command="npm run admin -- operator <your email>"
            />
          ) : null}
          {state === 'no_secrets_key' ? (
            <Missing
              title="Setup is read-only"
              text="Keys are saved sealed, and there is nothing to seal them with. Set SECRETS_KEY in the environment to 32 random bytes as base64, and restart. This makes some:"
              command="openssl rand -base64 32"
            />
          ) : null}
          {state === 'confirmed' || state === 'no_secrets_key' ? <SourceList /> : null}
        </div>
      )}
    </AppFrame>
  );
});

function Missing({ title, text, command }: { title: string; text: string; command: string }) {
  return (
    <section aria-label={title} className="mt-5 rounded-lg border border-rule bg-warn-soft p-4">
      <h2 className="font-semibold">{title}</h2>
      <p className="mt-1 text-sm">{text}</p>
      <p className="mt-2">
        <code className="figures rounded bg-sunken px-1.5 py-0.5 text-sm wrap-anywhere select-all">
          {command}
        </code>
      </p>
    </section>
  );
}

/** To whom this is no page it is said alone; whatever else went wrong may go right the next time. */
function NotShown({ error, onAgain }: { error: Error; onAgain: () => void }) {
  const none = error instanceof ApiError && error.status === 404;
  return (
    <div role="alert" className="grid justify-items-start gap-3 py-10">
      <h1 className="text-xl font-semibold">
        {none ? 'This page is for operators' : 'Setup could not be loaded'}
      </h1>
      <p>{none ? 'Your account is not one of an operator of this installation.' : error.message}</p>
      {none ? (
        <Link to="/reports" className={buttonLook('quiet')}>
          All reports
        </Link>
      ) : (
        <Button look="quiet" onClick={onAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}
