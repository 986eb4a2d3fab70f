import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { type PushHere, readPushHere, turnOffHere, turnOnHere } from './push-here.ts';

const WORDS: Record<PushHere, string> = {
  on: 'This device tells you when a report is ready, was updated with its photos, or failed and was refunded, also while LotLens is closed. It ends when you sign out here.',
  off: 'This device can tell you when a report is ready, was updated with its photos, or failed and was refunded, also while LotLens is closed. The notification names the vehicle and the outcome.',
  denied:
    'Your browser blocks notifications from LotLens. Allow them for this site in the browser’s settings, then open this again.',
  install_first:
    'On an iPhone or iPad only the installed app gets notifications: in Safari tap Share, then Add to Home Screen, and turn them on in the app.',
  insecure: 'Notifications need a secure connection: open LotLens by its https address.',
  unsupported: 'This browser can’t show notifications while LotLens is closed.',
};

/** Notifications when a report has ended: off unless asked for, on this device alone. */
export function PushSection() {
  const [here, setHere] = useState<PushHere | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const act = async (work: () => Promise<PushHere>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      setHere(await work());
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    let wanted = true;
    readPushHere().then(
      (found) => wanted && setHere(found),
      (error: unknown) => wanted && setFault(faultOf(error)),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return (
    <section aria-labelledby="push-title">
      <h3 id="push-title" className="font-semibold">
        Notifications on this device
      </h3>
      <p className="mt-1 min-h-10 text-sm text-muted" aria-live="polite">
        {here === null ? null : WORDS[here]}
      </p>
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      {here === 'off' ? (
        <Button look="quiet" className="mt-3" busy={busy} onClick={() => void act(turnOnHere)}>
          Turn on notifications
        </Button>
      ) : null}
      {here === 'on' ? (
        <Button look="quiet" className="mt-3" busy={busy} onClick={() => void act(turnOffHere)}>
          Turn off notifications
        </Button>
      ) : null}
    </section>
  );
}

/** What the browser itself could not do, it says in words of its own making only. */
const faultOf = (error: unknown): string =>
  error instanceof ApiError
    ? messageOf(error, 'An API error occurred.')
    : 'Your browser could not reach its notification service. Check the connection and try again.';
