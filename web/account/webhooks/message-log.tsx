import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AttemptProblem, Webhook, WebhookMessage } from '../../../contract/programs/webhook.ts';
import { messageOf } from '../../api/api-error.ts';
import { listMessages, replayMessage } from '../../api/programs/webhooks.ts';
import { queryClient } from '../../api/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { FormMessage } from '../../ui/form/auth-frame.tsx';

/** How often the log is asked for while a message is due. */
const LOOK_AGAIN_MS = 3_000;

const PROBLEM_WORDS: Record<AttemptProblem, string> = {
  refused: 'Not sent: the address is not public, or it redirected',
  timeout: 'No answer in 15 seconds',
  too_large: 'The answer was too large',
  unreachable: 'The address could not be reached',
  no_secret: 'Not sent: its secret can no longer be read',
};
const STATE_WORDS: Record<WebhookMessage['state'], string> = {
  waiting: 'Not delivered yet',
  delivered: 'Delivered',
  failed: 'Not delivered',
};

const timeOf = (at: string): string =>
  new Date(at).toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  });

const outcomeOf = ({ status, answer, problem }: WebhookMessage['attempts'][number]): string =>
  problem === null ? `Answered ${status}${answer === '' ? '' : `: ${answer}`}` : PROBLEM_WORDS[problem];

/** When to look again: once the next message is due; never while none waits. */
function nextLook(messages: readonly WebhookMessage[] = []): number | false {
  const due = messages.flatMap(({ next_at }) => (next_at === null ? [] : [Date.parse(next_at) - Date.now()]));
  return due.length > 0 && Math.max(LOOK_AGAIN_MS, Math.min(...due));
}

/** What a webhook was told in the last 30 days, with each answer; any message can be sent again. */
export function MessageLog({ webhook: { webhook_id, state } }: { webhook: Webhook }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 w-fit text-signal">Log</summary>
      {open ? <Messages webhookId={webhook_id} isOn={state === 'on'} /> : null}
    </details>
  );
}

function Messages({ webhookId, isOn }: { webhookId: string; isOn: boolean }) {
  const [busy, setBusy] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const log = useQuery({
    queryKey: ['webhook-messages', webhookId],
    queryFn: async () => {
      const messages = await listMessages(webhookId);
      // What was sent meanwhile may have turned its webhook off.
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
      return messages;
    },
    refetchInterval: ({ state }) => nextLook(state.data),
  });
  const replay = async (messageId: string): Promise<void> => {
    setBusy(messageId);
    setFault(null);
    try {
      await replayMessage(webhookId, messageId);
      await log.refetch();
    } catch (error) {
      setFault(messageOf(error, 'An API error occurred.'));
    } finally {
      setBusy(null);
    }
  };
  if (log.isError) return <FormMessage kind="error">{log.error.message}</FormMessage>;
  if (log.data === undefined) return <p className="py-2 text-muted">Opening the log …</p>;
  if (log.data.length === 0) return <p className="py-2 text-muted">Nothing was sent in the last 30 days.</p>;
  return (
    <>
      {fault === null ? null : <FormMessage kind="error">{fault}</FormMessage>}
      <ul aria-label="Messages" className="divide-y divide-rule">
        {log.data.map((message) => (
          <li key={message.message_id} className="grid grid-cols-[minmax(0,1fr)] gap-1 py-2">
            <div className="flex items-baseline justify-between gap-2">
              <p>
                <span className="font-medium">{message.type}</span>{' '}
                <span className="text-muted">
                  {STATE_WORDS[message.state]}, {timeOf(message.created_at)}
                </span>
              </p>
              <Button
                look="text"
                className="shrink-0"
                disabled={!isOn}
                busy={busy === message.message_id}
                onClick={() => void replay(message.message_id)}
              >
                Send again
              </Button>
            </div>
            <ol aria-label="Tries" className="text-muted">
              {message.attempts.map((attempt) => (
                <li key={attempt.at} className="wrap-anywhere">
                  {timeOf(attempt.at)}: {outcomeOf(attempt)} ({attempt.ms} ms)
                </li>
              ))}
            </ol>
            {message.next_at === null || message.attempts.length === 0 ? null : (
              <p className="text-muted">Next try: {timeOf(message.next_at)}</p>
            )}
            <details>
              <summary className="w-fit text-signal">Payload</summary>
              <pre className="mt-1 rounded-md bg-sunken p-2 text-xs wrap-anywhere whitespace-pre-wrap">
                {message.payload}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
