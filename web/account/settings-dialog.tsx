import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../contract/schemas/account.ts';
import { messageOf } from '../api/api-error.ts';
import { preferencesQuery } from '../api/preferences.ts';
import {
  accessKeysQuery,
  deleteAccount,
  editProfile,
  endSession,
  exportData,
  listSessions,
} from '../api/profile.ts';
import { queryClient } from '../api/query-client.ts';
import { useMe } from '../api/session/use-me.ts';
import { browserName } from '../ui/browser-name.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { FormMessage } from '../ui/form/auth-frame.tsx';
import { Field } from '../ui/form/field.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';
import { shortDay } from '../ui/money.ts';
import { ExtensionSection } from './connections/extension-section.tsx';
import { ProgramKeysSection } from './connections/program-keys-section.tsx';
import { DealDefaultsSection } from './deals/deal-defaults-section.tsx';
import { KeptEstimatesSection } from './estimates/kept-estimates-section.tsx';
import { PreferencesSection } from './preferences-form.tsx';
import { PushSection } from './push/push-section.tsx';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';

type Outcome = { kind: 'error' | 'done'; text: string } | null;

const sessionsQuery = { queryKey: ['sessions'], queryFn: listSessions };

/**
 * Names and phone, what reports start with, mails, notifications, sessions, connected extensions, API keys, webhooks, kept estimates, the user's data, and the end of the account.
 * The sections appear together: one that grew later would move a button away from under a press.
 */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const pending = [useMe(), useQuery(preferencesQuery()), useQuery(sessionsQuery), useQuery(accessKeysQuery)];
  return (
    <Dialog title="Account Settings" onClose={onClose}>
      {pending.some(({ isPending }) => isPending) ? (
        <p className="text-sm text-muted">Loading…</p>
      ) : (
        <Sections />
      )}
    </Dialog>
  );
}

function Sections() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Names />
      <PreferencesSection />
      <DealDefaultsSection />
      <PushSection />
      <Sessions />
      <ExtensionSection />
      <ProgramKeysSection />
      <WebhooksSection />
      <KeptEstimatesSection />
      <Data />
      <Deletion />
    </div>
  );
}

function Names() {
  const me = useMe().data;
  return me === undefined ? null : <NamesForm me={me} />;
}

function NamesForm({ me }: { me: User }) {
  const form = useSchemaForm(async () => (await import('./account-rules.ts')).profileRules, {
    first_name: me.first_name,
    last_name: me.last_name,
    phone: me.phone ?? '',
  });
  const [outcome, setOutcome] = useState<Outcome>(null);
  const save = form.submit(async (profile) => {
    try {
      await editProfile(profile);
      await queryClient.invalidateQueries({ queryKey: ['me'] });
      setOutcome({ kind: 'done', text: 'Saved.' });
    } catch (error) {
      setOutcome({ kind: 'error', text: messageOf(error, 'An API error occurred.') });
    }
  });
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        setOutcome(null);
        void save(event);
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" autoComplete="given-name" {...form.field('first_name')} />
        <Field label="Last name" autoComplete="family-name" {...form.field('last_name')} />
      </div>
      <Field label="Phone" type="tel" autoComplete="tel" {...form.field('phone')} />
      {form.fault === null ? null : <FormMessage kind="error">{form.fault}</FormMessage>}
      {outcome ? <FormMessage kind={outcome.kind}>{outcome.text}</FormMessage> : null}
      <Button type="submit" busy={form.busy} className="justify-self-start">
        Save
      </Button>
    </form>
  );
}

function Sessions() {
  const sessions = useQuery(sessionsQuery);
  const [ending, setEnding] = useState<string | null>(null);
  const end = async (id: string): Promise<void> => {
    setEnding(id);
    try {
      await endSession(id);
    } finally {
      await sessions.refetch();
      setEnding(null);
    }
  };
  return (
    <section aria-labelledby="sessions-title">
      <h3 id="sessions-title" className="font-semibold">
        Sessions
      </h3>
      {sessions.isError ? <p className="mt-2 text-sm text-fail">{sessions.error.message}</p> : null}
      <ul className="mt-2 divide-y divide-rule border-y border-rule text-sm">
        {sessions.data?.map((session) => (
          <li key={session.session_id} className="flex items-center justify-between gap-4 py-2.5">
            <div className="min-w-0">
              <p className="truncate">{browserName(session.user_agent)}</p>
              <p className="text-muted">
                {session.address ?? 'Unknown address'}, last used {shortDay(session.last_used_at)}
              </p>
            </div>
            {session.current ? (
              <span className="shrink-0 text-muted">This one</span>
            ) : (
              <Button
                look="quiet"
                busy={ending === session.session_id}
                onClick={() => void end(session.session_id)}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Data() {
  const [fault, setFault] = useState<string | null>(null);
  return (
    <section aria-labelledby="data-title">
      <h3 id="data-title" className="font-semibold">
        Your data
      </h3>
      <p className="mt-1 text-sm text-muted">
        Everything we hold about you: your reports with their photos, your mails and your account, as one zip
        file.
      </p>
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      <Button
        look="quiet"
        className="mt-3"
        onClick={() =>
          void exportData().catch((error: unknown) => setFault(messageOf(error, 'An API error occurred.')))
        }
      >
        Export my data
      </Button>
    </section>
  );
}

function Deletion() {
  const form = useSchemaForm(async () => (await import('./account-rules.ts')).deletionRules, {});
  const [asked, setAsked] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const remove = form.submit(async ({ password }) => {
    try {
      await deleteAccount(password);
    } catch (error) {
      setRefusal(messageOf(error, 'An API error occurred.'));
    }
  });
  const fault = form.fault ?? refusal;
  return (
    <section aria-labelledby="deletion-title">
      <h3 id="deletion-title" className="font-semibold">
        Delete account
      </h3>
      <p className="mt-1 text-sm text-muted">
        Your reports and your personal data are deleted. This can’t be undone.
      </p>
      {asked ? (
        <form
          noValidate
          className="mt-3 grid gap-3"
          onSubmit={(event) => {
            setRefusal(null);
            void remove(event);
          }}
        >
          <Field
            label="Password"
            type="password"
            autoComplete="current-password"
            {...form.field('password')}
          />
          {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
          <div className="flex gap-2">
            <Button type="submit" look="danger" busy={form.busy}>
              Delete my account
            </Button>
            <Button look="quiet" onClick={() => setAsked(false)}>
              Keep it
            </Button>
          </div>
        </form>
      ) : (
        <Button look="danger" className="mt-3" onClick={() => setAsked(true)}>
          Delete account
        </Button>
      )}
    </section>
  );
}
