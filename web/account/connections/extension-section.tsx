import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessKey, PairingCode } from '../../../contract/api/access-key-answers.ts';
import { messageOf } from '../../api/api-error.ts';
import { accessKeysQuery, makePairingCode, revokeAccessKey } from '../../api/profile.ts';
import { browserName } from '../../ui/browser-name.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { shortDay } from '../../ui/money.ts';

/** How often the list is asked for while a code waits to be used. */
const LOOK_AGAIN_MS = 3_000;

const extensionsIn = (keys: readonly AccessKey[] = []) => keys.filter(({ kind }) => kind === 'extension');

/** The browser extensions that may hand over lots and start reports, each ended by one press, and the code that connects another one. */
export function ExtensionSection() {
  const [code, setCode] = useState<PairingCode | null>(null);
  const [known, setKnown] = useState(0);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const keys = useQuery({
    ...accessKeysQuery,
    refetchInterval: code === null ? false : LOOK_AGAIN_MS,
  });
  const connected = extensionsIn(keys.data);
  const isUsed = code !== null && connected.length > known;
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await work();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };
  const connect = () =>
    act(async () => {
      // As of now: one that is connected already must not be taken for the one that the code is for.
      const before = extensionsIn((await keys.refetch({ throwOnError: true })).data);
      const made = await makePairingCode();
      setKnown(before.length);
      setCode(made);
    });
  const disconnect = (keyId: string) =>
    act(async () => {
      await revokeAccessKey(keyId);
      await keys.refetch();
      setCode(null);
    });
  return (
    <section aria-labelledby="extension-title">
      <h3 id="extension-title" className="font-semibold">
        Browser extension
      </h3>
      <p className="mt-1 text-sm text-muted">
        Shows the summary of a lot on the lot’s own page, and starts reports there. It can hand over lots,
        start reports, and read the reports it started; nothing else of your account.
      </p>
      {connected.length === 0 ? null : (
        <ul
          aria-label="Connected extensions"
          className="mt-2 divide-y divide-rule border-y border-rule text-sm"
        >
          {connected.map((key) => (
            <li key={key.key_id} className="flex items-center justify-between gap-4 py-2.5">
              <div className="min-w-0">
                <p className="truncate">
                  {key.name}, {browserName(key.user_agent)}
                </p>
                <p className="text-muted">
                  Connected {shortDay(key.created_at)},{' '}
                  {key.last_used_at === null ? 'not used yet' : `last used ${shortDay(key.last_used_at)}`}
                </p>
              </div>
              <Button look="quiet" busy={busy} onClick={() => void disconnect(key.key_id)}>
                Disconnect
              </Button>
            </li>
          ))}
        </ul>
      )}
      {keys.isError ? <FormMessage kind="error">{keys.error.message}</FormMessage> : null}
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      {isUsed ? <FormMessage kind="done">The extension is connected.</FormMessage> : null}
      {code === null || isUsed ? (
        <Button look="quiet" className="mt-3" busy={busy} onClick={() => void connect()}>
          Connect an extension
        </Button>
      ) : (
        <dl className="mt-3 grid gap-2 rounded-md border border-rule p-3 text-sm" aria-live="polite">
          <div>
            <dt className="text-muted">Address</dt>
            <dd className="font-medium break-all select-all">{location.origin}</dd>
          </div>
          <div>
            <dt className="text-muted">Code</dt>
            <dd className="figures text-2xl font-semibold tracking-widest select-all">{code.code}</dd>
          </div>
          <div className="text-muted">
            <dt className="sr-only">How</dt>
            <dd>Press the extension’s button, and type both there. The code works once, for ten minutes.</dd>
          </div>
        </dl>
      )}
    </section>
  );
}
