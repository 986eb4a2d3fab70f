import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type Approval, approvalSchema, approvedReportSchema } from '../../contract/claim/approval.ts';
import { errorBodySchema } from '../../contract/schemas/errors.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

async function handler() {
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId);
  const at = (path: string) => `reports/${id}/${path}`;
  const approve = (json: object) => service.call('POST', at('approval'), { token, json });
  return {
    id,
    token,
    approve,
    approved: async (version = 0): Promise<Approval> => {
      const answer = await approve({ version });
      expect(answer.status).toBe(200);
      return approvalSchema.parse(answer.json);
    },
    list: async (): Promise<Approval[]> =>
      z.array(approvalSchema).parse((await service.call('GET', at('approvals'), { token })).json),
    open: async (approvalId: string) =>
      approvedReportSchema.parse((await service.call('GET', at(`approvals/${approvalId}`), { token })).json),
    /** A line more, as the next version. */
    edit: async (version: number) => {
      const line = { name: 'Detailing', section: 'hood', operation: 'sublet', sublet: 400 };
      const edits = [{ kind: 'add', line }];
      const answer = await service.call('PATCH', at('lines'), { token, json: { version, edits } });
      expect([answer.status, answer.json.message]).toEqual([200, undefined]);
    },
    note: (number: string) => service.call('PUT', at('claim'), { token, json: { number, deductible: 500 } }),
  };
}
const rowOf = async (id: string) =>
  (
    await service.tools.pool.query<{ content: string; sha256: string }>(
      'SELECT content, sha256 FROM report_approvals WHERE report_id = $1',
      [id],
    )
  ).rows[0];

describe('an approved version', () => {
  test('says who approved it, when, with which note and claim, and its fingerprint', async () => {
    const { id, approve, note } = await handler();
    await note('CLM-9');
    const { json } = await approve({ version: 0, note: 'Agreed by phone.' });
    expect(json).toMatchObject({
      report_id: id,
      version: 0,
      note: 'Agreed by phone.',
      claim_number: 'CLM-9',
    });
    const kept = await rowOf(id);
    expect(json.sha256).toBe(
      createHash('sha256')
        .update(kept?.content ?? '')
        .digest('hex'),
    );
  });

  test('stays as it was through later edits and another claim, which are approved on their own', async () => {
    const { approved, edit, list, note, open } = await handler();
    await note('CLM-1');
    const first = await approved();
    await edit(0);
    await note('CLM-2');
    const second = await approved(1);
    expect((await list()).map(({ version, claim_number }) => [version, claim_number])).toEqual([
      [1, 'CLM-2'],
      [0, 'CLM-1'],
    ]);
    const { approval, report } = await open(first.approval_id);
    expect(approval).toEqual(first);
    expect(report.claim?.number).toBe('CLM-1');
    expect(report.estimate.lines.some(({ name }) => name === 'Detailing')).toBe(false);
    const later = await open(second.approval_id);
    expect(later.report.estimate.lines.some(({ name }) => name === 'Detailing')).toBe(true);
  });

  test('approved again with nothing changed is the approval it was', async () => {
    const { approved, list } = await handler();
    const first = await approved();
    expect(await approved()).toEqual(first);
    expect(await list()).toHaveLength(1);
  });

  test('is none where the report was edited since its owner looked', async () => {
    const { approve, edit, list } = await handler();
    await edit(0);
    const refused = await approve({ version: 0 });
    expect([refused.status, errorBodySchema.parse(refused.json).code]).toEqual([409, 'version_conflict']);
    expect(await list()).toEqual([]);
  });

  test('is printed as it was approved', async () => {
    const { id, approved, token } = await handler();
    const { approval_id } = await approved();
    const pdf = await service.app.inject({
      url: `/api/v1/reports/${id}/approvals/${approval_id}/pdf`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('is nobody else’s to see, list or make', async () => {
    const { id, approved } = await handler();
    const { approval_id } = await approved();
    const { token } = await addSignedIn(service);
    const answers = await Promise.all([
      service.call('GET', `reports/${id}/approvals`, { token }),
      service.call('GET', `reports/${id}/approvals/${approval_id}`, { token }),
      service.call('GET', `reports/${id}/approvals/${approval_id}/pdf`, { token }),
      service.call('POST', `reports/${id}/approval`, { token, json: { version: 0 } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test('is not found under another report of the same owner', async () => {
    const { userId, token } = await addSignedIn(service);
    const [one, other] = [await addFinishedReport(service, userId), await addFinishedReport(service, userId)];
    const made = await service.call('POST', `reports/${one}/approval`, { token, json: { version: 0 } });
    const path = `reports/${other}/approvals/${String(made.json.approval_id)}`;
    expect((await service.call('GET', path, { token })).status).toBe(404);
  });
});

describe('the database', () => {
  test.each([
    ['another total', 'UPDATE report_approvals SET total_cost_cents = 1 WHERE report_id = $1'],
    ['another note', "UPDATE report_approvals SET note = 'x' WHERE report_id = $1"],
    ['a deletion', 'DELETE FROM report_approvals WHERE report_id = $1'],
  ])('refuses %s of an approved version', async (_, statement) => {
    const { id, approved } = await handler();
    await approved();
    const before = await rowOf(id);
    await expect(service.tools.pool.query(statement, [id])).rejects.toThrow(
      'An approved version is never changed.',
    );
    expect(await rowOf(id)).toEqual(before);
  });

  test('refuses to empty the table', async () => {
    await expect(service.tools.pool.query('TRUNCATE report_approvals')).rejects.toThrow(
      'An approved version is never changed.',
    );
  });

  test('refuses a content that is not what was hashed', async () => {
    const { id } = await handler();
    await expect(
      service.tools.pool.query(
        `INSERT INTO report_approvals (report_id, version, content, sha256, total_cost_cents, approved_by)
         VALUES ($1, 0, '{}', repeat('0', 64), 1, 'Nobody')`,
        [id],
      ),
    ).rejects.toThrow('report_approvals_as_hashed');
  });

  test('lets an approved version go with its report', async () => {
    const { id, approved, token } = await handler();
    await approved();
    const gone = await service.call('DELETE', 'selected_reports', { token, json: { report_ids: [id] } });
    expect(gone.status).toBe(200);
    expect(await rowOf(id)).toBeUndefined();
  });

  test('lets approved versions go with their account', async () => {
    const { id, approved } = await handler();
    await approved();
    await service.tools.pool.query(
      'DELETE FROM users WHERE id = (SELECT user_id FROM reports WHERE id = $1)',
      [id],
    );
    expect(await rowOf(id)).toBeUndefined();
  });
});
