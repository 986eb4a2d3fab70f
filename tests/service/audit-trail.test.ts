import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type AuditTrail, auditTrailSchema } from '../../contract/claim/audit-trail.ts';
import { addFinishedReport, addSignedIn, makeSampleReport } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

const BY = 'Test Person';
const BEGINNING: readonly string[] = ['asked', 'lot_read', 'made'];
const ADDED = { kind: 'add', line: { name: 'Detailing', section: 'hood', operation: 'sublet', sublet: 400 } };

async function handler() {
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId);
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, json?: object) => {
    const answer = await service.call(method, path, { token, ...(json && { json }) });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer;
  };
  const trail = async (): Promise<AuditTrail> =>
    auditTrailSchema.parse((await send('GET', `reports/${id}/audit_trail`)).json);
  /** What happened since its report was made, without the times. */
  const since = async () =>
    (await trail()).events
      .filter(({ kind }) => !BEGINNING.includes(kind))
      .map(({ at: _, ...event }) => event);
  return { id, token, send, trail, since, of: (path: string) => `reports/${id}/${path}` };
}
const none = { version: null, total_cost: null };

describe('the audit trail of a report', () => {
  test('begins with who asked for it, where its lot was read and what was made', async () => {
    const { trail } = await handler();
    const { events } = await trail();
    expect(events.map(({ kind, by }) => [kind, by]).sort()).toEqual([
      ['asked', BY],
      ['lot_read', null],
      ['made', null],
    ]);
    const read = events.find(({ kind }) => kind === 'lot_read');
    expect(read?.what[0]).toMatch(/^Sample lot read: https:\/\//);
  });

  test('tells each edit with its version, total and what changed', async () => {
    const { send, since, of } = await handler();
    await send('PATCH', of('lines'), { version: 0, edits: [ADDED] });
    expect(await since()).toMatchObject([
      { kind: 'edited', by: BY, version: 1, total_cost: expect.any(Number), what: ['Added: Detailing'] },
    ]);
  });

  test('tells that its owner had it recalculated', async () => {
    const { userId, token } = await addSignedIn(service);
    const id = await makeSampleReport(service, userId);
    await service.tools.pool.query(
      `UPDATE reports SET inputs = jsonb_set(inputs, '{tax,percent}', '1') WHERE id = $1`,
      [id],
    );
    const path = `reports/${id}`;
    const anew = await service.call('POST', `${path}/recalculate`, { token, json: { version: 0 } });
    expect([anew.status, anew.json.version]).toEqual([200, 1]);
    const { json } = await service.call('GET', `${path}/audit_trail`, { token });
    expect(auditTrailSchema.parse(json).events.filter(({ kind }) => kind === 'recalculated')).toMatchObject([
      { by: BY, version: 1, what: expect.arrayContaining(['Updated to current tables']) },
    ]);
  });

  test('tells a claim that was noted and changed, with both, and not one that stayed', async () => {
    const { send, since, of } = await handler();
    await send('PUT', of('claim'), { number: 'CLM-1', deductible: null });
    await send('PUT', of('claim'), { number: 'CLM-1', deductible: null });
    await send('PUT', of('claim'), { number: 'CLM-2', deductible: 500 });
    expect(await since()).toEqual([
      { kind: 'claim_noted', by: BY, ...none, what: ['Claim number: none → CLM-1'] },
      {
        kind: 'claim_noted',
        by: BY,
        ...none,
        what: ['Claim number: CLM-1 → CLM-2', 'Deductible: none → $500.00'],
      },
    ]);
  });

  test('tells an approval with its note and fingerprint', async () => {
    const { send, since, of } = await handler();
    const { json } = await send('POST', of('approval'), { version: 0, note: 'Agreed by phone.' });
    expect(await since()).toMatchObject([
      {
        kind: 'approved',
        by: BY,
        version: 0,
        what: ['Version 0 approved', 'Note: Agreed by phone.', `SHA-256 ${String(json.sha256)}`],
      },
    ]);
  });

  test('tells shares made, changed and revoked, and who took its PDF by the link: nobody by name', async () => {
    const { send, since, of } = await handler();
    const { json } = await send('POST', of('share'));
    await send('POST', of('share'));
    await send('POST', of('share'), { photos: false });
    await send('POST', of('share'), { deal: true });
    const token = String(json.path).replace('/shared/', '');
    expect((await service.call('GET', `shared/${token}/pdf`)).status).toBe(200);
    await send('DELETE', of('share'));
    await send('DELETE', of('share'));
    expect((await since()).map(({ by, what }) => [by, what[0]])).toEqual([
      [BY, 'Shared by link, with its photos, without what to bid'],
      [BY, 'Shown by its link without its photos, without what to bid'],
      [BY, 'Shown by its link without its photos, with what to bid'],
      [null, 'Downloaded: the report as PDF, by the shared link'],
      [BY, 'Shared link revoked'],
    ]);
  });

  test('tells every file its owner took, with the version that was in it', async () => {
    const { id, send, since, of } = await handler();
    await send('PATCH', of('lines'), { version: 0, edits: [ADDED] });
    const { json } = await send('POST', of('approval'), { version: 1 });
    await send('GET', of('export?format=xlsx'));
    await send('POST', 'selected_reports/export', { report_ids: [id], format: 'csv' });
    await send('POST', 'auction/generate_report', { report_id: id });
    await send('GET', of('claim/pdf'));
    await send('GET', of(`approvals/${String(json.approval_id)}/pdf`));
    const taken = (await since()).filter(({ kind }) => kind === 'downloaded');
    expect(taken.map(({ by, version, what }) => [by, version, what[0]])).toEqual([
      [BY, 1, 'Downloaded: the report as Excel file'],
      [BY, null, 'Downloaded: its figures in a CSV of several reports'],
      [BY, 1, 'Downloaded: the report as PDF'],
      [BY, 1, 'Downloaded: the whole claim file as PDF'],
      [BY, 1, 'Downloaded: the approved version as PDF'],
    ]);
  });

  test('stands in order of time', async () => {
    const { send, since, trail, of } = await handler();
    await send('PUT', of('claim'), { number: 'CLM-1', deductible: null });
    await send('PATCH', of('lines'), { version: 0, edits: [ADDED] });
    await send('POST', of('approval'), { version: 1 });
    const { events } = await trail();
    const times = events.map(({ at }) => Date.parse(at));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect((await since()).map(({ kind }) => kind)).toEqual(['claim_noted', 'edited', 'approved']);
  });

  test('comes as CSV, which says that it was taken, and no cell of it is a formula', async () => {
    const { send, of } = await handler();
    await send('POST', of('approval'), { version: 0, note: '=HYPERLINK("https://example.com")' });
    const { text, headers } = await send('GET', of('audit_trail/csv'));
    expect(headers['content-type']).toContain('text/csv');
    expect(text).toContain('time,event,by,version,total_cost,what\r\n');
    expect(text).toContain(`,approved,${BY},0,`);
    expect(text).toContain(`,downloaded,${BY},0,,Downloaded: the audit trail as CSV`);
    expect(text).not.toMatch(/(^|,)"?=/m);
  });

  test('is nobody else’s', async () => {
    const { of } = await handler();
    const { token } = await addSignedIn(service);
    for (const path of ['audit_trail', 'audit_trail/csv'])
      expect((await service.call('GET', of(path), { token })).status).toBe(404);
  });
});

describe('what was noted', () => {
  test.each([
    ['a change', "UPDATE report_trail SET by_name = 'x' WHERE report_id = $1"],
    ['a deletion', 'DELETE FROM report_trail WHERE report_id = $1'],
  ])('refuses %s', async (_, statement) => {
    const { id, send, since, of } = await handler();
    await send('PUT', of('claim'), { number: 'CLM-1', deductible: null });
    await expect(service.tools.pool.query(statement, [id])).rejects.toThrow('is never changed');
    expect(await since()).toHaveLength(1);
  });

  test('goes with its report', async () => {
    const { id, send, of } = await handler();
    await send('PUT', of('claim'), { number: 'CLM-1', deductible: null });
    await send('DELETE', 'selected_reports', { report_ids: [id] });
    const left = await service.tools.pool.query('SELECT FROM report_trail WHERE report_id = $1', [id]);
    expect(left.rowCount).toBe(0);
  });
});
