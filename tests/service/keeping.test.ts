import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { editPreferences } from '../../server/accounts/profile/preferences.ts';
import { findPreferences } from '../../server/db/accounts/preferences.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

type Days = { reports_days: number | null; approved_days: number | null };

async function owner() {
  const { pool, store } = service.tools;
  const { userId, token } = await addSignedIn(service);
  return {
    userId,
    keep: (keeping: Days | null) =>
      service.call('PATCH', 'users/me/preferences', { token, json: { keeping } }),
    /** A report that was made so many days ago, with a file of its own. */
    async made(daysAgo: number): Promise<string> {
      const id = await addFinishedReport(service, userId);
      await pool.query('UPDATE reports SET finished_at = now() - make_interval(days => $2) WHERE id = $1', [
        id,
        daysAgo,
      ]);
      await store.put(`reports/${id}/x.pdf`, Buffer.from('pdf'), 'application/pdf');
      return id;
    },
    approved: (id: string, daysAgo: number) =>
      pool.query(
        `INSERT INTO report_approvals (report_id, version, content, sha256, total_cost_cents, approved_by, approved_at)
         VALUES ($1, 0, $2, encode(sha256(convert_to($2, 'UTF8')), 'hex'), 1, 'Nadia', now() - make_interval(days => $3))`,
        [id, JSON.stringify({ id, daysAgo }), daysAgo],
      ),
    remove: (id: string) => service.call('DELETE', 'selected_reports', { token, json: { report_ids: [id] } }),
    there: async (id: string): Promise<boolean> =>
      (await service.call('GET', `reports/${id}`, { token })).status === 200,
  };
}

describe('how long reports stay', () => {
  test('is until their owner deletes them, where nothing is set', async () => {
    const { made, there } = await owner();
    const id = await made(3_000);
    await applyRetention(service.tools);
    expect(await there(id)).toBe(true);
  });

  test('is the account’s own days, and with a report go its files', async () => {
    const [one, other] = [await owner(), await owner()];
    expect((await one.keep({ reports_days: 90, approved_days: null })).status).toBe(200);
    const [old, young, foreign] = [await one.made(91), await one.made(89), await other.made(91)];
    const gone = await applyRetention(service.tools);
    expect(gone['reports past their account’s time']).toBe(1);
    expect([await one.there(old), await one.there(young), await other.there(foreign)]).toEqual([
      false,
      true,
      true,
    ]);
    await applyRetention(service.tools);
    const { store } = service.tools;
    expect([await store.has(`reports/${old}/x.pdf`), await store.has(`reports/${young}/x.pdf`)]).toEqual([
      false,
      true,
    ]);
  });

  test('counts from the last change', async () => {
    const { keep, made, there } = await owner();
    await keep({ reports_days: 90, approved_days: null });
    const id = await made(200);
    await service.tools.pool.query(
      `INSERT INTO report_versions (report_id, version, edits, total_cost_cents, created_at)
       VALUES ($1, 1, '[]', 1, now() - interval '10 days')`,
      [id],
    );
    await applyRetention(service.tools);
    expect(await there(id)).toBe(true);
  });

  test('is never more than the operator’s days, whatever the account says', async () => {
    const { made, there } = await owner();
    const [old, young] = [await made(31), await made(29)];
    await applyRetention({ ...service.tools, config: { REPORTS_KEPT_DAYS: 30 } });
    expect([await there(old), await there(young)]).toEqual([false, true]);
  });

  test('can’t be set beyond the operator’s days', async () => {
    const { userId } = await owner();
    const tools = { ...service.tools, logoReaderFor: () => () => Promise.reject(new Error('no logo')) };
    const edit = (keeping: Days) =>
      editPreferences({ ...tools, config: { REPORTS_KEPT_DAYS: 365 } }, userId, { keeping });
    await expect(edit({ reports_days: 366, approved_days: null })).rejects.toMatchObject({
      code: 'validation_error',
      message: 'Reports stay at most 365 days on this service.',
      details: { field: 'keeping.reports_days' },
    });
    expect((await findPreferences(tools.pool, userId)).keeping).toBeNull();
    expect((await edit({ reports_days: 365, approved_days: 365 })).keeping?.reports_days).toBe(365);
  });
});

describe('a report with an approval', () => {
  test('is not deleted by its owner until the account’s time for approved ones is over', async () => {
    const { keep, made, approved, remove, there } = await owner();
    await keep({ reports_days: null, approved_days: 365 });
    const id = await made(400);
    await approved(id, 400);
    await approved(id, 10);
    const refused = await remove(id);
    expect([refused.status, refused.json.code]).toEqual([409, 'report_kept']);
    expect(refused.json).toMatchObject({ details: { report_id: id } });
    expect(String(refused.json.message)).toMatch(
      /has an approved version, which your account keeps until \w{3} \d+, \d{4}\. Nothing was deleted\.$/,
    );
    expect(await there(id)).toBe(true);
    await keep({ reports_days: null, approved_days: 9 });
    expect((await remove(id)).status).toBe(200);
    expect(await there(id)).toBe(false);
  });

  test('outlives the account’s days for reports, and goes once its own are over', async () => {
    const { keep, made, approved, there } = await owner();
    await keep({ reports_days: 90, approved_days: 365 });
    const [kept, over] = [await made(200), await made(800)];
    await approved(kept, 199);
    await approved(over, 366);
    await applyRetention(service.tools);
    expect([await there(kept), await there(over)]).toEqual([true, false]);
  });

  test('is deleted like every other where the account has no such time', async () => {
    const { made, approved, remove } = await owner();
    const id = await made(1);
    await approved(id, 1);
    expect((await remove(id)).status).toBe(200);
  });
});
