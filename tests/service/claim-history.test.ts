import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { reportModelSchema } from '../../contract/schemas/report.ts';
import { readFile } from '../../server/reports/claim/read-file.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

const ADDED = { kind: 'add', line: { name: 'Detailing', section: 'hood', operation: 'sublet', sublet: 400 } };
const OWN = { kind: 'scenario', set: { loss: { acv: 12_500, state: 'TX' } } };

async function handler() {
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId);
  const estimate = async () => {
    const { report } = (await service.call('GET', `reports/${id}`, { token })).json;
    return reportModelSchema.parse(report).estimate;
  };
  return {
    id,
    token,
    edit: async (version: number, ...edits: object[]) => {
      const json = { version, edits };
      const answer = await service.call('PATCH', `reports/${id}/lines`, { token, json });
      expect(answer.status).toBe(200);
    },
    approve: async (version: number): Promise<string> => {
      const json = { version, note: 'Agreed by phone.' };
      const made = await service.call('POST', `reports/${id}/approval`, { token, json });
      return String(made.json.approval_id);
    },
    history: async () => (await readFile(service.tools, userId, id)).history,
    printed: async (path: string): Promise<string> => {
      const { rawPayload } = await service.app.inject({
        url: `/api/v1/reports/${id}/${path}`,
        headers: { authorization: `Bearer ${token}` },
      });
      return execFileSync('pdftotext', ['-layout', '-', '-'], { input: rawPayload }).toString();
    },
    lines: async () => (await estimate()).lines,
    excluded: async () => (await estimate()).excluded,
  };
}

test('a report without edits has the one version it was made as', async () => {
  const { history } = await handler();
  const { versions, approvals } = await history();
  expect(versions).toMatchObject([{ version: 0, moved: null, changes: ['As made from the listing'] }]);
  expect(approvals).toEqual([]);
});

test('each version says what changed in it, and its moves add up to the newest total', async () => {
  const { edit, history, lines } = await handler();
  const [line] = await lines();
  const { category, side, position } = line ?? { category: '', side: 'none', position: 'none' };
  await edit(0, OWN);
  await edit(1, ADDED);
  const place = { category, name: null, side, position };
  await edit(2, { kind: 'part', place, answer: 'whole' });
  const { versions } = await history();
  expect(versions.map(({ version }) => version)).toEqual([3, 2, 1, 0]);
  const [answered, added, own, made] = versions;
  expect(answered?.changes.join()).toMatch(/^Confirmed by eye: .+ undamaged$/);
  expect(added?.changes).toEqual(['Added: Detailing']);
  expect(own?.changes).toEqual(['Assumed: Value of $12,500, rule of Texas']);
  const moved = versions.reduce((sum, version) => sum + (version.moved ?? 0), 0);
  expect((made?.total ?? 0) + moved).toBeCloseTo(answered?.total ?? 0, 2);
});

test('the reason for a change stands with its line and with the version it made', async () => {
  const { edit, history, lines } = await handler();
  const [line] = await lines();
  const line_id = line?.id ?? '';
  await edit(0, { kind: 'change', line_id, set: { part_price: 380, own_reason: 'Quote of Nov 3' } });
  await edit(1, { ...ADDED, line: { ...ADDED.line, own_reason: 'Asked for by the owner' } });
  await edit(2, { kind: 'change', line_id, set: { part_price: 390 } });
  expect((await lines()).find(({ id }) => id === line_id)).toMatchObject({ own_reason: 'Quote of Nov 3' });
  const { versions } = await history();
  expect(versions.map(({ changes }) => changes.join()).slice(0, 3)).toEqual([
    expect.stringMatching(/^Changed: .+ \(“Quote of Nov 3”\)$/),
    'Added: Detailing (“Asked for by the owner”)',
    expect.stringMatching(/^Changed: .+ \(“Quote of Nov 3”\)$/),
  ]);
  await edit(3, { kind: 'reset', line_id });
  expect((await lines()).find(({ id }) => id === line_id)?.own_reason).toBeUndefined();
});

test('a change that is taken back is told as taken back', async () => {
  const { edit, history, id, token } = await handler();
  await edit(0, ADDED);
  const json = { version: 1, restore: 0 };
  expect((await service.call('PATCH', `reports/${id}/lines`, { token, json })).status).toBe(200);
  expect((await history()).versions[0]).toMatchObject({ version: 2, changes: ['Taken back: Detailing'] });
});

test('the file is one PDF with claim, evidence, versions and approvals', async () => {
  const { approve, edit, printed } = await handler();
  await edit(0, ADDED);
  await approve(1);
  const text = await printed('claim/pdf');
  for (const words of [
    'Versions: what changed and why',
    'Added: Detailing',
    'Approved versions',
    'Agreed by phone.',
    'Evidence and range',
    'What would turn it',
  ])
    expect(text).toContain(words);
});

test('an approved version prints the versions up to it, whatever came after', async () => {
  const { approve, edit, printed } = await handler();
  await edit(0, OWN);
  const approval = await approve(1);
  await edit(1, ADDED);
  const text = await printed(`approvals/${approval}/pdf`);
  expect(text).toContain('Assumed: Value of $12,500');
  expect(text).not.toContain('Detailing');
});

test('a removed line says why: in its version, in the report and in print, until it is restored', async () => {
  const { edit, history, lines, printed, excluded } = await handler();
  const id = (await lines())[0]?.id ?? '';
  const out = (reason?: string | null) => ({
    kind: 'exclude',
    line_id: id,
    ...(reason === undefined ? {} : { reason }),
  });
  await edit(0, out('Whole on photo 3.'));
  await edit(1, out('Whole on photos 3 and 4.'));
  expect(await excluded()).toMatchObject([{ id, own_reason: 'Whole on photos 3 and 4.' }]);
  expect(await printed('claim/pdf')).toContain('Whole on photos 3 and 4.');
  await edit(2, out(null));
  expect(await excluded()).toMatchObject([{ id }]);
  await edit(3, out('Not on this car.'));
  await edit(4, { kind: 'include', line_id: id });
  await edit(5, out());
  expect((await excluded())?.[0]).not.toHaveProperty('own_reason');
  const told = (await history()).versions.map(({ changes }) => changes.join('; ').replace(/: [^(]+/, ': …'));
  expect(told.toReversed()).toEqual([
    'As made from the listing',
    'Removed: …(“Whole on photo 3.”)',
    'Why removed: …(“Whole on photos 3 and 4.”)',
    'Reason taken back: …',
    'Why removed: …(“Not on this car.”)',
    'Restored: …',
    'Removed: …',
  ]);
});
