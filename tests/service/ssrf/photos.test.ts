import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { photoProblemWords } from '../../../contract/report-view/photo-views.ts';
import { SERVICE } from '../../../server/concurrency/work-caller.ts';
import { type Database, openDatabase } from '../../../server/db/client.ts';
import { saveLot } from '../../../server/db/lots/lots.ts';
import { listPhotosOf, type PhotoTools } from '../../../server/lots/lot-photos.ts';
import { readHere } from '../../../server/lots/read-here.ts';
import { downloadImages } from '../../../server/pipeline/steps/download-images.ts';
import { createFolderStore } from '../../../server/storage/folder.ts';
import type { GuardedFetchOptions } from '../../../server/web-fetch/guarded-fetch.ts';
import { DEFAULT_LIMITS } from '../../../server/web-fetch/limits.ts';
import { createTestDatabase } from '../database.ts';
import { fetchFrom, startSite, startTrap } from '../local-site.ts';
import { madeUpLot } from '../seed.ts';
import { canaryUrls, PRIVATE_ANSWERS } from './attacks.ts';

/**
 * Photos whose address, redirect or body is an attack, taken in by a report's own step beside an honest one. Whatever the
 * resolver is asked it answers this machine, and every connection of the guard ends at a canary: nothing ever reaches it.
 */
const MIB = 1024 * 1024;
let folder: string;
let database: Database;
let honest: Buffer;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-ssrf-'));
  database = openDatabase(await createTestDatabase(inject('databaseServer')));
  const raw = Buffer.from(Array.from({ length: 192 }, (_, index) => (index * index * 37) % 256));
  honest = await sharp(raw, { raw: { width: 8, height: 8, channels: 3 } })
    .resize(320, 240, { kernel: 'nearest', fit: 'fill' })
    .jpeg()
    .toBuffer();
});
afterAll(async () => {
  await database.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const HONEST = 'https://anvis.iaai.com/honest.jpg';
const ATTACKED = 'https://cs.copart.com/a.jpg';

type Attack = {
  /** Address of the photo. */
  url: string;
  /** What the attacked photo host answers, where it is asked. */
  answer?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Options of the guard, given the canary's port. */
  options?: (canary: number) => Partial<GuardedFetchOptions>;
  /** For how long nothing may come, ms: short only where nothing does. The honest photo needs its time on a busy machine. */
  idleMs?: number;
};
const PATIENT_MS = 20_000;

/** Runs the report's photo step on a lot with the attack and an honest photo. */
async function attack({ url, answer, options, idleMs = PATIENT_MS }: Attack, canary: { port: number }) {
  const site = await startSite((request, response) => {
    const host = request.headers['x-forwarded-host'];
    const isHonest = host === 'anvis.iaai.com' && request.url === '/honest.jpg';
    if (isHonest) return void response.setHeader('content-type', 'image/jpeg').end(honest);
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  const guarded = fetchFrom(null, {
    sourceOrigins: {
      'https://anvis.iaai.com': site.origin,
      ...(answer ? { 'https://cs.copart.com': site.origin } : {}),
    },
    network: { resolve: async () => ['127.0.0.1'], connectPort: canary.port },
    limits: {
      tries: 1,
      idleMs,
      byKind: {
        ...DEFAULT_LIMITS.byKind,
        image: { headersMs: idleMs, totalMs: 3 * idleMs, maxBytes: 15 * MIB },
      },
    },
    ...options?.(canary.port),
  });
  const tools: PhotoTools = {
    pool: database.pool,
    store: createFolderStore(folder),
    log: pino({ level: 'silent' }),
    fetch: guarded.fetch,
    readerFor: () => readHere,
  };
  const key = `copart:${randomUUID()}`;
  const images = [HONEST, url].map((address) => ({
    url: address,
    thumbnail: null,
    label: null,
    served_url: null,
    served_thumbnail: null,
  }));
  await listPhotosOf(
    database.pool,
    await saveLot(database.pool, key, 'own_page', { ...madeUpLot(key), images }),
  );
  const outcome = await downloadImages(tools, key, AbortSignal.timeout(60_000), SERVICE);
  return {
    ...outcome,
    asked: site.requests.filter(({ headers }) => headers['x-forwarded-host'] !== 'anvis.iaai.com'),
  };
}

/** The honest photo is there; the other is not, and the report says so. */
function expectRefused({ photos, gaps }: Awaited<ReturnType<typeof attack>>, why = /./): void {
  expect(photos.map(({ url }) => url !== null)).toEqual([true, false]);
  expect(photoProblemWords(photos[1]?.problem ?? '')).toMatch(why);
  expect(gaps).toEqual([
    { step: 'download_images', code: 'photos_missing', fact: { code: 'photos_missing', missing: 1, of: 2 } },
  ]);
}

describe('the address of a photo', () => {
  test.each(canaryUrls(9).map((_, index) => index))(
    'number %i of the hostile ones reaches nothing',
    async (index) => {
      const canary = await startTrap();
      const outcome = await attack({ url: canaryUrls(canary.port)[index] ?? '' }, canary);
      expectRefused(outcome, /where this service does not fetch from|missing/);
      expect(canary.hits()).toBe(0);
    },
  );

  test('without the guard’s rules such addresses do reach the canary', async () => {
    const canary = await startTrap();
    await attack(
      {
        url: 'https://cs.copart.com/a.jpg',
        options: (port) => ({
          network: { resolve: async () => ['127.0.0.1'], isAllowedAddress: () => true, connectPort: port },
        }),
      },
      canary,
    );
    expect(canary.hits()).toBeGreaterThan(0);
  });
});

describe('the name of an allowed photo host', () => {
  test.each(PRIVATE_ANSWERS)('that resolves to “%s” is not connected to', async (address) => {
    const canary = await startTrap();
    for (const answers of [[address], ['93.184.216.34', address]]) {
      const outcome = await attack(
        {
          url: ATTACKED,
          options: (port) => ({ network: { resolve: async () => answers, connectPort: port } }),
        },
        canary,
      );
      expectRefused(outcome, /where this service does not fetch from/);
    }
    expect(canary.hits()).toBe(0);
  });
});

const redirect =
  (location: string, status = 302) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { location: encodeURI(location) }).end();
  };

describe('a redirect from an allowed photo host', () => {
  test.each(canaryUrls(9).map((_, index) => index))(
    'to number %i of the hostile ones reaches nothing',
    async (index) => {
      const canary = await startTrap();
      const outcome = await attack(
        {
          url: ATTACKED,
          answer: (request, response) => {
            // Some of them are this host's own addresses, or paths on it.
            if (request.url !== '/a.jpg') response.writeHead(404).end();
            else redirect(canaryUrls(canary.port)[index] ?? '')(request, response);
          },
        },
        canary,
      );
      expectRefused(outcome);
      expect(canary.hits()).toBe(0);
    },
  );

  test.each([301, 302, 303, 307, 308])(
    'with status %i is judged like an address asked for',
    async (status) => {
      const canary = await startTrap();
      const to = `http://127.0.0.1:${canary.port}/`;
      const outcome = await attack({ url: ATTACKED, answer: redirect(to, status) }, canary);
      expectRefused(outcome, /where this service does not fetch from/);
      expect([canary.hits(), outcome.asked.length]).toEqual([0, 1]);
    },
  );

  test.each([1, 2, 3])('is judged after %i honest ones too', async (hops) => {
    const canary = await startTrap();
    const outcome = await attack(
      {
        url: ATTACKED,
        answer: ({ url = '' }, response) => {
          const hop = Number(/hop=(\d)/.exec(url)?.[1] ?? 0);
          const to = hop < hops ? `/a.jpg?hop=${hop + 1}` : `https://127.0.0.1:${canary.port}/`;
          response.writeHead(302, { location: to }).end();
        },
      },
      canary,
    );
    expectRefused(outcome, /where this service does not fetch from/);
    expect(canary.hits()).toBe(0);
  });

  test('to itself ends', async () => {
    const canary = await startTrap();
    const outcome = await attack({ url: ATTACKED, answer: redirect(ATTACKED) }, canary);
    expectRefused(outcome);
    expect(outcome.asked).toHaveLength(4);
  });

  test('to another allowed host is refused where that one’s name turns out private', async () => {
    const canary = await startTrap();
    const outcome = await attack(
      { url: ATTACKED, answer: redirect('https://mercury.bid.cars/b.jpg') },
      canary,
    );
    expectRefused(outcome, /where this service does not fetch from/);
    expect(canary.hits()).toBe(0);
  });
});

/** A PNG whose header promises `side` pixels each way. */
function pngOf(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1024))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('the body of a photo', () => {
  const svg = (port: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="99" height="99"><image href="http://127.0.0.1:${port}/a.png" xlink:href="http://127.0.0.1:${port}/b.png" width="99" height="99"/></svg>`;
  const send =
    (type: string, body: (port: number) => string | Buffer, headers: Record<string, string> = {}) =>
    (port: number) =>
    (_: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(200, { 'content-type': type, ...headers }).end(body(port));
    };
  const endless = (response: ServerResponse): void => {
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  };
  const bomb = gzipSync(Buffer.alloc(80 * MIB));
  type Answer = (port: number) => (request: IncomingMessage, response: ServerResponse) => void;
  const rows: [string, Answer, idleMs?: number][] = [
    ['a page', send('text/html', (port) => `<img src="http://127.0.0.1:${port}/">`)],
    ['a page that calls itself a picture', send('image/jpeg', () => '<!doctype html><p>hello</p>')],
    ['a drawing that loads from here', send('image/svg+xml', svg)],
    ['such a drawing that calls itself a picture', send('image/jpeg', svg)],
    [
      'such a drawing, packed',
      send('image/svg+xml', (port) => gzipSync(svg(port)), { 'content-encoding': 'gzip' }),
    ],
    ['such a drawing, packed for itself', send('image/svg+xml', (port) => gzipSync(svg(port)))],
    ['a list of other addresses', send('image/jpeg', (port) => `#EXTM3U\nhttp://127.0.0.1:${port}/a.ts`)],
    ['an empty body', send('image/jpeg', () => '')],
    ['a decompression bomb', send('image/jpeg', () => bomb, { 'content-encoding': 'gzip' })],
    ['a bomb of pixels', send('image/png', () => pngOf(30_000))],
    ['a body larger than 15 MiB', send('image/jpeg', () => Buffer.alloc(16 * MIB))],
    ['a length that is a lie', send('image/jpeg', () => honest, { 'content-length': '99999999999' })],
    ['a kind of packing nobody knows', send('image/jpeg', () => honest, { 'content-encoding': 'compress' })],
    ['a body that never ends', () => (_, response) => endless(response)],
    [
      'a body that stops half way',
      () => (_, response) => {
        response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': '5000' });
        response.write(honest.subarray(0, 100));
      },
      3_000,
    ],
    ['an answer that never comes', () => () => undefined, 3_000],
    ['64 KiB of headers', send('image/jpeg', () => honest, { 'x-large': 'x'.repeat(65_536) })],
  ];
  test.each(rows)('%s is no photo', async (_, answerOf, idleMs) => {
    const canary = await startTrap();
    const from = performance.now();
    const outcome = await attack(
      { url: ATTACKED, answer: answerOf(canary.port), ...(idleMs ? { idleMs } : {}) },
      canary,
    );
    expectRefused(outcome);
    expect(canary.hits()).toBe(0);
    expect(performance.now() - from).toBeLessThan(15_000);
  });
});

test('the campaign leaves nothing behind in the store but honest photos', async () => {
  const files = (await fs.readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  for (const file of files) {
    const bytes = await fs.readFile(path.join(file.parentPath, file.name));
    expect((await sharp(bytes).metadata()).format).toBe('jpeg');
  }
});
