import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { lotFolder } from '../../server/lots/lot-photos.ts';
import { addReport, addUser, madeUpLot } from './seed.ts';
import { startService, type TestService } from './service.ts';

/** What strangers may leave here: one megabyte each, two in all. */
let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: {
      TRUST_PROXY: 'true',
      PREFETCH_PHOTOS: 'false',
      VISITOR_STORE_MB: '2',
      VISITOR_STORE_MB_PER_ADDRESS: '1',
    },
  });
});
afterAll(() => service.close());

/** A photo that no compression makes small: some 600 kB in the sizes it is kept in. */
async function noise(): Promise<string> {
  const side = 1120;
  const pixels = Buffer.from(
    Array.from({ length: side * side * 3 }, (_, index) => (index * 2654435761) >>> 13),
  );
  const photo = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg()
    .toBuffer();
  return photo.toString('base64');
}

async function enter(address: string): Promise<string> {
  const answer = await service.call('POST', 'auction/enter_lot', {
    json: { year: 2019, make: 'Toyota', model: 'Camry', photos: [await noise()] },
    headers: { 'x-forwarded-for': address },
  });
  expect(answer.status, answer.text).toBe(200);
  return String(answer.json.lot_key);
}
const kept = async (): Promise<string[]> =>
  (
    await service.tools.pool.query<{ key: string }>(
      `SELECT key FROM lots WHERE origin = 'entered' ORDER BY read_at`,
    )
  ).rows.map(({ key }) => key);

test('the oldest lots of one address give way to its newer ones, photos and all, and nobody else’s', async () => {
  const other = await enter('198.51.100.9');
  const first = await enter('198.51.100.1');
  const second = await enter('198.51.100.1');
  expect(await kept()).toEqual([other, second]);
  expect(await service.tools.store.list(lotFolder(first))).toEqual([]);
  expect(await service.tools.store.list(lotFolder(second))).toHaveLength(2);
});

test('of all addresses the oldest go, but never what a report uses', async () => {
  const [used = '', ...rest] = await kept();
  const { pool } = service.tools;
  await addReport(pool, await addUser(pool, 1), madeUpLot(used));
  const newer: string[] = [];
  for (const host of [21, 22, 23, 24]) newer.push(await enter(`198.51.100.${host}`));
  const left = await kept();
  expect(left).toContain(used);
  expect(left).not.toContain(rest[0]);
  expect(left.at(-1)).toBe(newer.at(-1));
  expect(left.length).toBeLessThan(newer.length + 2);
});
