import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { OperatorUser } from '../../../contract/api/operator/console-answers.ts';
import { counted, OUTCOME_WORDS, orMore } from '../../../contract/operator/console-words.ts';
import { REPORT_OUTCOMES } from '../../../contract/report-status.ts';
import { endUserSessions, giveReports, userQuery } from '../../api/operator/console.ts';
import { AskingButton } from '../../ui/act/asking-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { shortDay } from '../../ui/money.ts';
import { Ledger } from './ledger.tsx';
import { RunList } from './reports.tsx';
import { Facts, Loaded, Part, useAct } from './section-parts.tsx';

/** One account: what it has and had, its reports, and what an operator does for its user. */
export function User({ userId }: { userId: string }) {
  const user = useQuery(userQuery(userId));
  return (
    <Loaded of={user}>
      {(found) => (
        <>
          <h2 className="mt-4 text-lg font-semibold wrap-anywhere">{found.email}</h2>
          <Facts
            facts={[
              ['Name', found.name],
              ['Reports left', found.available_reports],
              ...REPORT_OUTCOMES.map(
                (outcome) => [OUTCOME_WORDS[outcome], orMore(found.outcomes[outcome])] as const,
              ),
              ['Signed in', counted(found.live_sessions, 'session')],
              ['API keys', found.access_keys],
              ['Webhooks', found.webhooks],
              ['Since', shortDay(found.created_at)],
              ['Address', found.verified ? 'confirmed' : 'not confirmed'],
            ]}
          />
          <GiveForm user={found} />
          <SignOut user={found} />
          <Part title="Reports">
            <RunList filter={{ user_id: userId }} />
          </Part>
          <Part title="Ledger">
            <Ledger moves={found.ledger} />
          </Part>
        </>
      )}
    </Loaded>
  );
}

function GiveForm({ user: { user_id, email } }: { user: OperatorUser }) {
  const { busy, outcome, act } = useAct();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    act(async () => {
      const left = await giveReports(user_id, Number(data.get('reports')), String(data.get('reason')));
      form.reset();
      return `Granted. ${email} now has ${left}. Email sent.`;
    });
  };
  return (
    <Part title="Give reports">
      <form
        className="mt-2 grid max-w-2xl gap-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-end"
        onSubmit={submit}
      >
        <Field label="How many" name="reports" type="number" min={1} max={100_000} required />
        <Field label="Why" name="reason" maxLength={200} required />
        <Button type="submit" busy={busy}>
          Give
        </Button>
      </form>
      <div className="mt-2">{outcome}</div>
    </Part>
  );
}

function SignOut({ user: { user_id, live_sessions } }: { user: OperatorUser }) {
  const { busy, outcome, act } = useAct();
  return (
    <div className="mt-4 grid gap-2">
      {live_sessions === 0 ? null : (
        <AskingButton
          name="Sign out everywhere"
          question={`${counted(live_sessions, 'session')} of this account end at once. Its user can sign in again.`}
          yes="Sign out"
          busy={busy}
          onYes={() => act(async () => `${counted(await endUserSessions(user_id), 'session')} ended.`)}
        />
      )}
      {outcome}
    </div>
  );
}
