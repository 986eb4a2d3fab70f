import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { madeAccessKeySchema } from '../../contract/api/access-key-answers.ts';
import { PROGRAM_SCOPES } from '../../contract/programs/program-keys.ts';
import {
  madeWebhookSchema,
  webhookMessageSchema,
  webhookPayloadSchema,
} from '../../contract/programs/webhook.ts';
import { SECRETS_KEY } from '../secrets-key.ts';
import { addSignedIn } from './finished-report.ts';
import { startService, type TestService, until } from './service.ts';
import { RECEIVER_ORIGIN, startReceiver, verified, type WebhookReceiver } from './webhook-receiver.ts';

const BMW = 'https://bid.cars/en/lot/1-90000001';

let receiver: WebhookReceiver;
let service: TestService;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService(inject('databaseServer'), {
    environment: { SECRETS_KEY, SOURCE_ORIGINS: JSON.stringify({ [RECEIVER_ORIGIN]: receiver.origin }) },
  });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

test('a program makes a report by its key, hears of it by a webhook, and downloads the PDF; what comes twice is known by its id', async () => {
  const { token } = await addSignedIn(service);
  const named = { name: 'Buying desk', scopes: PROGRAM_SCOPES };
  const made = await service.call('POST', 'users/me/access_keys', { token, json: named });
  const key = madeAccessKeySchema.parse(made.json).access_key;
  const hook = { url: `${RECEIVER_ORIGIN}/lotlens`, events: ['report.finished', 'report.failed'] };
  const webhook = madeWebhookSchema.parse(
    (await service.call('POST', 'users/me/webhooks', { token, json: hook })).json,
  );

  const lot = await service.call('POST', 'auction/scrape', { token: key, json: { auction_link: BMW } });
  const start = () =>
    service.call('POST', 'auction/process_report', {
      token: key,
      json: { auction_url: BMW, lot_key: lot.json.lot_key },
      headers: { 'idempotency-key': 'desk-1' },
    });
  const started = await start();
  // Its first answer may be lost on the way: the same key of the call is the same report.
  expect((await start()).json).toEqual(started.json);

  const [told] = await until('the report is told of', 120_000, async () =>
    receiver.received.length > 0 ? receiver.received : null,
  );
  if (!told) throw new Error('nothing came');
  const { type, data } = webhookPayloadSchema.parse(verified(webhook.secret, told));
  if (!('report_id' in data)) throw new Error('no report was told of');
  expect([type, data.report_id, data.task_status]).toEqual([
    'report.finished',
    started.json.report_id,
    'finished',
  ]);

  const printed = await service.call('POST', 'auction/generate_report', {
    token: key,
    json: { report_id: data.report_id },
  });
  expect([printed.status, printed.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(printed.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const quota = await service.call('GET', 'users/quota', { token: key });
  expect(quota.json).toMatchObject({ available_reports: 2, in_progress_reports: 0 });

  await service.call('POST', `users/me/webhooks/${webhook.webhook_id}/messages/${told.id}/replay`, { token });
  const again = await until('it is told once more', 60_000, async () => receiver.received[1]);
  expect([again.id, again.body]).toEqual([told.id, told.body]);
  verified(webhook.secret, again);
  const log = await until('both tries are noted', 60_000, async () => {
    const answer = await service.call('GET', `users/me/webhooks/${webhook.webhook_id}/messages`, { token });
    const messages = webhookMessageSchema.array().parse(JSON.parse(answer.text));
    return messages[0]?.attempts.length === 2 ? messages : null;
  });
  expect(log).toMatchObject([{ message_id: told.id, state: 'delivered' }]);
});
