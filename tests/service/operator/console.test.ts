import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type {
  auditLogSchema,
  OperatorOverview,
  OperatorQueue,
  OperatorReport,
  OperatorReportDetail,
  OperatorUse,
  OperatorUser,
} from '../../../contract/api/operator/console-answers.ts';
import { insertMail, refuseMail } from '../../../server/db/accounts/mails.ts';
import { readQuota } from '../../../server/db/accounts/quota.ts';
import { takeCatalogueCall } from '../../../server/db/catalogue/catalogue-answers.ts';
import { dailySpendGate } from '../../../server/db/catalogue/vision-spend.ts';
import { saveLot } from '../../../server/db/lots/lots.ts';
import { countLotReading } from '../../../server/db/ops/use-by-day.ts';
import { claimRun } from '../../../server/db/reports/report-leases.ts';
import { failRun } from '../../../server/db/reports/report-runs.ts';
import { type OperatorService, startOperatorService } from '../operator-service.ts';
import { addReport, addUser, madeUpLot } from '../seed.ts';
import { SAMPLE_ACCOUNT } from '../service.ts';

type AuditEntry = z.infer<typeof auditLogSchema>['entries'][number];

let service: OperatorService;
beforeAll(async () => {
  service = await startOperatorService();
  await service.enter();
});
afterAll(() => service.close());
beforeEach(() => service.tools.pool.query('DELETE FROM audit_log'));

const get = async <T>(path: string): Promise<T> => {
  const answer = await service.call('GET', `operator/${path}`, { token: service.token });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json as T;
};
const send = (method: 'POST' | 'PUT', path: string, json?: unknown) =>
  service.call(method, `operator/${path}`, { token: service.token, ...(json === undefined ? {} : { json }) });

/** What stands in the audit log, the newest first, without the reading of it. */
const noted = async (): Promise<AuditEntry[]> =>
  (await get<{ entries: AuditEntry[] }>('audit')).entries.filter(({ action }) => action !== 'audit_read');

/** A report of a new user that failed for this reason. */
async function failedReport(code = 'source_blocked'): Promise<{ userId: string; reportId: string }> {
  const { pool } = service.tools;
  const userId = await addUser(pool, 3);
  const lot = madeUpLot();
  await saveLot(pool, lot.lot_key, 'fetched', lot);
  const reportId = await addReport(pool, userId, lot);
  const run = await claimRun(pool, reportId);
  if (run === null) throw new Error('not claimed');
  await failRun(pool, run, { step: 'crawl_vehicle_data', code, message: 'The site refused.' });
  return { userId, reportId };
}

describe('users', () => {
  test('are found by a part of their address or their name, and who was shown is noted', async () => {
    const email = `wanda-${randomUUID()}@garage.test`;
    const id = await addUser(service.tools.pool, 2, email);
    const found = await get<{ users: OperatorUser[] }>(
      `users?text=${encodeURIComponent(email.slice(0, 20))}`,
    );
    expect(found.users.map(({ user_id, available_reports }) => [user_id, available_reports])).toEqual([
      [id, 2],
    ]);
    const [entry] = await noted();
    expect(entry).toMatchObject({
      action: 'users_listed',
      actor_email: SAMPLE_ACCOUNT.email,
      details: { users: [id], text: email.slice(0, 20) },
    });
  });

  test('are found by one or two letters where an address or a name begins', async () => {
    const id = await addUser(service.tools.pool, 0, `q9-${randomUUID()}@garage.test`);
    expect((await get<{ users: OperatorUser[] }>('users?text=Q9')).users).toMatchObject([{ user_id: id }]);
    expect((await get<{ users: unknown[] }>('users?text=9-')).users).toEqual([]);
  });

  test('are found by no sign that the database reads as a pattern', async () => {
    expect((await get<{ users: unknown[] }>('users?text=%25%25%25')).users).toEqual([]);
  });

  test('come in pages that show each of them once', async () => {
    const domain = `${randomUUID()}.test`;
    for (let n = 0; n < 51; n += 1) await addUser(service.tools.pool, 0, `u${n}@${domain}`);
    const first = await get<{ users: OperatorUser[]; next_cursor: string }>(`users?text=${domain}`);
    expect(first.users).toHaveLength(50);
    const rest = await get<{ users: OperatorUser[]; next_cursor: null }>(
      `users?text=${domain}&cursor=${first.next_cursor}`,
    );
    expect(rest.next_cursor).toBeNull();
    expect(new Set([...first.users, ...rest.users].map(({ user_id }) => user_id)).size).toBe(51);
  });

  test('of one and the same moment come in pages that show each of them once', async () => {
    const domain = `${randomUUID()}.test`;
    for (let n = 0; n < 51; n += 1) await addUser(service.tools.pool, 0, `u${n}@${domain}`);
    await service.tools.pool.query(
      "UPDATE users SET created_at = '2026-01-02 03:04:05.678901Z' WHERE email LIKE '%@' || $1",
      [domain],
    );
    const first = await get<{ users: OperatorUser[]; next_cursor: string }>(`users?text=${domain}`);
    const rest = await get<{ users: OperatorUser[] }>(`users?text=${domain}&cursor=${first.next_cursor}`);
    expect(new Set([...first.users, ...rest.users].map(({ user_id }) => user_id)).size).toBe(51);
  });

  test('begin anew at a cursor that somebody made up', async () => {
    for (const at of ['9999999999999999999', '2026-13-45 99:99:99', '----------------------'])
      for (const list of ['users', 'reports']) {
        const cursor = Buffer.from(JSON.stringify([at, randomUUID()])).toString('base64url');
        const { status } = await service.call('GET', `operator/${list}?cursor=${cursor}`, {
          token: service.token,
        });
        expect([list, at, status]).toEqual([list, at, 200]);
      }
  });

  test('show balance, ledger and how their reports ended', async () => {
    const { userId, reportId } = await failedReport();
    const user = await get<OperatorUser>(`users/${userId}`);
    expect(user).toMatchObject({
      available_reports: 3,
      reports: 1,
      outcomes: { ready: 0, failed: 1, cancelled: 0, in_progress: 0 },
    });
    expect(user.ledger.map(({ kind, amount, report_id }) => [kind, amount, report_id])).toEqual([
      ['refund', 1, reportId],
      ['reserve', -1, reportId],
      ['grant', 3, null],
    ]);
    expect((await noted())[0]).toMatchObject({ action: 'user_read', subject: userId });
  });

  test('are given reports, with the reason in their ledger', async () => {
    const userId = await addUser(service.tools.pool, 0);
    const given = await send('POST', `users/${userId}/grant`, { reports: 4, reason: 'the site was away' });
    expect(given.json).toEqual({ granted: 4, available_reports: 4 });
    const { ledger } = await get<OperatorUser>(`users/${userId}`);
    expect(ledger[0]).toMatchObject({ kind: 'grant', amount: 4, reason: 'the site was away' });
    expect((await noted()).map(({ action }) => action)).toContain('grant');
  });

  test('are signed out everywhere', async () => {
    const { email, password } = SAMPLE_ACCOUNT;
    const other = await service.signIn(email, password);
    const { users } = await get<{ users: OperatorUser[] }>(`users?text=${email}`);
    const own = service.token;
    const ended = await send('POST', `users/${users[0]?.user_id}/end_sessions`);
    expect(ended.json).toEqual({ ended: 2 });
    for (const token of [other, own])
      expect((await service.call('GET', 'users/quota', { token })).status).toBe(401);
    service.token = await service.signIn(email, password);
    await service.tools.pool.query('UPDATE sessions SET operator_since = now() WHERE ended_at IS NULL');
    expect((await noted())[0]).toMatchObject({ action: 'sessions_ended', details: { ended: 2 } });
  });
});

describe('reports', () => {
  test('that failed are listed by cause, without what they found', async () => {
    const { reportId } = await failedReport('layout_changed');
    await failedReport('lot_not_found');
    const path = 'reports?outcome=failed&error_code=layout_changed';
    const listed = await get<{
      reports: OperatorReport[];
      causes: { error_code: string; reports: number }[];
    }>(path);
    expect(
      listed.reports.map(({ report_id, outcome, can_retry }) => [report_id, outcome, can_retry]),
    ).toEqual([[reportId, 'failed', true]]);
    expect(listed.causes).toContainEqual({ error_code: 'layout_changed', reports: 1 });
    expect(Object.keys(listed.reports[0] ?? {})).not.toContain('model');
    expect((await noted())[0]).toMatchObject({ action: 'reports_listed', details: { reports: [reportId] } });
  });

  test('tell how they ran', async () => {
    const { reportId, userId } = await failedReport();
    const run = await get<OperatorReportDetail>(`reports/${reportId}`);
    expect(run).toMatchObject({
      user_id: userId,
      claims: 1,
      outcome: 'failed',
      error_code: 'source_blocked',
    });
    expect(run.ledger.map(({ kind }) => kind)).toEqual(['reserve', 'refund']);
  });

  test('that failed run again for their user, who pays for one report', async () => {
    const { reportId, userId } = await failedReport();
    const retried = await send('POST', `reports/${reportId}/retry`);
    expect(retried.status).toBe(200);
    const quota = await readQuota(service.tools.pool, userId);
    expect([quota.available_reports, quota.in_progress_reports]).toEqual([2, 1]);
    expect((await noted())[0]).toMatchObject({ action: 'report_retried', subject: reportId });
    const again = await send('POST', `reports/${retried.json.report_id}/retry`);
    expect([again.status, again.json.code]).toEqual([409, 'report_not_ready']);
  });
});

test('a report whose lot is no longer kept says so, and charges nothing', async () => {
  const { reportId, userId } = await failedReport();
  await service.tools.pool.query('DELETE FROM lots');
  const refused = await send('POST', `reports/${reportId}/retry`);
  expect([refused.status, refused.json.message]).toEqual([
    422,
    'Its lot is no longer kept here: its user pastes the link again.',
  ]);
  expect((await readQuota(service.tools.pool, userId)).available_reports).toBe(3);
});

describe('what others were asked for', () => {
  test('stands by site, day and outcome', async () => {
    const { pool } = service.tools;
    await countLotReading(pool, 'iaai', 'read');
    await countLotReading(pool, 'iaai', 'read');
    await countLotReading(pool, 'iaai', 'source_blocked');
    const { sites } = await get<OperatorUse>('use');
    expect(sites.find(({ site }) => site === 'iaai')?.days[0]?.outcomes).toEqual([
      { outcome: 'read', lots: 2 },
      { outcome: 'source_blocked', lots: 1 },
    ]);
  });

  test('stands in dollars and calls against their caps, and outlives two days', async () => {
    const { pool } = service.tools;
    await dailySpendGate(pool, null, { perUser: 1, all: 5 })(0.25);
    await takeCatalogueCall(pool, 'parts-catalogs-api', 10);
    await pool.query(
      "UPDATE rate_limits SET key = replace(key, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'), to_char(now() AT TIME ZONE 'UTC' - interval '9 days', 'YYYY-MM-DD')), resets_at = resets_at - interval '9 days'",
    );
    await pool.query('DELETE FROM rate_limits WHERE resets_at < now()');
    await takeCatalogueCall(pool, 'parts-catalogs-api', 10);
    const { model, sources } = await get<OperatorUse>('use');
    expect(model.days.map(({ usd }) => usd)).toEqual([0.25]);
    const parts = sources.find(({ source }) => source === 'parts_catalogs');
    expect([parts?.used, parts?.days.map(({ calls }) => calls)]).toEqual([1, [1, 1]]);
  });
});

describe('mails and jobs', () => {
  test('that wait or were refused are shown, and a refused one is tried again', async () => {
    const { pool } = service.tools;
    const id = await insertMail(pool, 'nobody@nowhere.test', 'verify_email', {});
    await refuseMail(pool, id, '550 no such mailbox');
    const before = await get<OperatorQueue>('queue');
    expect(before.mails.find(({ mail_id }) => mail_id === id)?.failure).toBe('550 no such mailbox');
    const waiting = (queue: OperatorQueue) =>
      queue.jobs.find(({ job }) => job === 'send-mail')?.waiting ?? -1;
    expect((await send('POST', `mails/${id}/send_again`)).status).toBe(200);
    const after = await get<OperatorQueue>('queue');
    expect(after.mails.find(({ mail_id }) => mail_id === id)?.failure).toBeNull();
    expect(waiting(after)).toBe(waiting(before) + 1);
    expect((await send('POST', `mails/${id}/send_again`)).status).toBe(404);
  });
});

describe('the day', () => {
  test('counts what waits and what ended', async () => {
    const before = await get<OperatorOverview>('overview');
    await failedReport();
    const { pool } = service.tools;
    const waiting = await addReport(pool, await addUser(pool, 1));
    await pool.query("UPDATE reports SET claimable_at = now() + interval '1 hour' WHERE id = $1", [waiting]);
    const after = await get<OperatorOverview>('overview');
    expect([after.reports.failed, after.reports.waiting, after.users.all]).toEqual([
      before.reports.failed + 1,
      before.reports.waiting + 1,
      before.users.all + 2,
    ]);
  });

  test('tells how the ledger and the backups stand', async () => {
    const { pool } = service.tools;
    await pool.query("DELETE FROM service_notes WHERE name IN ('ledger', 'backup', 'backup_fault')");
    const nothing = { made_at: null, failed_at: null, failure: null };
    expect(await get('overview')).toMatchObject({ ledger: null, backup: nothing });
    await pool.query(
      `INSERT INTO service_notes (name, noted_at, details) VALUES ('ledger', '2026-11-25T10:00:00Z', '{"faults":2,"seconds":0.1}'),
         ('backup', '2026-11-25T02:00:00Z', '{"bytes":5,"seconds":1}'), ('backup_fault', '2026-11-25T09:00:00Z', '{"error":"no room"}')`,
    );
    expect(await get('overview')).toMatchObject({
      ledger: { checked_at: '2026-11-25T10:00:00.000Z', broken: 2 },
      backup: {
        made_at: '2026-11-25T02:00:00.000Z',
        failed_at: '2026-11-25T09:00:00.000Z',
        failure: 'no room',
      },
    });
  });
});

test('a report that was asked for days ago counts on the day it ended', async () => {
  const before = await get<OperatorOverview>('overview');
  const { reportId } = await failedReport();
  await service.tools.pool.query(
    "UPDATE reports SET created_at = created_at - interval '3 days' WHERE id = $1",
    [reportId],
  );
  const after = await get<OperatorOverview>('overview');
  expect(after.reports.failed).toBe(before.reports.failed + 1);
  await service.tools.pool.query(
    "UPDATE reports SET finished_at = finished_at - interval '2 days' WHERE id = $1",
    [reportId],
  );
  expect((await get<OperatorOverview>('overview')).reports.failed).toBe(before.reports.failed);
});

test('what the audit log tells of somebody is found by their address, whatever it was', async () => {
  const email = `watched-${randomUUID()}@garage.test`;
  const userId = await addUser(service.tools.pool, 0, email);
  await get(`users?text=${encodeURIComponent(email)}`);
  await get(`users/${userId}`);
  await send('POST', `users/${userId}/grant`, { reports: 2, reason: 'a try' });
  await get('users?text=somebody-else');
  const { entries } = await get<{ entries: AuditEntry[] }>(`audit?about=${encodeURIComponent(email)}`);
  expect(entries.map(({ action }) => action)).toEqual(['grant', 'user_read', 'users_listed']);
  expect(entries.map(({ subject_email }) => subject_email)).toEqual([email, email, null]);
  const byActor = await get<{ entries: AuditEntry[] }>(`audit?actor=${SAMPLE_ACCOUNT.email}`);
  expect(byActor.entries.length).toBeGreaterThan(3);
});

test('the audit log is filtered and comes in pages', async () => {
  const { pool } = service.tools;
  await pool.query(
    `INSERT INTO audit_log (actor, action, subject) SELECT 'cli:root', 'clicks', n::text FROM generate_series(1, 60) n`,
  );
  type Page = { entries: AuditEntry[]; next_cursor: string | null; actions: string[] };
  const first = await get<Page>('audit?action=clicks');
  expect(first.entries.map(({ subject }) => subject).slice(0, 2)).toEqual(['60', '59']);
  const rest = await get<Page>(`audit?action=clicks&cursor=${first.next_cursor}`);
  expect([rest.entries.length, rest.next_cursor]).toEqual([10, null]);
  expect(rest.actions).toEqual(expect.arrayContaining(['audit_read', 'clicks']));
});

test('no answer of the console holds a hash or a sealed secret', async () => {
  const { userId, reportId } = await failedReport();
  for (const path of [
    'users',
    `users/${userId}`,
    'reports',
    `reports/${reportId}`,
    'queue',
    'audit',
    'use',
  ]) {
    const { text } = await service.call('GET', `operator/${path}`, { token: service.token });
    expect([path, /password|hash|sealed|secret|token/i.test(text)]).toEqual([path, false]);
  }
});
