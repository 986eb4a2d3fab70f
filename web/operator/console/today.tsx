import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId } from 'react';
import type { OperatorOverview } from '../../../contract/api/operator/console-answers.ts';
import type { QuotaRequest } from '../../../contract/api/quota/quota-answers.ts';
import {
  type ConsoleSection,
  counted,
  SWITCH_WORDS,
  TROUBLE_WORDS,
  waitWords,
} from '../../../contract/operator/console-words.ts';
import { asksQuery, grantAsk, overviewQuery } from '../../api/operator/console.ts';
import { Button } from '../../ui/button.tsx';
import { inputLook } from '../../ui/form/field.tsx';
import { Facts, Loaded, Part, Rows, SectionLink, timeOf, useAct } from './section-parts.tsx';

/** What waits for the operator, then the counts of the day; who asks for reports is told to one who gave a code. */
export function Today({ coded }: { coded: boolean }) {
  const overview = useQuery(overviewQuery());
  return (
    <>
      {coded ? <Asks /> : null}
      <Loaded of={overview}>{(day) => <Day day={day} />}</Loaded>
    </>
  );
}

function Asks() {
  const asks = useQuery(asksQuery());
  return (
    <Part title="Asks for more reports">
      <Loaded of={asks}>
        {(requests) =>
          requests.length === 0 ? (
            <p className="mt-1 text-muted">Nobody waits for an answer.</p>
          ) : (
            <Rows label="Asks for more reports">
              {requests.map((request) => (
                <Ask key={request.request_id} request={request} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Part>
  );
}

function Ask({ request }: { request: QuotaRequest }) {
  const { busy, outcome, act } = useAct();
  const id = useId();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const reports = Number(new FormData(event.currentTarget).get('reports'));
    act(async () => {
      await grantAsk(request.request_id, reports);
      return 'Given.';
    });
  };
  return (
    <li className="grid gap-3 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{request.email}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {counted(request.reports, 'report')}, has {request.available_reports} left; waits{' '}
          {waitWords(Date.now() - Date.parse(request.asked_at))}
        </p>
        {request.reason === '' ? null : <p className="mt-1 text-sm wrap-anywhere">{request.reason}</p>}
      </div>
      <form className="flex flex-wrap items-center gap-2" onSubmit={submit}>
        <label htmlFor={id} className="sr-only">
          Reports to give
        </label>
        <input
          id={id}
          name="reports"
          type="number"
          min={1}
          max={100_000}
          required
          defaultValue={request.reports}
          className={`${inputLook} max-w-28`}
        />
        <Button type="submit" busy={busy}>
          Give
        </Button>
        {outcome}
      </form>
    </li>
  );
}

const to = (section: ConsoleSection, text: string): ReactNode => (
  <SectionLink section={section} className="text-signal underline-offset-4 hover:underline">
    {text}
  </SectionLink>
);

const since = (at: string | null): string =>
  at === null ? '' : `, the longest for ${waitWords(Date.now() - Date.parse(at))}`;

const ago = (at: string): string => `${waitWords(Date.now() - Date.parse(at))} ago`;

function Day({ day }: { day: OperatorOverview }) {
  const { reports, users, mails, payments_to_look_into: troubles, switched_off, ledger, backup } = day;
  return (
    <>
      {ledger === null || ledger.broken === 0 ? null : (
        <p className="mt-6 rounded-md bg-warn-soft px-3 py-2">
          The ledgers break {counted(ledger.broken, 'rule')}: the command verify-ledger names them.
        </p>
      )}
      {backup.failed_at === null ? null : (
        <p className="mt-6 rounded-md bg-warn-soft px-3 py-2 wrap-anywhere">
          The last try at a backup failed {ago(backup.failed_at)}: {backup.failure}
        </p>
      )}
      {switched_off.length === 0 ? null : (
        <p className="mt-6 rounded-md bg-warn-soft px-3 py-2">
          Turned off: {switched_off.map((name) => SWITCH_WORDS[name].name).join(', ')}.{' '}
          {to('switches', 'Switches')}
        </p>
      )}
      {troubles.length === 0 ? null : (
        <Part title="Payments to look into, 30 days">
          <Rows label="Payments to look into">
            {troubles.map(({ event_id, trouble, received_at }) => (
              <li key={event_id} className="grid gap-x-4 py-2 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
                <span>{TROUBLE_WORDS[trouble]}.</span>
                <span className="text-muted">{timeOf(received_at)}</span>
                <span className="figures text-muted wrap-anywhere sm:col-span-2">
                  Event {event_id} in Stripe’s dashboard
                </span>
              </li>
            ))}
          </Rows>
        </Part>
      )}
      <Part title="Reports">
        <Facts
          facts={[
            ['Waiting', `${reports.waiting}${since(reports.oldest_waiting_since)}`],
            ['Running', reports.running],
            ['Ready, 24 h', reports.ready],
            ['Failed, 24 h', reports.failed === 0 ? 0 : to('reports', String(reports.failed))],
            ['Canceled, 24 h', reports.cancelled],
          ]}
        />
      </Part>
      <Part title="Users and mails">
        <Facts
          facts={[
            ['Users', to('users', users.all.toLocaleString('en-US'))],
            ['Confirmed', users.verified.toLocaleString('en-US')],
            ['New, 24 h', users.new_last_day],
            ['Mails waiting', `${mails.waiting}${since(mails.oldest_waiting_since)}`],
            ['Mails refused', mails.refused === 0 ? 0 : to('queue', String(mails.refused))],
          ]}
        />
      </Part>
      <Part title="Ledger and backups">
        <Facts
          facts={[
            ['Ledger checked', ledger === null ? 'not yet' : ago(ledger.checked_at)],
            ['Broken rules', ledger === null ? 'not known' : ledger.broken],
            ['Last backup', backup.made_at === null ? 'none' : ago(backup.made_at)],
          ]}
        />
      </Part>
    </>
  );
}
