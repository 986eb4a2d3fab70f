import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  type MadeWebhook,
  madeWebhookSchema,
  webhookListSchema,
  webhookMessageSchema,
  webhookPayloadSchema,
} from '../../contract/programs/webhook.ts';
import { WEBHOOK_EVENTS } from '../../contract/programs/webhook-events.ts';
import { GiveUp } from '../../server/errors.ts';
import { reportEngine } from '../../server/pipeline/run/report-engine.ts';
import { runReport } from '../../server/pipeline/run/run-report.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import { deliverMessage } from '../../server/webhooks/deliver-message.ts';
import { SECRETS_KEY } from '../secrets-key.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { addReport } from './seed.ts';
import { startService, type TestService } from './service.ts';
import { RECEIVER_ORIGIN, startReceiver, verified, type WebhookReceiver } from './webhook-receiver.ts';

let receiver: WebhookReceiver;
let service: TestService;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: {
      SECRETS_KEY,
      SOURCE_ORIGINS: JSON.stringify({ [RECEIVER_ORIGIN]: receiver.origin }),
    },
  });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answers.length = 0;
});

const make = (token: string, json: unknown) => service.call('POST', 'users/me/webhooks', { token, json });
/** An account with a webhook at an address of its own. */
async function listening(events: readonly string[] = WEBHOOK_EVENTS) {
  const account = await addSignedIn(service);
  const answer = await make(account.token, { url: `${RECEIVER_ORIGIN}/${randomUUID()}`, events });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return { ...account, webhook: madeWebhookSchema.parse(answer.json) };
}
const listOf = async (token: string) =>
  webhookListSchema.parse((await service.call('GET', 'users/me/webhooks', { token })).json);
const at = ({ webhook_id }: Pick<MadeWebhook, 'webhook_id'>, more = '') =>
  `users/me/webhooks/${webhook_id}${more}`;
const logOf = async (token: string, webhook: MadeWebhook) =>
  webhookMessageSchema
    .array()
    .parse(JSON.parse((await service.call('GET', at(webhook, '/messages'), { token })).text));
const sendTest = async (token: string, webhook: MadeWebhook) =>
  webhookMessageSchema.parse((await service.call('POST', at(webhook, '/test'), { token })).json).message_id;

type Job = { message_id: string; attempts: number };
/** The jobs that were queued for a message, in the order they were, with the seconds each waits. */
async function jobsOf(messageId: string): Promise<{ job: Job; seconds: number }[]> {
  const { rows } = await service.tools.pool.query<{ data: Job; seconds: string }>(
    `SELECT data, extract(epoch FROM start_after - created_on) AS seconds FROM pgboss.job
      WHERE name = 'send-webhook' AND data->>'message_id' = $1 ORDER BY created_on`,
    [messageId],
  );
  return rows.map(({ data, seconds }) => ({ job: data, seconds: Number(seconds) }));
}
const deliver = (job: Job) => deliverMessage(service.tools.webhooks, job);
/** Runs the newest job of a message, as its worker would when its time has come. */
async function tryNow(messageId: string): Promise<void> {
  const newest = (await jobsOf(messageId)).at(-1);
  if (!newest) throw new Error('no job');
  await deliver(newest.job);
}
const MAILS =
  'SELECT template, parameters FROM mails WHERE recipient = (SELECT email FROM users WHERE id = $1)';
const mailsTo = async (userId: string) => (await service.tools.pool.query(MAILS, [userId])).rows;

describe('a webhook', () => {
  test('is made with a secret that is told once', async () => {
    const { token, webhook } = await listening();
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { secret: _, ...shown } = webhook;
    expect(await listOf(token)).toEqual({ available: true, webhooks: [shown] });
  });

  test('has its secret nowhere in the database as it was told', async () => {
    const { webhook } = await listening();
    const { rows } = await service.tools.pool.query<{ row: string }>(
      "SELECT row_to_json(w)::text || encode(sealed_secret, 'escape') || encode(sealed_secret, 'base64') AS row FROM webhooks w",
    );
    const all = rows.map(({ row }) => row).join('\n');
    const key = Buffer.from(webhook.secret.slice('whsec_'.length), 'base64');
    expect(all).toContain(webhook.url);
    for (const secret of [webhook.secret, webhook.secret.slice(6), key.toString('hex')])
      expect(all).not.toContain(secret);
  });

  test.each([
    'http://hooks.example.com/x',
    'https://hooks.example.com:8443/x',
    'https://user:word@hooks.example.com/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f000001/x',
    'ftp://hooks.example.com/x',
    'hooks.example.com',
  ])('is not made for %s', async (url) => {
    const { token } = await addSignedIn(service);
    const answer = await make(token, { url, events: ['report.finished'] });
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_error']);
  });

  test('is one of at most ten, made side by side too', async () => {
    const { token } = await addSignedIn(service);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        make(token, { url: `${RECEIVER_ORIGIN}/${index}`, events: ['report.finished'] }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect((await listOf(token)).webhooks).toHaveLength(10);
  });

  test('is gone with its messages once it is removed', async () => {
    const { token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    expect((await service.call('DELETE', at(webhook), { token })).status).toBe(200);
    await tryNow(id);
    expect(receiver.received).toEqual([]);
    expect((await listOf(token)).webhooks).toEqual([]);
    const left = await service.tools.pool.query('SELECT FROM webhook_messages WHERE id = $1', [id]);
    expect(left.rowCount).toBe(0);
  });
});

describe('a message', () => {
  test('of a report that finished is signed as Standard Webhooks asks, and logged with its answer', async () => {
    const { userId, token, webhook } = await listening();
    const reportId = await addFinishedReport(service, userId);
    await endedNow(reportId, userId, 'ready');
    const [message] = await logOf(token, webhook);
    if (!message) throw new Error('no message');
    receiver.answers.push({ status: 202, body: 'taken' });
    await tryNow(message.message_id);
    const [got] = receiver.received;
    if (!got) throw new Error('nothing came');
    const told = webhookPayloadSchema.parse(verified(webhook.secret, got));
    expect(told).toMatchObject({
      type: 'report.finished',
      data: { report_id: reportId, version: 0, task_status: 'finished', error_code: null },
    });
    expect(got.headers['content-type']).toBe('application/json');
    const [logged] = await logOf(token, webhook);
    expect(logged).toMatchObject({
      message_id: got.id,
      state: 'delivered',
      payload: got.body,
      next_at: null,
      attempts: [{ status: 202, problem: null, answer: 'taken' }],
    });
    expect((await listOf(token)).webhooks[0]?.delivered_at).not.toBeNull();
  });

  test('is found false by the library with another secret, body or time', async () => {
    const { token, webhook } = await listening();
    await tryNow(await sendTest(token, webhook));
    const [got] = receiver.received;
    if (!got) throw new Error('nothing came');
    expect(() => verified(webhook.secret, { ...got, body: `${got.body} ` })).toThrow();
    const late = {
      ...got.headers,
      'webhook-timestamp': String(Number(got.headers['webhook-timestamp']) + 1),
    };
    expect(() => verified(webhook.secret, { ...got, headers: late })).toThrow();
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    expect(() => verified(other, got)).toThrow();
  });

  test('tells of a report that failed, with its cause', async () => {
    const { userId, token, webhook } = await listening();
    const reportId = await failed(userId);
    const [message] = await logOf(token, webhook);
    expect(webhookPayloadSchema.parse(JSON.parse(message?.payload ?? ''))).toMatchObject({
      type: 'report.failed',
      data: { report_id: reportId, error_code: 'lot_not_found', total_cost: null },
    });
  });

  test('tells of a version its user made, once it is saved', async () => {
    const { userId, token, webhook } = await listening();
    const reportId = await addFinishedReport(service, userId);
    const before = (await service.call('GET', `reports/${reportId}`, { token })).json as {
      report: { estimate: { lines: { id: string }[] } };
    };
    const edits = [{ kind: 'exclude', line_id: before.report.estimate.lines[0]?.id }];
    const json = { version: 0, edits };
    expect((await service.call('PATCH', `reports/${reportId}/lines`, { token, json })).status).toBe(200);
    expect((await service.call('PATCH', `reports/${reportId}/lines`, { token, json })).status).toBe(409);
    const log = await logOf(token, webhook);
    expect(log.map(({ payload }) => webhookPayloadSchema.parse(JSON.parse(payload)))).toMatchObject([
      { type: 'report.version', data: { report_id: reportId, version: 1 } },
    ]);
  });

  test('goes to those alone that listen to its event, are on, and are the owner’s', async () => {
    const { userId, token, webhook } = await listening(['report.finished']);
    const more = async (events: string[]) =>
      madeWebhookSchema.parse((await make(token, { url: `${RECEIVER_ORIGIN}/more`, events })).json);
    const [deaf, off] = [await more(['report.finished']), await more(['report.failed'])];
    await service.call('PATCH', at(off), { token, json: { state: 'off' } });
    const other = await listening();
    await failed(userId);
    expect(await logOf(token, webhook)).toEqual([]);
    expect(await logOf(token, deaf)).toEqual([]);
    expect(await logOf(token, off)).toEqual([]);
    expect(await logOf(other.token, other.webhook)).toEqual([]);
  });

  test('that is refused is tried again by the schedule, its webhook turned off after the last try, and its owner told', async () => {
    const { userId, token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    for (let turn = 0; turn < 10; turn += 1) {
      receiver.answers.push({ status: 500, body: 'broken' });
      await tryNow(id);
    }
    const jobs = await jobsOf(id);
    const planned = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(jobs.map(({ job }) => job.attempts)).toEqual(planned.map((_, index) => index));
    for (const [index, seconds] of planned.entries()) {
      const waited = jobs[index]?.seconds ?? Number.NaN;
      expect(waited).toBeGreaterThanOrEqual(seconds - 1);
      expect(waited).toBeLessThanOrEqual(seconds * 1.1 + 2);
    }
    expect(new Set(receiver.received.map((got) => got.id))).toEqual(new Set([id]));
    for (const got of receiver.received) verified(webhook.secret, got);
    const [message] = await logOf(token, webhook);
    expect(message).toMatchObject({ state: 'failed', next_at: null });
    expect(message?.attempts).toHaveLength(10);
    expect((await listOf(token)).webhooks[0]?.state).toBe('failing');
    expect(await mailsTo(userId)).toEqual([
      { template: 'webhook_failing', parameters: { host: 'hooks.example.com' } },
    ]);
  });

  test('whose address is gone for good turns its webhook off at once', async () => {
    const { userId, token, webhook } = await listening();
    receiver.answers.push({ status: 410 });
    await tryNow(await sendTest(token, webhook));
    expect((await listOf(token)).webhooks[0]?.state).toBe('failing');
    expect(await mailsTo(userId)).toHaveLength(1);
  });

  test('that alone is never taken leaves its webhook on', async () => {
    const { userId, token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    for (let turn = 0; turn < 9; turn += 1) {
      receiver.answers.push({ status: 500 });
      await tryNow(id);
    }
    await tryNow(await sendTest(token, webhook));
    receiver.answers.push({ status: 500 });
    await tryNow(id);
    expect((await logOf(token, webhook)).map(({ state }) => state).sort()).toEqual(['delivered', 'failed']);
    expect((await listOf(token)).webhooks[0]?.state).toBe('on');
    expect(await mailsTo(userId)).toEqual([]);
  });

  test.each([
    [{ status: 302, headers: { location: 'https://example.com/' } }, 'refused'],
    [{ status: 200, body: 'x'.repeat(1024 * 1024 + 1) }, 'too_large'],
  ])('answered by %o is not taken', async (answer, problem) => {
    const { token, webhook } = await listening();
    receiver.answers.push(answer);
    await tryNow(await sendTest(token, webhook));
    const [message] = await logOf(token, webhook);
    expect(message).toMatchObject({ state: 'waiting', attempts: [{ status: null, problem }] });
    expect(receiver.received).toHaveLength(1);
  });

  test('to a name that leads to a private address is sent nowhere', async () => {
    const { token } = await addSignedIn(service);
    const made = await make(token, { url: 'https://localhost/x', events: ['report.finished'] });
    const webhook = madeWebhookSchema.parse(made.json);
    await tryNow(await sendTest(token, webhook));
    expect((await logOf(token, webhook))[0]?.attempts).toMatchObject([{ problem: 'refused' }]);
  });

  test('to an auction site is sent nowhere', async () => {
    const { token } = await addSignedIn(service);
    const made = await make(token, { url: 'https://www.copart.com/x', events: ['report.finished'] });
    const webhook = madeWebhookSchema.parse(made.json);
    await tryNow(await sendTest(token, webhook));
    expect((await logOf(token, webhook))[0]?.attempts).toMatchObject([{ problem: 'refused' }]);
  });

  test('whose job runs twice is sent once', async () => {
    const { token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    await deliver({ message_id: id, attempts: 0 });
    await deliver({ message_id: id, attempts: 0 });
    expect(receiver.received).toHaveLength(1);
  });

  test('whose job runs twice at once is noted once', async () => {
    const { token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    receiver.answers.push({ status: 500 }, { status: 500 });
    await Promise.all([deliver({ message_id: id, attempts: 0 }), deliver({ message_id: id, attempts: 0 })]);
    expect((await logOf(token, webhook))[0]?.attempts).toHaveLength(1);
    expect(await jobsOf(id)).toHaveLength(2);
  });

  test('is not sent once its webhook is off', async () => {
    const { token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    await service.call('PATCH', at(webhook), { token, json: { state: 'off' } });
    await tryNow(id);
    expect(receiver.received).toEqual([]);
    expect((await logOf(token, webhook))[0]).toMatchObject({ state: 'failed', attempts: [] });
  });

  test('goes with its log after 30 days', async () => {
    const { token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    await tryNow(id);
    const age = (days: number) =>
      service.tools.pool.query(
        'UPDATE webhook_messages SET created_at = now() - make_interval(days => $2) WHERE id = $1',
        [id, days],
      );
    await age(29);
    await applyRetention(service.tools);
    expect(await logOf(token, webhook)).toHaveLength(1);
    await age(31);
    await applyRetention(service.tools);
    expect(await logOf(token, webhook)).toEqual([]);
  });
});

describe('a replay', () => {
  const replay = (token: string, webhook: MadeWebhook, id: string) =>
    service.call('POST', at(webhook, `/messages/${id}/replay`), { token });

  test('sends a message again under its id, to the letter', async () => {
    const { token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    await tryNow(id);
    expect((await replay(token, webhook, id)).json).toMatchObject({ message_id: id, state: 'waiting' });
    await tryNow(id);
    const [first, second] = receiver.received;
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    if (second) verified(webhook.secret, second);
    expect((await logOf(token, webhook))[0]?.attempts).toHaveLength(2);
  });

  test('of one that is tried again by itself makes the earlier job void', async () => {
    const { token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    receiver.answers.push({ status: 500 });
    await tryNow(id);
    await replay(token, webhook, id);
    const [, later, now] = await jobsOf(id);
    if (!later || !now) throw new Error('no job');
    await deliver(now.job);
    await deliver(later.job);
    expect(receiver.received).toHaveLength(2);
  });

  test('starts the schedule anew', async () => {
    const { token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    receiver.answers.push({ status: 500 }, { status: 500 }, { status: 500 });
    await tryNow(id);
    await tryNow(id);
    await replay(token, webhook, id);
    await tryNow(id);
    expect((await jobsOf(id)).at(-1)?.seconds).toBeLessThan(8);
  });

  test('waits until the webhook is on', async () => {
    const { token, webhook } = await listening();
    const id = await sendTest(token, webhook);
    await service.call('PATCH', at(webhook), { token, json: { state: 'off' } });
    expect((await replay(token, webhook, id)).json.code).toBe('version_conflict');
    await service.call('PATCH', at(webhook), { token, json: { state: 'on' } });
    expect((await replay(token, webhook, id)).status).toBe(200);
  });

  test('of another webhook’s message is a message there is not', async () => {
    const [one, other] = [await listening(), await listening()];
    const id = await sendTest(other.token, other.webhook);
    expect((await replay(one.token, one.webhook, id)).status).toBe(404);
    expect((await replay(one.token, other.webhook, id)).status).toBe(404);
  });
});

test('without a key to seal secrets with there are no webhooks, said plainly', async () => {
  const keyless = await startService(inject('databaseServer'), { worker: false });
  try {
    const { token } = await addSignedIn(keyless);
    const list = await keyless.call('GET', 'users/me/webhooks', { token });
    expect(list.json).toEqual({ available: false, webhooks: [] });
    const answer = await keyless.call('POST', 'users/me/webhooks', {
      token,
      json: { url: `${RECEIVER_ORIGIN}/x`, events: ['report.finished'] },
    });
    expect([answer.status, answer.json.code]).toEqual([409, 'setup_read_only']);
  } finally {
    await keyless.close();
  }
});

/** A report that was run here to its failure. */
async function failed(userId: string): Promise<string> {
  const { steps, ...engine } = reportEngine(service.tools);
  const run = async () => {
    throw new GiveUp('lot_not_found', 'The lot is no longer listed.');
  };
  const id = await addReport(service.tools.pool, userId);
  const failing = { ...engine, steps: { ...steps, create_task: { ...steps.create_task, run } } };
  await runReport(failing, id, AbortSignal.timeout(200_000));
  return id;
}

/** What the pipeline does beside the end of a report that was put here finished. */
async function endedNow(reportId: string, userId: string, outcome: 'ready' | 'failed'): Promise<void> {
  const client = await service.tools.pool.connect();
  try {
    await client.query('BEGIN');
    const run = { reportId, userId } as Parameters<typeof service.tools.reportEnded>[1];
    await service.tools.reportEnded(client, run, outcome);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}
