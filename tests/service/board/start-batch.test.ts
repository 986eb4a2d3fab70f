import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  type BatchAnswer,
  type BatchRequest,
  batchAnswerSchema,
} from '../../../contract/board/board-lots.ts';
import { quotaSchema } from '../../../contract/schemas/account.ts';
import { readQuota } from '../../../server/db/accounts/quota.ts';
import { saveLot } from '../../../server/db/lots/lots.ts';
import { listWaitingLots } from '../../../server/db/lots/waiting-lots.ts';
import { verifyLedger } from '../../../server/db/quota/ledger-check.ts';
import { AppError } from '../../../server/errors.ts';
import { startBatch } from '../../../server/reports/board/start-batch.ts';
import { giveUpWaitingLot, startWaitingLot } from '../../../server/reports/board/start-waiting-lot.ts';
import { type RequestTools, requestReport } from '../../../server/reports/request-report.ts';
import { addUser, madeUpLot } from '../seed.ts';
import { runSchedules, seeded } from '../seeded.ts';
import { SAMPLE_ACCOUNT, startService, type TestService, until } from '../service.ts';

const link = (number: number): string => `https://www.copart.com/lot/${number}`;
const lots = (...numbers: number[]): BatchRequest['lots'] =>
  numbers.map((number) => ({ link: link(number) }));

let service: TestService;
let tools: RequestTools;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  const { pool, announcer } = service.tools;
  tools = {
    pool,
    announcer,
    async lotFor({ auction_url }) {
      const number = auction_url.split('/').at(-1) ?? '';
      if (number.endsWith('13')) throw new AppError('source_blocked', 'The site refuses our server.');
      const lot = { ...madeUpLot(`copart:${number}`), lot_number: number, url: auction_url };
      await saveLot(pool, lot.lot_key, 'fetched', lot);
      return lot;
    },
  };
});
afterAll(() => service.close());

const batch = (
  userId: string,
  request: Partial<BatchRequest> & Pick<BatchRequest, 'lots'>,
): Promise<BatchAnswer> =>
  startBatch(
    { pool: service.tools.pool, queue: service.tools.queue, licensed: false },
    { userId, origin: null, keyId: null },
    { confirm: false, ...request },
  );
const statesOf = ({ entries }: BatchAnswer) => entries.map(({ state }) => state);
const waiting = (userId: string) => listWaitingLots(service.tools.pool, userId);
const queuedIds = async (userId: string) =>
  (await waiting(userId)).flatMap(({ id, state }) => (state === 'queued' ? [id] : [])).reverse();
async function runAll(userId: string): Promise<void> {
  for (const id of await queuedIds(userId)) await startWaitingLot(tools, { waiting_lot_id: id });
}
const reportsOf = async (userId: string): Promise<string[]> =>
  (
    await service.tools.pool.query<{ lot_key: string }>('SELECT lot_key FROM reports WHERE user_id = $1', [
      userId,
    ])
  ).rows.map(({ lot_key }) => lot_key);

describe('a batch', () => {
  test('refuses a stored lot of a make that is not supported, and counts no report', async () => {
    const userId = await addUser(service.tools.pool, 2);
    const { pool } = service.tools;
    for (const [number, make] of [
      [20000081, 'Jeep'],
      [20000082, 'Ford'],
    ] as const)
      await saveLot(pool, `copart:${number}`, 'fetched', {
        ...madeUpLot(`copart:${number}`),
        make,
        make_supported: make === 'Ford',
        vehicle_kind: null,
      });
    const asked = { lots: lots(20000081, 20000082), confirm: true };
    const answer = await batch(userId, asked);
    expect(statesOf(answer)).toEqual(['refused', 'start']);
    expect(answer).toMatchObject({ reports: 1 });
    expect(answer.entries[0]?.reason).toBe('Jeep: This make is not supported at this time.');
    expect(await waiting(userId)).toHaveLength(1);
  });

  test('that is not confirmed says what it would take and starts nothing', async () => {
    const userId = await addUser(service.tools.pool, 2);
    const answer = await batch(userId, { lots: lots(20000001, 20000002, 20000003) });
    expect(answer).toMatchObject({ confirmed: false, reports: 3, available: 2 });
    expect(statesOf(answer)).toEqual(['start', 'start', 'no_reports']);
    expect(await waiting(userId)).toEqual([]);
    expect(await reportsOf(userId)).toEqual([]);
  });

  test('takes a lot once, however it is written', async () => {
    const userId = await addUser(service.tools.pool, 9);
    const answer = await batch(userId, {
      lots: [
        { link: link(20000001) },
        { link: 'copart 20000001' },
        { link: 'www.copart.com/lot/20000001/x' },
      ],
    });
    expect(statesOf(answer)).toEqual(['start', 'repeated', 'repeated']);
    expect(answer.entries[1]?.reason).toBe('This lot stands in row 1 already.');
    expect(answer.reports).toBe(1);
  });

  test.each([
    ['https://example.com/lot/1', /Only lots of/],
    ['a nice car', /not a web address/],
    ['1HGCV1F30KA000042', /VIN names a car/],
    ['20000001', /does not tell its site/],
    ['iaai 45397077', /another number/],
  ])('refuses %s and says what to do', async (text, reason) => {
    const userId = await addUser(service.tools.pool, 9);
    const { entries } = await batch(userId, { lots: [{ link: text }] });
    expect(entries[0]).toMatchObject({ state: 'refused', reason: expect.stringMatching(reason) });
  });

  test('starts as many lots as reports are left; the others wait', async () => {
    const userId = await addUser(service.tools.pool, 3);
    const numbers = [20000001, 20000002, 20000003, 20000004, 20000005];
    const answer = await batch(userId, { lots: lots(...numbers), confirm: true });
    expect(statesOf(answer)).toEqual(['start', 'start', 'start', 'no_reports', 'no_reports']);
    await runAll(userId);
    expect((await reportsOf(userId)).sort()).toEqual([
      'copart:20000001',
      'copart:20000002',
      'copart:20000003',
    ]);
    expect((await waiting(userId)).map(({ state, listed }) => [state, listed])).toEqual([
      ['no_reports', link(20000005)],
      ['no_reports', link(20000004)],
    ]);
    expect(await readQuota(service.tools.pool, userId)).toMatchObject({ available_reports: 0 });
    expect(await verifyLedger(service.tools.pool)).toEqual([]);
  });

  test('counts lots that are about to start as taken', async () => {
    const userId = await addUser(service.tools.pool, 2);
    await batch(userId, { lots: lots(20000001, 20000002), confirm: true });
    const next = await batch(userId, { lots: lots(20000003) });
    expect(next).toMatchObject({ available: 0, reports: 1 });
    expect(statesOf(next)).toEqual(['no_reports']);
  });

  test('sent again starts nothing twice', async () => {
    const userId = await addUser(service.tools.pool, 9);
    const request = { lots: lots(20000001, 20000002), confirm: true };
    await batch(userId, request);
    expect(statesOf(await batch(userId, request))).toEqual(['waiting', 'waiting']);
    await runAll(userId);
    const known = await batch(userId, request);
    expect(statesOf(known)).toEqual(['known', 'known']);
    expect(known.entries[0]?.report_id).not.toBeNull();
    await runAll(userId);
    expect(await reportsOf(userId)).toHaveLength(2);
  });

  test('of more lots without a report than a board holds is refused as a whole', async () => {
    const userId = await addUser(service.tools.pool, 0);
    for (let from = 0; from < 480; from += 60)
      await batch(userId, {
        lots: lots(...Array.from({ length: 60 }, (_, at) => 30000000 + from + at)),
        confirm: true,
      });
    const more = lots(...Array.from({ length: 21 }, (_, at) => 31000000 + at));
    await expect(batch(userId, { lots: more, confirm: true })).rejects.toMatchObject({
      code: 'validation_error',
    });
    expect(await waiting(userId)).toHaveLength(480);
  });
});

describe('a lot that waits', () => {
  test('is started once, whoever dies and comes again', async () => {
    const userId = await addUser(service.tools.pool, 9);
    await batch(userId, { lots: lots(20000001), confirm: true });
    const [id = ''] = await queuedIds(userId);
    const dying = { ...tools, lotFor: () => Promise.reject(new Error('the worker is gone')) };
    await expect(startWaitingLot(dying, { waiting_lot_id: id })).rejects.toThrow('gone');
    await Promise.all([1, 2, 3].map(() => startWaitingLot(tools, { waiting_lot_id: id })));
    await startWaitingLot(tools, { waiting_lot_id: id });
    expect(await reportsOf(userId)).toEqual(['copart:20000001']);
    expect(await readQuota(service.tools.pool, userId)).toMatchObject({ available_reports: 8 });
  });

  test('that its site refuses says so and takes no report, until its page is sent', async () => {
    const userId = await addUser(service.tools.pool, 1);
    await batch(userId, { lots: lots(20000013), confirm: true });
    await runAll(userId);
    expect(await waiting(userId)).toMatchObject([
      { state: 'refused', code: 'source_blocked', reason: 'The site refuses our server.' },
    ]);
    expect(await readQuota(service.tools.pool, userId)).toMatchObject({ available_reports: 1 });

    const own = { ...madeUpLot('own_page:abc'), origin: 'own_page' as const, url: link(20000013) };
    const handed = { ...tools, lotFor: async () => own };
    await requestReport(handed, userId, { auction_url: own.url, lot_key: own.lot_key }, null);
    expect(await waiting(userId)).toEqual([]);
    expect(await reportsOf(userId)).toEqual(['own_page:abc']);
  });

  test('that was taken off meanwhile is not started', async () => {
    const userId = await addUser(service.tools.pool, 1);
    await batch(userId, { lots: lots(20000001), confirm: true });
    const [id = ''] = await queuedIds(userId);
    const taken = {
      ...tools,
      async lotFor(...asked: Parameters<RequestTools['lotFor']>) {
        await service.tools.pool.query('DELETE FROM waiting_lots WHERE id = $1', [id]);
        return await tools.lotFor(...asked);
      },
    };
    await startWaitingLot(taken, { waiting_lot_id: id });
    expect(await reportsOf(userId)).toEqual([]);
  });

  test('that no try could read says so', async () => {
    const userId = await addUser(service.tools.pool, 1);
    await batch(userId, { lots: lots(20000001), confirm: true });
    const [id = ''] = await queuedIds(userId);
    await giveUpWaitingLot(service.tools, { waiting_lot_id: id });
    expect(await waiting(userId)).toMatchObject([{ state: 'refused', code: 'unavailable' }]);
  });
});

test('batches side by side, workers that die and quotas that end: every lot is one report or waits, and nothing is overspent', async () => {
  await runSchedules(25, 3, async (seed) => {
    const random = seeded(seed);
    const granted = random.below(6);
    const userId = await addUser(service.tools.pool, granted);
    const base = 40000000 + seed * 1000;
    const some = () => Array.from({ length: 1 + random.below(6) }, () => base + random.below(8));
    const asked = Array.from({ length: 4 }, some);
    await Promise.all(asked.map((numbers) => batch(userId, { lots: lots(...numbers), confirm: true })));
    const ids = await queuedIds(userId);
    const dice = ids.flatMap((id) => [1, 2].map(() => ({ id, dies: random.next() < 0.4 })));
    await Promise.all(
      dice.map(({ id, dies }) =>
        startWaitingLot(dies ? { ...tools, lotFor: () => Promise.reject(new Error('died')) } : tools, {
          waiting_lot_id: id,
        }).catch((error: unknown) => {
          if (!dies) throw error;
        }),
      ),
    );
    await runAll(userId);
    const reports = await reportsOf(userId);
    const left = (await waiting(userId)).map(({ listed }) => `copart:${listed.split('/').at(-1)}`);
    const all = new Set(asked.flat().map((number) => `copart:${number}`));
    expect([...reports, ...left].sort()).toEqual([...all].sort());
    expect(reports.length).toBe(Math.min(granted, all.size));
  });
  expect(await verifyLedger(service.tools.pool)).toEqual([]);
});

test('over HTTP with a worker, sample lots become reports and a refused one stays', async () => {
  const running = await startService(inject('databaseServer'));
  try {
    const token = await running.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const answer = await running.call('POST', 'reports/batch', {
      token,
      json: { lots: [...lots(90000002, 90000006), { link: '1-90000001' }], confirm: true },
    });
    expect(statesOf(batchAnswerSchema.parse(answer.json))).toEqual(['start', 'start', 'start']);
    await until('two reports are under way and one lot is refused', 120_000, async () => {
      const quota = quotaSchema.parse((await running.call('GET', 'users/quota', { token })).json);
      const left = JSON.parse((await running.call('GET', 'waiting_lots', { token })).text);
      return quota.available_reports === 98 && left.length === 1 && left[0].code === 'source_blocked';
    });
  } finally {
    await running.close();
  }
});
