import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MadeAccessKey } from '../../../contract/api/access-key-answers.ts';
import { MOST_KEY_NAME, PROGRAM_SCOPES, type ProgramScope } from '../../../contract/programs/program-keys.ts';
import { messageOf } from '../../api/api-error.ts';
import { accessKeysQuery, makeAccessKey, revokeAccessKey } from '../../api/profile.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';
import { Field } from '../../ui/form/field.tsx';
import { shortDay } from '../../ui/money.ts';
import { SecretOnce } from './secret-once.tsx';

const SCOPE_WORDS: Record<ProgramScope, string> = {
  'lots:read': 'Read lots',
  'reports:write': 'Start, cancel and retry reports',
  'reports:read': 'Read and download your reports',
};
const wordsOf = (scope: string): string => SCOPE_WORDS[scope as ProgramScope] ?? scope;

/** Keys by which the user's own programs call the API, each with its scopes, last use and end. */
export function ProgramKeysSection() {
  const [made, setMade] = useState<MadeAccessKey | null>(null);
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const keys = useQuery(accessKeysQuery);
  const programs = (keys.data ?? []).filter(({ kind }) => kind === 'program');
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await work();
      await keys.refetch();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };
  const make = (name: string, scopes: ProgramScope[]) =>
    act(async () => {
      setMade(await makeAccessKey({ name, scopes }));
      setAdding(false);
    });
  const revoke = (keyId: string) =>
    act(async () => {
      await revokeAccessKey(keyId);
      if (made?.key_id === keyId) setMade(null);
    });
  return (
    <section aria-labelledby="program-keys-title">
      <h3 id="program-keys-title" className="font-semibold">
        API keys
      </h3>
      <p className="mt-1 text-sm text-muted">
        A program of yours calls the{' '}
        <a href="/api/docs" className="text-signal underline underline-offset-4">
          API
        </a>{' '}
        with a key in place of your password. A new password ends all keys, and so do 180 days without use.
      </p>
      {programs.length === 0 ? null : (
        <ul aria-label="API keys" className="mt-2 divide-y divide-rule border-y border-rule text-sm">
          {programs.map((key) => (
            <li key={key.key_id} className="flex items-center justify-between gap-4 py-2.5">
              <div className="min-w-0">
                <p className="truncate">{key.name}</p>
                <p className="text-muted">{key.scopes.map(wordsOf).join(' · ')}</p>
                <p className="text-muted">
                  Made {shortDay(key.created_at)},{' '}
                  {key.last_used_at === null ? 'not used yet' : `last used ${shortDay(key.last_used_at)}`}
                </p>
              </div>
              <Button
                look="quiet"
                busy={busy}
                aria-label={`Revoke ${key.name}`}
                onClick={() => void revoke(key.key_id)}
              >
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      {keys.isError ? <FormMessage kind="error">{keys.error.message}</FormMessage> : null}
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      {made === null ? null : (
        <SecretOnce label={`Key of ${made.name}`} secret={made.access_key} onDone={() => setMade(null)} />
      )}
      {adding ? (
        <NewKey busy={busy} onMake={make} onCancel={() => setAdding(false)} />
      ) : (
        <Button look="quiet" className="mt-3" onClick={() => setAdding(true)}>
          Make an API key
        </Button>
      )}
    </section>
  );
}

type NewKeyProps = {
  busy: boolean;
  onMake: (name: string, scopes: ProgramScope[]) => Promise<void>;
  onCancel: () => void;
};

function NewKey({ busy, onMake, onCancel }: NewKeyProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ProgramScope[]>(PROGRAM_SCOPES);
  const [fault, setFault] = useState<string | null>(null);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '') setFault('Please name the key after the program it is for.');
    else if (scopes.length === 0) setFault('Please choose what the program may do.');
    else void onMake(name.trim(), [...scopes]);
  };
  return (
    <form noValidate className="mt-3 grid gap-3 rounded-md border border-rule p-3" onSubmit={send}>
      <Field
        label="Name of the program"
        value={name}
        maxLength={MOST_KEY_NAME}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <CheckList
        legend="It may"
        words={SCOPE_WORDS}
        of={PROGRAM_SCOPES}
        chosen={scopes}
        onChoose={setScopes}
      />
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      <div className="flex gap-2">
        <Button type="submit" busy={busy}>
          Make the key
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
