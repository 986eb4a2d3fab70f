import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { keptEstimateSchema } from '../../contract/estimate-exchange/kept-estimate.ts';
import type { EstimateLine } from '../../contract/schemas/estimate.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { readFinishedReport } from '../../server/reports/read-report.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import { bmsEstimate } from './bms-estimate.ts';
import { addSampleReport, makeSampleReport } from './finished-report.ts';
import { addKeepingMember } from './keeping-member.ts';
import { startService, type TestService } from './service.ts';

/** Of the sample lot's car, and of another of its kind. */
const [VIN, OTHER_VIN] = ['WBA3A5C58EF900001', 'WBA3A5C51EF900003'];
/** Made up; the catalogue of the samples has other numbers of the one, and none of the other. */
const COVER = { description: 'Front bumper cover', number: '51119999991', price: 777.25 };
const CONDENSER = { description: 'A/C condenser', number: '64539999991', price: 345.67 };

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

async function member() {
  const keeping = await addKeepingMember(service);
  const keep = (sent: ReturnType<typeof bmsEstimate>) =>
    service.call('POST', 'users/me/estimates', { token: keeping.token, json: sent });
  return {
    ...keeping,
    keep,
    kept: async (sent: ReturnType<typeof bmsEstimate>) => keptEstimateSchema.parse((await keep(sent)).json),
  };
}

const coverOf = ({ estimate }: ReportModel): EstimateLine | undefined =>
  estimate.lines.find(
    ({ category, operation }) => category === 'front_bumper_cover' && operation === 'replace',
  );
const numbersOf = (line: EstimateLine | undefined): string[] =>
  line?.oem_numbers.map(({ number }) => number) ?? [];

describe('an estimate that its user keeps', () => {
  test('is listed with its car, its file and what is kept of it', async () => {
    const { kept, list } = await member();
    const answer = await kept(bmsEstimate());
    expect(answer).toMatchObject({
      file_name: '1402.xml',
      format: 'bms',
      system: 'mitchell',
      dated: '2026-03-01',
      vin: VIN,
      year: 2014,
      make: 'BMW',
      numbers: 1,
      prices: 1,
      hours: 1.5,
    });
    expect(await list()).toEqual([answer]);
  });

  test('is kept once however often and in however large a body it is sent', async () => {
    const { kept, list } = await member();
    const first = await kept(bmsEstimate());
    expect(await kept(bmsEstimate())).toEqual(first);
    await kept(bmsEstimate({ filler: 'x'.repeat(100_000) }));
    expect(await list()).toHaveLength(2);
  });

  test('is the account’s alone', async () => {
    const [one, other] = [await member(), await member()];
    const { estimate_id: id } = await one.kept(bmsEstimate());
    expect([await other.list(), (await other.remove(id)).status]).toEqual([[], 404]);
    expect(await one.list()).toHaveLength(1);
  });

  test('stays until it is removed', async () => {
    const { kept, list, remove } = await member();
    const { estimate_id: id } = await kept(bmsEstimate());
    await service.tools.pool.query("UPDATE kept_estimates SET kept_at = now() - interval '5 years'");
    await applyRetention(service.tools);
    expect(await list()).toHaveLength(1);
    expect((await remove(id)).status).toBe(200);
    expect([await list(), (await remove(id)).status]).toEqual([[], 404]);
  });

  test('is refused without a whole VIN, and none of it is kept', async () => {
    const { keep, list } = await member();
    const answer = await keep(bmsEstimate({ vin: '' }));
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: 'validation_error', details: { reason: 'no_vin' } });
    expect(await list()).toEqual([]);
  });

  test('is refused past the most that are kept', async () => {
    const { userId, keep } = await member();
    await service.tools.pool.query(
      `INSERT INTO kept_estimates (user_id, file_name, sha256, format, vin, make)
         SELECT $1, 'a.xml', n::text, 'bms', 'x', 'bmw' FROM generate_series(1, 500) AS n`,
      [userId],
    );
    const answer = await keep(bmsEstimate());
    expect(answer.json).toMatchObject({ code: 'validation_error', details: { reason: 'too_many' } });
  });
});

describe('a report of an account that keeps estimates', () => {
  test('has those of its own VIN as its numbers and prices, from its making on', async () => {
    const { userId, kept } = await member();
    await kept(bmsEstimate({ lines: [COVER] }));
    const line = coverOf(
      await readFinishedReport(service.tools, userId, await makeSampleReport(service, userId)),
    );
    expect(line?.oem_numbers[0]).toMatchObject({
      number: COVER.number,
      source: 'Your estimate',
      dated: '2026-03-01',
      fit: 'exact_vin',
      from_estimate: 'this_car',
    });
    expect(line?.part_price).toMatchObject({ likely: COVER.price, basis: 'catalogue' });
  });

  test('counts the hours of its own VIN’s estimate only once its user takes them', async () => {
    const { userId, token, kept } = await member();
    await kept(bmsEstimate({ lines: [COVER] }));
    const id = await makeSampleReport(service, userId);
    const line = coverOf(await readFinishedReport(service.tools, userId, id));
    expect(line?.oem_numbers[0]).toMatchObject({ number: COVER.number, replace_hours: 1.5 });
    expect(line?.labour).not.toHaveProperty('from_estimate');
    expect(line?.labour?.basis).not.toBe('user');

    const taken = { labour_hours: 1.5, hours_from: 'own_estimate' };
    const answer = await service.call('PATCH', `reports/${id}/lines`, {
      token,
      json: { version: 0, edits: [{ kind: 'change', line_id: line?.id, set: taken }] },
    });
    expect(answer.status).toBe(200);
    expect(coverOf(await readFinishedReport(service.tools, userId, id))?.labour).toMatchObject({
      hours: { likely: 1.5 },
      basis: 'user',
      from_estimate: '2026-03-01',
    });
  });

  test('takes them up when it is recalculated, and gives them up once they are removed', async () => {
    const { userId, kept, remove, recalculated } = await member();
    const id = await addSampleReport(service, userId);
    const before = coverOf(await readFinishedReport(service.tools, userId, id));
    const { estimate_id } = await kept(bmsEstimate({ lines: [COVER] }));
    expect(numbersOf(coverOf(await recalculated(id, 0)))).toContain(COVER.number);
    await remove(estimate_id);
    expect(coverOf(await recalculated(id, 1))).toEqual(before);
  });

  test('has those of similar cars beside a line without a number, never as its number', async () => {
    const { userId, kept, recalculated } = await member();
    const id = await addSampleReport(service, userId);
    await kept(bmsEstimate({ vin: OTHER_VIN, lines: [COVER, CONDENSER] }));
    const { lines } = (await recalculated(id, 0)).estimate;
    expect(lines.find(({ category }) => category === 'ac_condenser')).toMatchObject({
      oem_numbers: [],
      similar_numbers: [{ number: CONDENSER.number, fit: 'unknown', from_estimate: 'similar_car' }],
      part_price: { likely: CONDENSER.price },
    });
    const own = lines.flatMap(numbersOf);
    expect(own.filter((number) => number === COVER.number || number === CONDENSER.number)).toEqual([]);
  });

  test('has nothing of the estimates of others', async () => {
    const [one, other] = [await member(), await member()];
    await one.kept(bmsEstimate({ lines: [COVER] }));
    const id = await makeSampleReport(service, other.userId);
    const report = await readFinishedReport(service.tools, other.userId, id);
    expect(JSON.stringify(report)).not.toContain(COVER.number);
  });
});
