import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { ingestPhoto } from '../../server/images/ingest-photo.ts';
import {
  keepOwnPhotos,
  listPhotosOf,
  lotFolder,
  type PhotoTools,
  photoIdOf,
  readPhoto,
  reportPhotos,
  takeLotPhotos,
} from '../../server/lots/lot-photos.ts';
import { readHere } from '../../server/lots/read-here.ts';
import { openOutbox } from '../../server/mail/outbox.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import { createFolderStore } from '../../server/storage/folder.ts';
import { createTestDatabase } from './database.ts';
import { addReport, addUser, madeUpLot } from './seed.ts';
import { temporaryFolder } from './temporary-folder.ts';

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-photos-'));
  database = openDatabase(await createTestDatabase(inject('databaseServer')));
});
afterAll(async () => {
  await database.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;
const url = (number: number) => `https://photos.test/${number}.jpg`;

/** Photo tools whose site answers each address with a picture of its own; `wait` holds an answer back. */
function toolsWith(wait: (url: string) => Promise<void> = async () => {}): PhotoTools & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    pool: database.pool,
    store: createFolderStore(folder),
    readerFor: () => readHere,
    log: pino({ level: 'silent' }),
    fetch: async ({ url: from }) => {
      asked.push(from);
      await wait(from);
      const number = Number(/(\d+)\.jpg$/.exec(from)?.[1]);
      const raw = Buffer.from(Array.from({ length: 192 }, (_, index) => (index * index * number * 37) % 256));
      const body = await sharp(raw, { raw: { width: 8, height: 8, channels: 3 } })
        .resize(320, 240, { kernel: 'nearest', fit: 'fill' })
        .jpeg()
        .toBuffer();
      return {
        url: from,
        status: 200,
        contentType: 'image/jpeg',
        headers: {},
        setCookies: [],
        body,
      } as never;
    },
  };
}

/** A lot listed with these photos. */
async function listed(key: string, numbers: number[]): Promise<void> {
  const lot = madeUpLot(key);
  const images = numbers.map((number) => ({
    url: url(number),
    thumbnail: null,
    label: null,
    served_url: null,
    served_thumbnail: null,
  }));
  const stored = await saveLot(database.pool, key, 'fetched', { ...lot, images });
  await listPhotosOf(database.pool, stored);
}

test('photos a report shows stay when the listing drops, adds or reorders its own', async () => {
  const key = `copart:${randomUUID()}`;
  const tools = toolsWith();
  await listed(key, [1, 2, 3]);
  const before = reportPhotos(await takeLotPhotos(tools, key, never));
  expect(before.map((photo) => photo.problem)).toEqual([null, null, null]);

  await listed(key, [3, 4]);
  const after = reportPhotos(await takeLotPhotos(tools, key, never));
  expect(after.map((photo) => photo.source_url)).toEqual([url(3), url(4)]);
  // Known photos keep their address here and are not fetched again.
  expect(after[0]?.url).toBe(before[2]?.url);
  expect(tools.asked).toEqual([url(1), url(2), url(3), url(4)]);

  await listed(key, []);
  for (const photo of before)
    expect(await readPhoto(tools, photoIdOf(photo.url) ?? '', 'full')).not.toBeNull();
});

test('photos that left the listing are deleted once no report shows them', async () => {
  const [shown, unshown] = [`copart:${randomUUID()}`, `copart:${randomUUID()}`];
  const tools = toolsWith();
  const ids: string[] = [];
  for (const key of [shown, unshown]) {
    await listed(key, [1]);
    const [photo] = reportPhotos(await takeLotPhotos(tools, key, never));
    const id = photoIdOf(photo?.url ?? null) ?? '';
    ids.push(id);
    const report = await addReport(database.pool, await addUser(database.pool, 1), madeUpLot(key));
    const photos = key === shown ? [photo] : [];
    await database.pool.query(
      `UPDATE reports SET finished_at = now(), status = 'finished', model = $2 WHERE id = $1`,
      [report, JSON.stringify({ photos })],
    );
    await listed(key, []);
  }
  await database.pool.query(`UPDATE lot_photos SET updated_at = now() - interval '2 days'`);
  await applyRetention({ ...tools, outbox: await openOutbox(path.join(await temporaryFolder(), 'outbox')) });
  expect(await readPhoto(tools, ids[0] ?? '', 'full')).not.toBeNull();
  expect(await readPhoto(tools, ids[1] ?? '', 'full')).toBeNull();
});

test('one report’s end does not cost another the photo both wait for', async () => {
  const key = `copart:${randomUUID()}`;
  const gate = Promise.withResolvers<void>();
  const tools = toolsWith(() => gate.promise);
  await listed(key, [1]);
  const stop = new AbortController();
  const first = takeLotPhotos(tools, key, stop.signal);
  const second = takeLotPhotos(tools, key, never);
  await expect.poll(() => tools.asked.length).toBe(1);
  stop.abort(new Error('cancelled'));
  await expect(first).rejects.toThrow('cancelled');
  gate.resolve();
  expect(reportPhotos(await second).map((photo) => photo.problem)).toEqual([null]);
  expect(tools.asked).toHaveLength(1);
});

test('a lot listed by several at once ends with one list', async () => {
  const key = `copart:${randomUUID()}`;
  await listed(key, [1, 2]);
  await Promise.all(Array.from({ length: 8 }, (_, index) => listed(key, index % 2 ? [2, 1] : [1, 2, 3])));
  const rows = await takeLotPhotos(toolsWith(), key, never);
  expect(new Set(rows.map((row) => row.source_url)).size).toBe(rows.length);
  expect(rows.map((row) => row.number)).toEqual(rows.map((_, index) => index + 1));
});

test('an own photo that can’t be read is refused by its number, never left out in silence', async () => {
  const key = `entered:${randomUUID()}`;
  const lot = await saveLot(database.pool, key, 'entered', madeUpLot(key));
  const good = await ingestPhoto(
    await sharp({ create: { width: 320, height: 240, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
  );
  await expect(
    keepOwnPhotos(toolsWith(), lot, [good, await ingestPhoto(Buffer.from('no picture'))]),
  ).rejects.toThrow(/^Photo 2 /);
  expect((await keepOwnPhotos(toolsWith(), lot, [good])).images).toHaveLength(1);
});

/** A photo of its own lot, so wide and kept; how often its medium size was made, or is refused. */
async function keptPhoto(width: number, refuse: () => boolean = () => false) {
  const made: number[] = [];
  const tools: PhotoTools = {
    ...toolsWith(),
    readerFor: () => ({
      ...readHere,
      async mediumPhoto(full) {
        made.push(full.length);
        if (refuse()) throw new Error('there is no room');
        return await readHere.mediumPhoto(full);
      },
    }),
  };
  const key = `entered:${randomUUID()}`;
  const lot = await saveLot(database.pool, key, 'entered', madeUpLot(key));
  const drawn = sharp({ create: { width, height: width / 2, channels: 3, background: 'red' } }).jpeg();
  const { images } = await keepOwnPhotos(tools, lot, [await ingestPhoto(await drawn.toBuffer())]);
  const id = photoIdOf(images[0]?.served_url ?? null) ?? '';
  const read = async (size: 'full' | 'medium') => {
    const bytes = await readPhoto(tools, id, size);
    return bytes && (await sharp(bytes).metadata()).width;
  };
  const kept = async () =>
    (await tools.store.list(lotFolder(key))).map((name) => name.split('/').at(-1)).toSorted();
  return { made, read, kept };
}

test('the medium size is made when it is first asked for, once however many ask, and kept', async () => {
  const { made, read, kept } = await keptPhoto(1600);
  expect(await kept()).toEqual(['full.jpg', 'thumbnail.jpg']);
  expect(await Promise.all([read('medium'), read('medium'), read('full')])).toEqual([800, 800, 1600]);
  expect(await read('medium')).toBe(800);
  expect(made).toHaveLength(1);
  expect(await kept()).toEqual(['full.jpg', 'medium.jpg', 'thumbnail.jpg']);
});

test('a photo no larger than the medium size is its own', async () => {
  const { made, read, kept } = await keptPhoto(800);
  expect(await read('medium')).toBe(800);
  expect([made, await kept()]).toEqual([[], ['full.jpg', 'thumbnail.jpg']]);
});

test('where the medium size can’t be made now the full one is shown, and the next to ask has it made', async () => {
  let busy = true;
  const { read, kept } = await keptPhoto(1600, () => busy);
  expect(await read('medium')).toBe(1600);
  expect(await kept()).not.toContain('medium.jpg');
  busy = false;
  expect(await read('medium')).toBe(800);
});
