import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { saveLot } from '../../../server/db/lots/lots.ts';
import { createLog } from '../../../server/log.ts';
import { openQueue, type Queue } from '../../../server/queue/queue.ts';
import { startBatch } from '../../../server/reports/board/start-batch.ts';
import { startWaitingLot } from '../../../server/reports/board/start-waiting-lot.ts';
import type { RequestTools } from '../../../server/reports/request-report.ts';
import { addUser, madeUpLot } from '../seed.ts';
import { startService, type TestService, until } from '../service.ts';

/** Whose lot of a board is read next, on the real queue. */

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

let lots = 0;
/** So many lots of a user, put on the board at once. */
async function put(userId: string, count: number): Promise<void> {
  const { pool, queue } = service.tools;
  const links = Array.from({ length: count }, () => {
    lots += 1;
    return { link: `https://www.copart.com/lot/${50_000_000 + lots}` };
  });
  await startBatch(
    { pool, queue, licensed: false },
    { userId, origin: null, keyId: null },
    { lots: links, confirm: true },
  );
}

/** A worker of its own on the service's queue, gone with the test. */
async function worker(): Promise<Queue> {
  const queue = await openQueue(service.config.DATABASE_URL ?? '', createLog('silent'));
  onTestFinished(() => queue.stop(2_000));
  return queue;
}

/** Starts waiting lots as a worker does; tells whose each was, before it is read. */
function starting(begun: (userId: string) => Promise<void>) {
  const { pool, announcer } = service.tools;
  const tools: RequestTools = {
    pool,
    announcer,
    async lotFor({ auction_url }, userId) {
      await begun(userId);
      const number = auction_url.split('/').at(-1) ?? '';
      const lot = { ...madeUpLot(`copart:${number}`), lot_number: number, url: auction_url };
      await saveLot(pool, lot.lot_key, 'fetched', lot);
      return lot;
    },
  };
  return (job: { waiting_lot_id: string }) => startWaitingLot(tools, job);
}
const left = async (): Promise<number> =>
  (await service.tools.pool.query('SELECT FROM waiting_lots')).rowCount ?? 0;
const noneLeft = () => until('every lot is started', 120_000, async () => (await left()) === 0);

describe('waiting lots', () => {
  test('of several accounts are read in turn, one each, whoever came with how many', async () => {
    const users = await Promise.all([6, 3, 1].map((reports) => addUser(service.tools.pool, reports)));
    for (const [at, count] of [6, 3, 1].entries()) await put(users[at] ?? '', count);
    const order: number[] = [];
    await (await worker()).work(
      'start-lot',
      1,
      starting(async (userId) => void order.push(users.indexOf(userId))),
    );
    await noneLeft();
    expect(order).toEqual([0, 1, 2, 0, 1, 0, 1, 0, 0, 0]);
  });

  test('a lot that comes while twenty of another account wait is read after at most one more of them', async () => {
    const [busy, calm] = [await addUser(service.tools.pool, 20), await addUser(service.tools.pool, 1)];
    await put(busy, 20);
    const order: string[] = [];
    await (await worker()).work(
      'start-lot',
      1,
      starting(async (userId) => {
        order.push(userId);
        if (order.length === 5) await put(calm, 1);
      }),
    );
    await noneLeft();
    expect(order).toHaveLength(21);
    expect(order.indexOf(calm)).toBeOneOf([5, 6]);
  });

  test('many that wait are started without a pause between two', async () => {
    const user = await addUser(service.tools.pool, 40);
    await put(user, 40);
    const began = performance.now();
    await (await worker()).work(
      'start-lot',
      1,
      starting(async () => {}),
    );
    await noneLeft();
    // By its clock alone a worker looks every two seconds.
    expect(performance.now() - began).toBeLessThan(40_000);
  });

  test('whose site is slow to answer one account leave a place to the others', async () => {
    const [stuck, calm] = [await addUser(service.tools.pool, 9), await addUser(service.tools.pool, 2)];
    await put(stuck, 9);
    let go = (): void => {};
    const answered = new Promise<void>((resolve) => {
      go = resolve;
    });
    let waiting = 0;
    let read = 0;
    const start = starting(async (userId) => {
      if (userId === calm) {
        read += 1;
        return;
      }
      waiting += 1;
      await answered;
    });
    await (await worker()).work('start-lot', 3, start, { mostOfOne: 2 });
    await until('its lots hold as many places as one may', 60_000, async () => waiting === 2);
    await put(calm, 2);
    await until('the other’s are read', 60_000, async () => read === 2);
    expect(waiting).toBe(2);
    go();
    await noneLeft();
  });
});
