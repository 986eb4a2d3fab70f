import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type ClaimFile, claimFileSchema } from '../../contract/claim/claim-file.ts';
import type { EstimateSettings } from '../../contract/estimate-settings.ts';
import { errorBodySchema } from '../../contract/schemas/errors.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { addReport } from './seed.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

type Loss = NonNullable<EstimateSettings['loss']>;

async function handler() {
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId);
  const path = `reports/${id}/claim`;
  const read = async (): Promise<ClaimFile> =>
    claimFileSchema.parse((await service.call('GET', path, { token })).json);
  return {
    id,
    token,
    userId,
    read,
    put: (json: object) => service.call('PUT', path, { token, json }),
    /** Value, salvage and state of one's own, as the next version. */
    set: async (loss: Loss): Promise<ClaimFile> => {
      const { version } = await read();
      const json = { version, edits: [{ kind: 'scenario', set: { loss } }] };
      expect((await service.call('PATCH', `reports/${id}/lines`, { token, json })).status).toBe(200);
      return await read();
    },
    exported: async (format: string): Promise<string> =>
      (
        await service.app.inject({
          url: `/api/v1/reports/${id}/export?format=${format}`,
          headers: { authorization: `Bearer ${token}` },
        })
      ).body,
  };
}
const tipOf = ({ decision }: ClaimFile, of: string) => decision.tips.find((tip) => tip.of === of);

describe('the claim of a report', () => {
  test('has nothing noted until its owner notes it, and can be cleared', async () => {
    const { id, read, put } = await handler();
    expect(await read()).toMatchObject({ report_id: id, claim: { number: null, deductible: null } });
    expect((await put({ number: 'CLM-2041/7', deductible: 500 })).status).toBe(200);
    expect((await read()).claim).toEqual({ number: 'CLM-2041/7', deductible: 500 });
    expect((await put({ number: null, deductible: null })).status).toBe(200);
    expect((await read()).claim).toEqual({ number: null, deductible: null });
  });

  test('is no edit: the report keeps its version', async () => {
    const { read, put } = await handler();
    await put({ number: 'A 1', deductible: null });
    expect((await read()).version).toBe(0);
  });

  test.each([
    [{ number: 'A\n1', deductible: null }],
    [{ number: 'A 1', deductible: -1 }],
    [{ number: 'A 1', deductible: 0.001 }],
    [{ number: 'x'.repeat(61), deductible: null }],
    [{ number: 'A 1' }],
  ])('refuses %j', async (json) => {
    const { put } = await handler();
    const refused = await put(json);
    expect([refused.status, errorBodySchema.parse(refused.json).code]).toEqual([400, 'validation_error']);
  });

  test('stands in the exports of its owner, and in none where nothing is noted', async () => {
    const { exported, put } = await handler();
    expect(JSON.parse(await exported('json')).claim).toBeUndefined();
    await put({ number: 'CLM-77', deductible: 250 });
    expect(JSON.parse(await exported('json')).claim).toEqual({ number: 'CLM-77', deductible: 250 });
  });

  test.each(['csv', 'parts'])('carries the claim number in %s', async (format) => {
    const { exported, put } = await handler();
    expect(await exported(format)).not.toContain('claim_number');
    await put({ number: 'CLM-77', deductible: 250 });
    const [head = '', first = ''] = (await exported(format)).split('\r\n');
    expect([head.includes('claim_number'), first.includes('CLM-77')]).toEqual([true, true]);
  });

  test('is not shown to whoever has a shared link', async () => {
    const { id, token, put } = await handler();
    await put({ number: 'CLM-78', deductible: 250 });
    const shared = await service.call('POST', `reports/${id}/share`, { token });
    const seen = await service.app.inject({ url: `/api/v1${String(shared.json.path)}` });
    expect(seen.statusCode).toBe(200);
    expect(seen.body).not.toContain('CLM-78');
  });

  test('is none before the report is ready', async () => {
    const { token, userId } = await handler();
    const id = await addReport(service.tools.pool, userId);
    const read = await service.call('GET', `reports/${id}/claim`, { token });
    const json = { number: null, deductible: 500 };
    const put = await service.call('PUT', `reports/${id}/claim`, { token, json });
    expect([read.status, put.status]).toEqual([409, 409]);
  });

  test('is nobody else’s to read or note', async () => {
    const { id } = await handler();
    const { token } = await addSignedIn(service);
    const read = await service.call('GET', `reports/${id}/claim`, { token });
    const json = { number: 'A 1', deductible: 500 };
    const put = await service.call('PUT', `reports/${id}/claim`, { token, json });
    expect([read.status, put.status]).toEqual([404, 404]);
  });
});

describe('the total-loss verdict of a claim', () => {
  test('comes with the chance that the draws give it', async () => {
    const { set } = await handler();
    const rich = (await set({ acv: 1_000_000, state: 'TX' })).decision;
    expect(rich).toMatchObject({ verdict: 'repairable', probability: 0 });
    const poor = (await set({ acv: 100, state: 'TX' })).decision;
    expect(poor.verdict).toBe('total_loss');
    expect(poor.probability).toBeGreaterThan(0.99);
    // At the value where the verdict turns, half of the draws are on either side: too close to call.
    const turning = (await set({ acv: Math.round(poor.repair / 0.75), state: 'AL' })).decision;
    expect(turning.probability).toBeCloseTo(0.5, 1);
    expect(turning.verdict).toBe('too_close');
  });

  test.each(['TX', 'FL'])('turns in %s at the value it says', async (state) => {
    const { set } = await handler();
    const insurer = 'none';
    const tip = tipOf(await set({ acv: 20_000, state, insurer }), 'value');
    expect(tip?.least).toBe(tip?.most);
    const at = Math.round(tip?.least ?? 0);
    const verdictAt = async (acv: number) =>
      (await set({ acv: Math.round(acv), state, insurer })).decision.verdict;
    expect([await verdictAt(at * 0.7), await verdictAt(at), await verdictAt(at * 1.4)]).toEqual([
      'total_loss',
      'too_close',
      'repairable',
    ]);
  });

  test('turns by a formula at the salvage bid and the value it says', async () => {
    const { set } = await handler();
    const acv = Math.round((await set({ state: 'CA' })).decision.repair * 2);
    const bid = Math.round(tipOf(await set({ acv, salvage: 0, state: 'CA' }), 'salvage')?.most ?? 0);
    const verdictAt = async (loss: { acv: number; salvage: number }) =>
      (await set({ ...loss, state: 'CA' })).decision.verdict;
    expect(await verdictAt({ acv, salvage: Math.round(bid * 1.4) })).toBe('total_loss');
    expect(await verdictAt({ acv, salvage: bid })).toBe('too_close');
    const salvage = Math.round(bid * 0.6);
    const below = await set({ acv, salvage, state: 'CA' });
    expect(below.decision).toMatchObject({ verdict: 'repairable', basis: 'practice' });
    const value = Math.round(tipOf(below, 'value')?.least ?? 0);
    expect(await verdictAt({ acv: Math.round(value * 0.8), salvage })).toBe('total_loss');
  });

  test('keeps whether an insurer settles, and turns with it', async () => {
    const { set } = await handler();
    const { repair } = (await set({ state: 'FL' })).decision;
    const loss = { acv: Math.round(repair / 0.9), salvage: 1, state: 'FL' };
    expect((await set(loss)).decision).toMatchObject({ insurer: null, verdict: 'depends_on_insurer' });
    expect((await set({ ...loss, insurer: 'none' })).decision).toMatchObject({
      insurer: 'none',
      basis: 'law',
    });
    expect((await set({ ...loss, insurer: 'settles' })).decision).toMatchObject({
      insurer: 'settles',
      basis: 'practice',
    });
  });

  test('names what moved the repair most, largest first', async () => {
    const { read } = await handler();
    const { evidence } = (await read()).decision;
    expect(evidence.length).toBeGreaterThan(0);
    const moves = evidence.map((item) => Math.abs(item.moves));
    expect(moves).toEqual(moves.toSorted((a, b) => b - a));
  });

  test('says what would be paid, less the deductible and never below nothing', async () => {
    const { set, put, read } = await handler();
    await set({ acv: 12_000, salvage: 3_000, state: 'TX' });
    await put({ number: null, deductible: 500 });
    expect((await read()).decision.payments).toMatchObject({ total_loss: 11_500, owner_keeps: 8_500 });
    await put({ number: null, deductible: 999_999 });
    expect((await read()).decision.payments).toEqual({ total_loss: 0, owner_keeps: 0, repair: 0 });
  });
});
