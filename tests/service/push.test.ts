import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pushMessageSchema } from '../../contract/push/push-message.ts';
import { pushStateSchema } from '../../contract/push/push-subscription.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import { issueAccessToken } from '../../server/accounts/session/access-token.ts';
import { newToken, tokenHash } from '../../server/accounts/tokens.ts';
import { insertSession } from '../../server/db/accounts/sessions.ts';
import { GiveUp, RetryLater } from '../../server/errors.ts';
import { lotByKey } from '../../server/lots/scrape-lot.ts';
import { reportEngine } from '../../server/pipeline/run/report-engine.ts';
import { type Engine, runReport } from '../../server/pipeline/run/run-report.ts';
import { deliverPush } from '../../server/push/send-push.ts';
import { openVapid } from '../../server/push/vapid-keys.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import { endPauses } from './end-pauses.ts';
import { addSignedIn, repeatingEngine } from './finished-report.ts';
import { type Device, PUSH_ORIGIN, type PushStandIn, startPushService } from './push-stand-in.ts';
import { addReport } from './seed.ts';
import { startService, type TestService, until } from './service.ts';

let standIn: PushStandIn;
let service: TestService;
let lot: StoredLot;
beforeAll(async () => {
  standIn = await startPushService();
  service = await startService(inject('databaseServer'), {
    environment: { SOURCE_ORIGINS: JSON.stringify({ [PUSH_ORIGIN]: standIn.origin }) },
  });
  const entered = await service.call('POST', 'auction/enter_lot', {
    json: { year: 2016, make: 'Infiniti', model: 'QX60', primary_damage: 'FRONT END' },
  });
  lot = await lotByKey(service.tools.lots, String(entered.json.lot_key));
});
afterAll(async () => {
  await service.close();
  await standIn.close();
});

/** Another session of a user, as another device has it. */
async function signIn(userId: string): Promise<string> {
  const { pool, accessSecret } = service.tools;
  const { id } = await insertSession(pool, {
    userId,
    userAgent: null,
    address: null,
    refreshHash: tokenHash(newToken()),
  });
  return await issueAccessToken(accessSecret, { userId, sessionId: id }, new Date());
}

const stateOf = async (token: string) =>
  pushStateSchema.parse((await service.call('GET', 'users/me/push', { token })).json);

/** Turns notifications on for a session, with a subscription of its own browser. */
async function turnOn(token: string): Promise<Device> {
  const device = standIn.subscribe((await stateOf(token)).public_key);
  const answer = await service.call('POST', 'users/me/push', { token, json: device.subscription });
  expect([answer.status, answer.json.on]).toEqual([200, true]);
  return device;
}

/** A report run here to its end. */
async function run(userId: string, change: Partial<Engine<never, never>> = {}): Promise<string> {
  const id = await addReport(service.tools.pool, userId, lot);
  const engine = { ...repeatingEngine(service), ...(change as object) };
  await runReport(engine, id, AbortSignal.timeout(200_000));
  return id;
}
const failing = (): Partial<Engine<never, never>> => {
  const { steps } = reportEngine(service.tools);
  const refused = async () => {
    throw new GiveUp('lot_not_found', 'The lot is no longer listed.');
  };
  return { steps: { ...steps, create_task: { ...steps.create_task, run: refused } } as never };
};

/** The states of the jobs that tell of a report, once none of them waits or runs. */
const jobsOf = (reportId: string): Promise<string[]> =>
  until('no notification waits', 60_000, async () => {
    const { rows } = await service.tools.pool.query<{ state: string }>(
      "SELECT state FROM pgboss.job WHERE name = 'send-push' AND data->>'report_id' = $1",
      [reportId],
    );
    const states = rows.map(({ state }) => state);
    return states.every((state) => state === 'completed' || state === 'failed') ? states : null;
  });
const messages = ({ told }: Device) => told.map(({ text }) => pushMessageSchema.parse(JSON.parse(text)));

describe('a notification about a report', () => {
  test('tells the device that asked, encrypted and signed, the vehicle and that it is ready', async () => {
    const { userId, token } = await addSignedIn(service);
    const device = await turnOn(token);
    const id = await run(userId);
    expect(await jobsOf(id)).toEqual(['completed']);
    expect(device.asked).toBe(1);
    const [told] = device.told;
    expect(JSON.parse(told?.text ?? '')).toEqual({
      outcome: 'ready',
      vehicle: '2016 Infiniti QX60',
      report_id: id,
    });
    expect(told).toMatchObject({
      topic: id.replaceAll('-', ''),
      subject: 'mailto:support@lotlens.example',
      ttl: 12 * 3600,
    });
  });

  test('tells of one that failed', async () => {
    const { userId, token } = await addSignedIn(service);
    const device = await turnOn(token);
    await jobsOf(await run(userId, failing()));
    expect(messages(device).map(({ outcome }) => outcome)).toEqual(['failed']);
  });

  test('is sent to no device that did not ask', async () => {
    const { userId, token } = await addSignedIn(service);
    const asked = await turnOn(token);
    const other = await signIn(userId);
    expect((await stateOf(other)).on).toBe(false);
    expect(await jobsOf(await run(userId))).toEqual(['completed']);
    expect(asked.told).toHaveLength(1);
    const stranger = await addSignedIn(service);
    expect(await jobsOf(await run(stranger.userId))).toEqual([]);
  });

  test('is sent to each device that asked', async () => {
    const { userId, token } = await addSignedIn(service);
    const devices = [await turnOn(token), await turnOn(await signIn(userId))];
    expect(await jobsOf(await run(userId))).toEqual(['completed', 'completed']);
    expect(devices.map(({ told }) => told.length)).toEqual([1, 1]);
  });

  test('is not sent of a report its owner canceled', async () => {
    const { userId, token } = await addSignedIn(service);
    await turnOn(token);
    const id = await addReport(service.tools.pool, userId, lot);
    expect((await service.call('POST', `reports/${id}/cancel`, { token })).status).toBe(200);
    expect(await jobsOf(id)).toEqual([]);
  });

  test('comes when the push service does again, and once', async () => {
    const { userId, token } = await addSignedIn(service);
    const device = await turnOn(token);
    device.answers.push({ status: 500 }, { status: 502 });
    const id = await run(userId);
    await until('it is told', 60_000, async () => {
      await endPauses(service.tools.pool, 'send-push');
      return device.told.length > 0;
    });
    expect(await jobsOf(id)).toEqual(['completed']);
    expect([device.asked, device.told.length]).toEqual([3, 1]);
  });

  test('waits as long as the push service asks', async () => {
    const { userId, token } = await addSignedIn(service);
    const device = await turnOn(token);
    const id = await run(userId);
    await jobsOf(id);
    const { rows } = await service.tools.pool.query<{ id: string }>(
      'SELECT id FROM push_subscriptions WHERE endpoint = $1',
      [device.subscription.endpoint],
    );
    const job = { subscription_id: String(rows[0]?.id), report_id: id, outcome: 'ready' } as const;
    const queued: unknown[] = [];
    const full = {
      ...service.tools.push,
      fetch: async () => {
        throw new RetryLater(90_000);
      },
      queue: { send: async (...sent: unknown[]) => void queued.push(sent) },
    };
    await deliverPush(full, job);
    expect(queued).toEqual([['send-push', job, { afterSeconds: 90 }]]);
  });

  test.each([404, 410])('answered %i ends the subscription', async (status) => {
    const { userId, token } = await addSignedIn(service);
    const device = await turnOn(token);
    device.answers.push({ status });
    expect(await jobsOf(await run(userId))).toEqual(['completed']);
    expect((await stateOf(token)).on).toBe(false);
    expect(await jobsOf(await run(userId))).toEqual([]);
  });

  test('refused for good is not sent again, and the next one is', async () => {
    const { userId, token } = await addSignedIn(service);
    const device = await turnOn(token);
    device.answers.push({ status: 413 });
    expect(await jobsOf(await run(userId))).toEqual(['completed']);
    expect([device.asked, device.told.length]).toEqual([1, 0]);
    await jobsOf(await run(userId));
    expect(device.told).toHaveLength(1);
  });

  test('of an hour long past is not sent', async () => {
    const { userId, token } = await addSignedIn(service);
    const device = await turnOn(token);
    device.answers.push({ status: 410 });
    const id = await run(userId);
    await jobsOf(id);
    const again = await turnOn(token);
    const { rows } = await service.tools.pool.query<{ id: string }>(
      "UPDATE reports SET finished_at = now() - interval '13 hours' WHERE id = $1 RETURNING (SELECT id FROM push_subscriptions WHERE endpoint = $2)",
      [id, again.subscription.endpoint],
    );
    await deliverPush(service.tools.push, {
      subscription_id: String(rows[0]?.id),
      report_id: id,
      outcome: 'ready',
    });
    expect(again.asked).toBe(0);
  });
});

describe('a device', () => {
  test('is told no more once its user turned notifications off', async () => {
    const { userId, token } = await addSignedIn(service);
    await turnOn(token);
    const off = await service.call('DELETE', 'users/me/push', { token });
    expect([off.status, off.json.on]).toEqual([200, false]);
    expect(await jobsOf(await run(userId))).toEqual([]);
  });

  test('is told no more once it signed out', async () => {
    const { userId, token } = await addSignedIn(service);
    await turnOn(token);
    expect((await service.call('POST', 'auth/logout', { token })).status).toBe(200);
    expect(await jobsOf(await run(userId))).toEqual([]);
  });

  test('is told no more once its session was revoked from another', async () => {
    const { userId, token } = await addSignedIn(service);
    const lost = await signIn(userId);
    await turnOn(lost);
    const kept = await turnOn(token);
    expect((await service.call('DELETE', 'users/me/sessions', { token })).status).toBe(200);
    expect(await jobsOf(await run(userId))).toEqual(['completed']);
    expect(kept.told).toHaveLength(1);
  });

  test('whose session expired is told no more, and forgotten by the hourly tidying up', async () => {
    const { userId, token } = await addSignedIn(service);
    const device = await turnOn(token);
    await service.tools.pool.query(
      "UPDATE sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1",
      [userId],
    );
    expect(await jobsOf(await run(userId))).toEqual([]);
    await applyRetention(service.tools);
    const left = await service.tools.pool.query('SELECT 1 FROM push_subscriptions WHERE endpoint = $1', [
      device.subscription.endpoint,
    ]);
    expect(left.rowCount).toBe(0);
  });

  test('that another user signs in on tells only them', async () => {
    const first = await addSignedIn(service);
    const second = await addSignedIn(service);
    const device = await turnOn(first.token);
    await service.call('POST', 'users/me/push', { token: second.token, json: device.subscription });
    expect([(await stateOf(first.token)).on, (await stateOf(second.token)).on]).toEqual([false, true]);
  });

  test('that subscribes anew is told once', async () => {
    const { userId, token } = await addSignedIn(service);
    const devices = [await turnOn(token), await turnOn(token)];
    await jobsOf(await run(userId));
    expect(devices.map(({ told }) => told.length)).toEqual([0, 1]);
  });

  test('beyond ten takes the place of the one longest there', async () => {
    const { userId, token } = await addSignedIn(service);
    await turnOn(token);
    const others = [];
    for (let count = 0; count < 10; count += 1) {
      const other = await signIn(userId);
      await turnOn(other);
      others.push(other);
    }
    const all = await Promise.all([token, ...others].map(async (one) => (await stateOf(one)).on));
    expect(all).toEqual([false, ...others.map(() => true)]);
  });
});

describe('a subscription', () => {
  const point = (): string => {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    return pair.getPublicKey('base64url');
  };
  const good = {
    endpoint: `${PUSH_ORIGIN}/wp/x`,
    keys: { p256dh: point(), auth: 'A'.repeat(22) },
  };
  test.each([
    ['over http', { ...good, endpoint: 'http://fcm.googleapis.com/wp/x' }],
    ['at a host nobody knows', { ...good, endpoint: 'https://push.example/wp/x' }],
    ['at a host that only ends alike', { ...good, endpoint: 'https://evilpush.apple.com.example/x' }],
    ['at this machine', { ...good, endpoint: 'https://127.0.0.1/wp/x' }],
    ['at another port', { ...good, endpoint: 'https://fcm.googleapis.com:8443/wp/x' }],
    ['with a user name', { ...good, endpoint: 'https://me@fcm.googleapis.com/wp/x' }],
    ['whose key is no point', { ...good, keys: { ...good.keys, p256dh: 'A'.repeat(87) } }],
    ['whose secret is short', { ...good, keys: { ...good.keys, auth: 'AAAA' } }],
  ])('%s is refused', async (_, json) => {
    const { token } = await addSignedIn(service);
    const answer = await service.call('POST', 'users/me/push', { token, json });
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_error']);
    expect((await stateOf(token)).on).toBe(false);
  });

  test.each([
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
  ])('at %s is taken', async (endpoint) => {
    const { token } = await addSignedIn(service);
    const json = { ...good, endpoint: `${endpoint}${newToken()}` };
    expect((await service.call('POST', 'users/me/push', { token, json })).json.on).toBe(true);
  });
});

test('the key is made once and shared by every process', async () => {
  const { pool, push } = service.tools;
  const again = await openVapid(pool, { privateKey: null, subject: 'mailto:a@example.test' });
  expect(again.publicKey).toBe(push.vapid.publicKey);
});

test('the key of the configuration is used where there is one', async () => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const privateKey = pair.getPrivateKey();
  const own = await openVapid(service.tools.pool, { privateKey, subject: 'mailto:a@example.test' });
  expect(own.publicKey).toBe(pair.getPublicKey('base64url'));
});
