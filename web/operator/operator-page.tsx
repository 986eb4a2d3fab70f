import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import {
  CONSOLE_SECTIONS,
  type ConsoleSection,
  isSection,
  SECTION_INTROS,
} from '../../contract/operator/console-words.ts';
import { useLeaveWithoutSession } from '../account/use-session.ts';
import { ApiError } from '../api/api-error.ts';
import { operatorSessionQuery } from '../api/operator/setup.ts';
import { withQueries } from '../api/query-client.ts';
import { AppFrame } from '../layout/app-frame.tsx';
import { Button, buttonLook, Spinner } from '../ui/button.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';
import { CodeForm } from './code-form.tsx';
import { AuditLog } from './console/audit-log.tsx';
import { Queue } from './console/queue.tsx';
import { ReportRun } from './console/report-run.tsx';
import { Reports } from './console/reports.tsx';
import { Switches } from './console/switches.tsx';
import { Today } from './console/today.tsx';
import { Use } from './console/use.tsx';
import { User } from './console/user.tsx';
import { Users } from './console/users.tsx';
import { Partner } from './partners/partner.tsx';
import { Partners } from './partners/partners.tsx';
import { SourceList } from './setup/source-list.tsx';

const SECTIONS: Readonly<Record<ConsoleSection, (id: string | undefined, coded: boolean) => ReactNode>> = {
  '': (_, coded) => <Today coded={coded} />,
  users: (id) => (id === undefined ? <Users /> : <User userId={id} />),
  reports: (id) => (id === undefined ? <Reports /> : <ReportRun reportId={id} />),
  partners: (id) => (id === undefined ? <Partners /> : <Partner partnerId={id} />),
  use: () => <Use />,
  queue: () => <Queue />,
  switches: (_, coded) => <Switches coded={coded} />,
  audit: () => <AuditLog />,
  setup: (_, coded) => (
    <>
      <Switches coded={coded} only="all_makes" />
      <SourceList />
    </>
  ),
};

/** What names nobody is read without a code where there are none. */
const OPEN_WITHOUT_CODES: ReadonlySet<ConsoleSection> = new Set(['', 'use', 'switches', 'setup']);

/** The operator's day, and Setup: one page of sections, for operators who have given their code. */
export const OperatorPage = withQueries(function OperatorPage() {
  const [first = '', id] = (useParams({ from: '/operator/$' })._splat ?? '').split('/');
  const section = isSection(first) ? first : '';
  const title = section === '' ? 'Operator' : CONSOLE_SECTIONS[section];
  usePageTitle(`${title} · LotLens`);
  useLeaveWithoutSession();
  const session = useQuery(operatorSessionQuery());
  const state = session.data?.state;
  if (session.isError && state === undefined)
    return (
      <AppFrame busy={false}>
        <NotShown error={session.error} onAgain={() => void session.refetch()} />
      </AppFrame>
    );
  return (
    <AppFrame busy={false}>
      <div className="mx-auto max-w-5xl">
        <Sections current={section} />
        <h1 className="mt-4 text-xl font-semibold">{title}</h1>
        <p className="mt-1 text-muted">{SECTION_INTROS[section]}</p>
        {state === undefined ? (
          <p className="flex items-center gap-2 py-10 text-muted" role="status">
            <Spinner /> Loading
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
            title={OPEN_WITHOUT_CODES.has(section) ? 'This is read-only' : 'This is closed'}
            text="It takes one-time codes, and there are none without SECRETS_KEY. Set it in the environment to 32 random bytes as base64, and restart. This makes some:"
            command="openssl rand -base64 32"
          />
        ) : null}
        {state === 'confirmed' || (state === 'no_secrets_key' && OPEN_WITHOUT_CODES.has(section))
          ? SECTIONS[section](id, state === 'confirmed')
          : null}
      </div>
    </AppFrame>
  );
});

function Sections({ current }: { current: ConsoleSection }) {
  return (
    <nav aria-label="Operator" className="flex flex-wrap gap-x-1 border-b border-rule">
      {(Object.entries(CONSOLE_SECTIONS) as [ConsoleSection, string][]).map(([section, name]) => (
        <Link
          key={section}
          to="/operator/$"
          params={{ _splat: section }}
          aria-current={section === current ? 'page' : undefined}
          className={clsx(
            'flex min-h-11 items-center border-b-2 px-2.5 text-sm',
            section === current
              ? 'border-signal font-medium'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

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
        {none ? 'This page is for operators' : 'This page could not be loaded'}
      </h1>
      <p>{none ? 'Your account is not an operator of this installation.' : error.message}</p>
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
