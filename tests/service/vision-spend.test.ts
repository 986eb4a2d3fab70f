import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dailySpendGate } from '../../server/db/catalogue/vision-spend.ts';
import { createTestDatabase } from './database.ts';

let pool: pg.Pool;
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: await createTestDatabase(inject('databaseServer')) });
});
afterAll(() => pool.end());

const CAPS = { perUser: 0.2, all: 0.5 };
const counts = async (): Promise<number[]> =>
  (
    await pool.query<{ count: number }>(
      `SELECT count FROM rate_limits WHERE key LIKE 'vision-usd:%' ORDER BY key`,
    )
  ).rows.map((row) => row.count);

describe('the day’s caps on paid photo checks', () => {
  it('hold per account and over all, also when bookings run side by side', async () => {
    const [ann, ben, cid] = [randomUUID(), randomUUID(), randomUUID()];
    const tries = [ann, ben, cid].flatMap((who) =>
      Array.from({ length: 10 }, () => dailySpendGate(pool, who, CAPS)(0.05)),
    );
    const booked = (await Promise.all(tries)).filter((booking) => booking !== null);
    // 4 each would be 0.60; the service stops at 0.50.
    expect(booked).toHaveLength(10);
    const all = await counts();
    expect(all[0]).toBe(5000);
    expect(Math.max(...all.slice(1))).toBeLessThanOrEqual(2000);
    expect(all.slice(1).reduce((sum, count) => sum + count, 0)).toBe(5000);
    for (const booking of booked) await booking.settle(0);
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  it('count what a request really cost, rounded up to a hundredth of a cent', async () => {
    await pool.query('DELETE FROM rate_limits');
    const booking = await dailySpendGate(pool, null, CAPS)(0.3);
    expect(await counts()).toEqual([3000]);
    await booking?.settle(0.000_01);
    expect(await counts()).toEqual([1]);
  });

  it('book nothing for the service when the account’s cap is reached', async () => {
    await pool.query('DELETE FROM rate_limits');
    expect(await dailySpendGate(pool, randomUUID(), CAPS)(0.3)).toBeNull();
    expect(await counts()).toEqual([]);
  });
});
