import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type DealSheet, dealSheetSchema } from '../../contract/deal/deal-sheet.ts';
import { errorBodySchema } from '../../contract/schemas/errors.ts';
import { addFinishedReport, addSignedIn } from './finished-report.ts';
import { addReport } from './seed.ts';
import { startService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

async function buyer() {
  const { userId, token } = await addSignedIn(service);
  const id = await addFinishedReport(service, userId);
  const path = `reports/${id}/deal`;
  return {
    id,
    token,
    userId,
    read: async (): Promise<DealSheet> =>
      dealSheetSchema.parse((await service.call('GET', path, { token })).json),
    put: (json: object) => service.call('PUT', path, { token, json }),
    prefer: (deal: object | null) => service.call('PATCH', 'users/me/preferences', { token, json: { deal } }),
  };
}
const rowOf = ({ rows }: DealSheet, id: string) => rows.find((row) => row.id === id);

describe('the deal of a report', () => {
  test('is calculated from the report, with a source for every figure of a table', async () => {
    const { id, read } = await buyer();
    const deal = await read();
    expect(deal).toMatchObject({ report_id: id, settings: {}, defaults: {} });
    expect(rowOf(deal, 'gate')).toMatchObject({ usd: 95, from: 'table' });
    expect(deal.rows.filter(({ from, sources }) => from === 'table' && sources.length === 0)).toEqual([]);
    expect(deal.verdict).not.toBeNull();
    expect(deal.part_out?.parts).toBeGreaterThan(0);
  });

  test('keeps what its owner sets, until something else is sent', async () => {
    const { read, put } = await buyer();
    const set = { destination: 'PL', rows: { ocean: 1234.5 }, risk: 0.2 };
    expect((await put(set)).status).toBe(200);
    const deal = await read();
    expect(deal.settings).toEqual(set);
    expect(rowOf(deal, 'ocean')).toMatchObject({ usd: 1234.5, from: 'user' });
    expect((await put({})).status).toBe(200);
    expect(rowOf(await read(), 'ocean')).toBeUndefined();
  });

  test('starts from what its owner set for all deals', async () => {
    const { read, put, prefer } = await buyer();
    expect((await prefer({ destination: 'LT', margin: { kind: 'amount', usd: 900 } })).status).toBe(200);
    await put({ margin: { kind: 'amount', usd: 1_500 } });
    const deal = await read();
    expect(deal.defaults.destination).toBe('LT');
    expect(rowOf(deal, 'margin')?.usd).toBe(1_500);
    expect(rowOf(deal, 'vat')).toBeDefined();
    await prefer(null);
    expect((await read()).defaults).toEqual({});
  });

  test('has a highest bid that falls when a row of its owner’s costs more', async () => {
    const { read, put } = await buyer();
    await put({ rows: { resale: 60_000, inland: 100 } });
    const near = (await read()).highest_bid ?? 0;
    await put({ rows: { resale: 60_000, inland: 2_100 } });
    const far = (await read()).highest_bid ?? 0;
    expect(near).toBeGreaterThan(far);
    expect(far).toBeGreaterThan(0);
  });

  test('is answered abroad by what it must sell for, until its model has a price there', async () => {
    const { read, put, prefer } = await buyer();
    await put({ destination: 'PL' });
    const { answer, counted } = await read();
    expect(answer.form).toBe('must_sell_for');
    await prefer({ resales: { [counted.resale_key ?? '']: 60_000 } });
    const known = await read();
    expect(rowOf(known, 'resale')).toMatchObject({ usd: 60_000, from: 'user' });
    expect(known.answer.form).not.toBe('must_sell_for');
  });

  test('prices the repair as its user buys', async () => {
    const { read, put } = await buyer();
    const repair = async (buys_as: string): Promise<number> => {
      await put({ buys_as });
      return rowOf(await read(), 'repair')?.usd ?? 0;
    };
    const [shop, hobbyist] = [await repair('body_shop'), await repair('hobbyist')];
    await put({ cost: 'insurer' });
    const insurer = rowOf(await read(), 'repair')?.usd ?? 0;
    expect(insurer).toBeGreaterThan(shop);
    expect(shop).toBeGreaterThan(hobbyist);
  });

  test('tells what the lot was sold for next to what was expected', async () => {
    const { read, put } = await buyer();
    const { price } = await read();
    await put({ sold_for: { usd: 2_600, day: '2026-11-20' } });
    expect((await read()).price).toMatchObject({ of: 'sold', usd: 2_600, expected: price?.usd });
  });

  test('expects a lot by what like ones of the account were sold for', async () => {
    const { read, put, userId, token } = await buyer();
    const before = (await read()).price;
    const sold = { sold_for: { usd: 90_000, day: new Date().toISOString().slice(0, 10) } };
    await put(sold);
    const [other, asked] = [
      await addFinishedReport(service, userId),
      await addFinishedReport(service, userId),
    ];
    await service.call('PUT', `reports/${other}/deal`, { token, json: sold });
    const answer = await service.call('GET', `reports/${asked}/deal`, { token });
    const { price } = dealSheetSchema.parse(answer.json);
    expect(price).toMatchObject({
      of: 'expected',
      grounds: expect.arrayContaining([expect.objectContaining({ code: 'own_lots', count: 2 })]),
    });
    expect(price?.usd).toBeGreaterThan(before?.usd ?? 0);
  });

  test('refuses a setting that nobody knows, and names it', async () => {
    const { put } = await buyer();
    const refused = await put({ rows: { bribe: 100 } });
    expect(refused.status).toBe(400);
    expect(errorBodySchema.parse(refused.json).code).toBe('validation_error');
  });

  test('is none before the report is ready', async () => {
    const { token, userId } = await buyer();
    const id = await addReport(service.tools.pool, userId);
    const read = await service.call('GET', `reports/${id}/deal`, { token });
    const put = await service.call('PUT', `reports/${id}/deal`, { token, json: {} });
    expect([read.status, put.status]).toEqual([409, 409]);
  });

  test('is nobody else’s to read or set', async () => {
    const { id } = await buyer();
    const { token } = await addSignedIn(service);
    const read = await service.call('GET', `reports/${id}/deal`, { token });
    const put = await service.call('PUT', `reports/${id}/deal`, { token, json: { risk: 0.2 } });
    expect([read.status, put.status]).toEqual([404, 404]);
  });

  test('is the same on the same day after the report was read again', async () => {
    const { read } = await buyer();
    expect(await read()).toEqual(await read());
  });
});
