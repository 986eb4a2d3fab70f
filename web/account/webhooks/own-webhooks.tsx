import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { MadeWebhook, Webhook } from '../../../contract/programs/webhook.ts';
import {
  MOST_WEBHOOK_URL,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '../../../contract/programs/webhook-events.ts';
import { messageOf } from '../../api/api-error.ts';
import {
  listWebhooks,
  makeWebhook,
  removeWebhook,
  testWebhook,
  turnWebhook,
} from '../../api/programs/webhooks.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';
import { Field } from '../../ui/form/field.tsx';
import { shortDay } from '../../ui/money.ts';
import { SecretOnce } from '../connections/secret-once.tsx';
import { MessageLog } from './message-log.tsx';

const EVENT_WORDS: Record<WebhookEvent, string> = {
  'report.finished': 'A report is ready',
  'report.failed': 'A report failed',
  'report.version': 'A report has a new version',
};

const stateOf = ({ state, delivered_at }: Webhook): string => {
  if (state === 'off') return 'Off';
  if (state === 'failing') return 'Turned off: its address did not accept a message';
  return delivered_at === null ? 'On, nothing delivered yet' : `On, last delivery ${shortDay(delivered_at)}`;
};

/** The webhooks of the account: added, tried, turned off and on, looked into, removed. */
export function OwnWebhooks() {
  const [made, setMade] = useState<MadeWebhook | null>(null);
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  /** The one that is asked about before it goes. */
  const [leaving, setLeaving] = useState<string | null>(null);
  const list = useQuery({ queryKey: ['webhooks'], queryFn: listWebhooks });
  const act = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await work();
      await list.refetch();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(false);
    }
  };
  const test = ({ webhook_id }: Webhook) =>
    act(async () => {
      await testWebhook(webhook_id);
      const log = { queryKey: ['webhook-messages', webhook_id] };
      // A log that is being read for the first time may have been answered before the test was there.
      await queryClient.cancelQueries(log);
      await queryClient.invalidateQueries(log);
    });
  const remove = ({ webhook_id }: Webhook) =>
    act(async () => {
      await removeWebhook(webhook_id);
      if (made?.webhook_id === webhook_id) setMade(null);
    });
  const make = (url: string, events: WebhookEvent[]) =>
    act(async () => {
      setMade(await makeWebhook({ url, events }));
      setAdding(false);
    });
  if (list.isError) return <FormMessage kind="error">{list.error.message}</FormMessage>;
  if (list.data === undefined) return <p className="py-3 text-sm text-muted">Opening the webhooks …</p>;
  const { available, webhooks } = list.data;
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
      {webhooks.length === 0 ? null : (
        <ul aria-label="Webhooks" className="divide-y divide-rule border-y border-rule text-sm">
          {webhooks.map((webhook) => (
            <li key={webhook.webhook_id} className="grid grid-cols-[minmax(0,1fr)] gap-2 py-2.5">
              <div>
                <p className="font-medium wrap-anywhere">{webhook.url}</p>
                <p className="text-muted">{webhook.events.map((event) => EVENT_WORDS[event]).join(' · ')}</p>
                <p className={webhook.state === 'failing' ? 'text-fail' : 'text-muted'}>{stateOf(webhook)}</p>
              </div>
              <div className="flex flex-wrap gap-2">
                {webhook.state === 'on' ? (
                  <>
                    <Button look="quiet" busy={busy} onClick={() => void test(webhook)}>
                      Send a test
                    </Button>
                    <Button
                      look="quiet"
                      busy={busy}
                      onClick={() => void act(() => turnWebhook(webhook.webhook_id, 'off'))}
                    >
                      Turn off
                    </Button>
                  </>
                ) : (
                  <Button
                    look="quiet"
                    busy={busy}
                    onClick={() => void act(() => turnWebhook(webhook.webhook_id, 'on'))}
                  >
                    Turn on
                  </Button>
                )}
                <Button look="quiet" busy={busy} onClick={() => setLeaving(webhook.webhook_id)}>
                  Remove
                </Button>
              </div>
              {leaving === webhook.webhook_id ? (
                <RemovalQuestion
                  busy={busy}
                  onRemove={() => void remove(webhook)}
                  onKeep={() => setLeaving(null)}
                />
              ) : null}
              <MessageLog webhook={webhook} />
            </li>
          ))}
        </ul>
      )}
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      {made === null ? null : (
        <SecretOnce label="Signing secret" secret={made.secret} onDone={() => setMade(null)} />
      )}
      {available ? null : (
        <p className="text-sm text-muted">
          Webhooks are off on this LotLens: whoever runs it has set no key to encrypt their secrets with.
        </p>
      )}
      {adding ? <NewWebhook busy={busy} onMake={make} onCancel={() => setAdding(false)} /> : null}
      {available && !adding ? (
        <Button look="quiet" className="justify-self-start" onClick={() => setAdding(true)}>
          Add a webhook
        </Button>
      ) : null}
    </div>
  );
}

type NewWebhookProps = {
  busy: boolean;
  onMake: (url: string, events: WebhookEvent[]) => Promise<void>;
  onCancel: () => void;
};

function RemovalQuestion({
  busy,
  onRemove,
  onKeep,
}: {
  busy: boolean;
  onRemove: () => void;
  onKeep: () => void;
}) {
  return (
    <fieldset className="mt-2 grid gap-2 rounded-md bg-warn-soft p-3 text-sm">
      <legend className="sr-only">Remove this webhook?</legend>
      <p>Its address gets nothing more, and its signing secret and log are deleted.</p>
      <div className="flex flex-wrap gap-2">
        <Button look="danger" busy={busy} onClick={onRemove}>
          Remove webhook
        </Button>
        <Button look="quiet" busy={busy} onClick={onKeep}>
          Keep it
        </Button>
      </div>
    </fieldset>
  );
}

function NewWebhook({ busy, onMake, onCancel }: NewWebhookProps) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS);
  const [fault, setFault] = useState<string | null>(null);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    setFault(null);
    if (!url.trim().startsWith('https://')) setFault('Please enter an address that starts with https://.');
    else if (events.length === 0) setFault('Please choose what to send.');
    else void onMake(url.trim(), [...events]);
  };
  return (
    <form noValidate className="grid gap-3 rounded-md border border-rule p-3" onSubmit={send}>
      <Field
        label="Address"
        type="url"
        value={url}
        maxLength={MOST_WEBHOOK_URL}
        autoComplete="off"
        placeholder="https://"
        onChange={(event) => setUrl(event.target.value)}
      />
      <CheckList
        legend="Send a message when"
        words={EVENT_WORDS}
        of={WEBHOOK_EVENTS}
        chosen={events}
        onChoose={setEvents}
      />
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      <div className="flex gap-2">
        <Button type="submit" busy={busy}>
          Add
        </Button>
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
