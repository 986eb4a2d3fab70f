import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuotaRequest } from '../../../contract/api/quota/quota-answers.ts';
import { issueAccessToken } from '../../../server/accounts/session/access-token.ts';
import { newToken, tokenHash } from '../../../server/accounts/tokens.ts';
import { readQuota } from '../../../server/db/accounts/quota.ts';
import { insertSession } from '../../../server/db/accounts/sessions.ts';
import { verifyLedger } from '../../../server/db/quota/ledger-check.ts';
import { deliverMail } from '../../../server/mail/send-mail.ts';
import type { OutgoingMail } from '../../../server/mail/transport.ts';
import { type OperatorService, startOperatorService } from '../operator-service.ts';
import { addUser } from '../seed.ts';

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
  await service.enter();
});
afterAll(() => service.close());

type Asker = { userId: string; email: string; token: string };
async function asker(): Promise<Asker> {
  const { pool, accessSecret } = service.tools;
  const email = `${crypto.randomUUID()}@example.test`;
  const userId = await addUser(pool, 0, email);
  const { id: sessionId } = await insertSession(pool, {
    userId,
    userAgent: null,
    address: null,
    refreshHash: tokenHash(newToken()),
  });
  return { userId, email, token: await issueAccessToken(accessSecret, { userId, sessionId }, new Date()) };
}
const ask = (token: string, reports = 20, reason = 'A sale on Friday') =>
  service.call('POST', 'quota/requests', { token, json: { reports, reason } });
const openRequests = async (): Promise<QuotaRequest[]> =>
  (await service.call('GET', 'operator/quota_requests', { token: service.token }))
    .json as unknown as QuotaRequest[];
const requestOf = async ({ email }: Asker): Promise<string> =>
  (await openRequests()).find((request) => request.email === email)?.request_id ?? '';
const grant = (id: string, json: object = {}, token = service.token) =>
  service.call('POST', `operator/quota_requests/${id}/grant`, { token, json });
const left = async ({ userId }: Asker): Promise<number> =>
  (await readQuota(service.tools.pool, userId)).available_reports;

/** Delivers what waits of this kind; answers the mails as they left. */
async function mailsOf(template: string): Promise<OutgoingMail[]> {
  const { pool, delivery } = service.tools;
  const sent: OutgoingMail[] = [];
  const transport = { name: 'kept', deliver: async (mail: OutgoingMail) => void sent.push(mail) };
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM mails WHERE template = $1 AND sent_at IS NULL ORDER BY created_at',
    [template],
  );
  for (const { id } of rows) await deliverMail({ ...delivery, transport }, id);
  return sent;
}

describe('asking for more', () => {
  test('stands in the offer, and reaches the operator by one mail that says how to give it', async () => {
    const someone = await asker();
    expect((await ask(someone.token, 5, 'First')).status).toBe(200);
    expect((await ask(someone.token, 20, 'A sale on Friday')).status).toBe(200);
    const { json } = await service.call('GET', 'quota/offer', { token: someone.token });
    expect(json).toMatchObject({
      checkout: false,
      plans: [],
      free_reports: 3,
      request: { reports: 20, reason: 'A sale on Friday' },
    });
    const mails = (await mailsOf('quota_asked')).filter(({ text }) => text.includes(someone.email));
    expect(mails.map(({ to }) => to)).toEqual([service.config.SALES_EMAIL]);
    expect(mails[0]?.text).toContain('A sale on Friday');
    expect(mails[0]?.text).toContain(`npm run admin -- grant ${someone.email} 20`);
  });

  test.each([
    [0, 'A sale'],
    [1_001, 'A sale'],
    [1.5, 'A sale'],
    [5, '  '],
  ])('for %s reports because of “%s” is refused', async (reports, reason) => {
    const { token } = await asker();
    expect((await ask(token, reports, reason)).status).toBe(400);
  });

  test('that was answered before its mail left is not mailed', async () => {
    const someone = await asker();
    await ask(someone.token);
    await grant(await requestOf(someone));
    const mails = await mailsOf('quota_asked');
    expect(mails.filter(({ text }) => text.includes(someone.email))).toEqual([]);
  });
});

describe('an operator', () => {
  test('sees who asks, and that look is in the audit log', async () => {
    const someone = await asker();
    await ask(someone.token);
    const found = (await openRequests()).find(({ email }) => email === someone.email);
    expect(found).toMatchObject({ reports: 20, reason: 'A sale on Friday', available_reports: 0 });
    const { rows } = await service.tools.pool.query(
      "SELECT details FROM audit_log WHERE action = 'quota_requests_read' ORDER BY id DESC LIMIT 1",
    );
    expect(rows[0]?.details.requests).toContain(found?.request_id);
  });

  test('gives what was asked for by one call, once, and the user gets a mail', async () => {
    const someone = await asker();
    await ask(someone.token);
    const id = await requestOf(someone);
    const answers = await Promise.all([grant(id), grant(id), grant(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(await left(someone)).toBe(20);
    const [mail, ...others] = (await mailsOf('quota_granted')).filter(({ to }) => to === someone.email);
    expect([mail?.subject, others]).toEqual(['We added 20 reports to your account', []]);
    expect(mail?.text).toContain('http://lotlens.test/reports');
    expect(await requestOf(someone)).toBe('');
    expect(await verifyLedger(service.tools.pool)).toEqual([]);
  });

  test('may give another number, and the grant is in the audit log', async () => {
    const someone = await asker();
    await ask(someone.token);
    const { json } = await grant(await requestOf(someone), { reports: 7 });
    expect(json).toEqual({ granted: 7, available_reports: 7 });
    const { rows } = await service.tools.pool.query(
      'SELECT a.action, a.details FROM audit_log a JOIN users u ON u.id::text = a.subject WHERE u.email = $1',
      [someone.email],
    );
    expect(rows).toEqual([{ action: 'grant', details: { amount: 7, reason: 'asked for' } }]);
  });

  test('gives nothing for an ask nobody made', async () => {
    expect((await grant(crypto.randomUUID())).status).toBe(404);
    expect((await grant('no-id')).status).toBe(404);
  });
});

test('who is no operator neither sees who asks nor gives anything', async () => {
  const someone = await asker();
  await ask(someone.token);
  const id = await requestOf(someone);
  const seen = await service.call('GET', 'operator/quota_requests', { token: someone.token });
  expect([seen.status, (await grant(id, {}, someone.token)).status]).toEqual([404, 404]);
  expect(await left(someone)).toBe(0);
});
