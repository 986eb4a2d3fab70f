import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import fc from 'fast-check';
import { startFauxqs } from 'fauxqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFolderStore } from '../../server/storage/folder.ts';
import { createS3Store } from '../../server/storage/s3.ts';
import { type Store, StoreKeyError } from '../../server/storage/store.ts';
import { signedAt } from '../signed-at.ts';

type Opened = {
  store: Store;
  /** Puts an empty file there as somebody else would, whatever its name. */
  putOther(name: string): Promise<unknown>;
  close(): Promise<void>;
};

async function openFolder(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  return {
    store: createFolderStore(folder),
    async putOther(name) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await (name.endsWith('/') ? mkdir(join(folder, name)) : writeFile(join(folder, name), ''));
    },
    close: () => rm(folder, { recursive: true }),
  };
}

async function openS3(): Promise<Opened> {
  const server = await startFauxqs({ port: 0, logger: false, init: { buckets: ['files'] } });
  const store = storeAt(server.port);
  const other = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${server.port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'KEY', secretAccessKey: 'SECRET' },
  });
  return {
    store,
    putOther: (name) =>
      other.send(new PutObjectCommand({ Bucket: 'files', Key: `lotlens/${name}`, Body: '' })),
    close: async () => {
      other.destroy();
      store.close();
      await server.stop();
    },
  };
}

const storeAt = (port: number) =>
  createS3Store({
    bucket: 'files',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'KEY',
    secretAccessKey: 'SECRET',
    prefix: 'lotlens/',
  });

const WRONG_KEYS = [
  '',
  '/',
  '/etc/passwd.txt',
  '../secret.txt',
  'a/../../secret.txt',
  'a/./b.txt',
  'a//b.txt',
  'a/b',
  'a/b.exe',
  'a.d/b.txt',
  '.hidden.txt',
  'a/.unfinished/b.txt',
  'a\\b.txt',
  'a/b.txt\0',
  'a/b.txt/',
  'a/%2e%2e/b.txt',
  'C:/b.txt',
  'é.txt',
  'a/b.txt\n',
  `${'a'.repeat(600)}.txt`,
];

describe.each([
  ['a folder', openFolder],
  ['S3', openS3],
])('a store in %s', (_name, open) => {
  let opened: Opened;
  let store: Store;
  beforeAll(async () => {
    opened = await open();
    store = opened.store;
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    for (const key of await store.list('')) await store.delete(key);
  });

  it('gives back the bytes and the content type it was given', async () => {
    await store.put('lots/1-90000001/full.jpg', Buffer.from([0, 255, 10, 13, 0]), 'image/jpeg');
    expect(await store.get('lots/1-90000001/full.jpg')).toEqual({
      bytes: Buffer.from([0, 255, 10, 13, 0]),
      contentType: 'image/jpeg',
    });
  });

  it('keeps any bytes under any key exactly', async () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9_~-]{1,12}$/);
    const key = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.bin`);
    await fc.assert(
      fc.asyncProperty(key, fc.uint8Array({ maxLength: 5000 }), async (name, bytes) => {
        await store.put(name, bytes, 'application/octet-stream');
        expect(await store.get(name)).toEqual({
          bytes: Buffer.from(bytes),
          contentType: 'application/octet-stream',
        });
      }),
      { numRuns: 40 },
    );
  });

  it('keeps an empty file and a large one', async () => {
    const large = Buffer.alloc(6 * 1024 * 1024, 'photo');
    await store.put('empty.txt', Buffer.alloc(0), 'text/plain; charset=utf-8');
    await store.put('large.pdf', large, 'application/pdf');
    expect((await store.get('empty.txt'))?.bytes.length).toBe(0);
    expect((await store.get('large.pdf'))?.bytes.equals(large)).toBe(true);
  });

  it('replaces what a key held', async () => {
    await store.put('report.json', Buffer.from('a much longer first version'), 'application/json');
    await store.put('report.json', Buffer.from('{}'), 'application/json');
    expect((await store.get('report.json'))?.bytes.toString()).toBe('{}');
  });

  it('answers null for a key it does not have', async () => {
    expect(await store.get('nothing/here.jpg')).toBeNull();
    expect(await store.has('nothing/here.jpg')).toBe(false);
  });

  it('says whether it has a key', async () => {
    await store.put('a/b.txt', Buffer.from('x'), 'text/plain');
    expect(await store.has('a/b.txt')).toBe(true);
  });

  it('forgets a deleted key, and deleting twice is no error', async () => {
    await store.put('a/b.txt', Buffer.from('x'), 'text/plain');
    await store.delete('a/b.txt');
    await store.delete('a/b.txt');
    expect(await store.get('a/b.txt')).toBeNull();
  });

  it('lists the keys below a folder in order and no others', async () => {
    for (const key of ['lots/2/b.jpg', 'lots/2/a.jpg', 'lots/2/deep/c.jpg', 'lots/20/a.jpg', 'other.jpg']) {
      await store.put(key, Buffer.from('x'), 'image/jpeg');
    }
    expect(await store.list('lots/2/')).toEqual(['lots/2/a.jpg', 'lots/2/b.jpg', 'lots/2/deep/c.jpg']);
    expect(await store.list('')).toHaveLength(5);
    expect(await store.list('nowhere/')).toEqual([]);
  });

  it('deletes a folder and leaves its neighbours', async () => {
    for (const key of ['lots/2/a.jpg', 'lots/2/deep/c.jpg', 'lots/20/a.jpg']) {
      await store.put(key, Buffer.from('x'), 'image/jpeg');
    }
    expect(await store.deletePrefix('lots/2/')).toBe(2);
    expect(await store.list('')).toEqual(['lots/20/a.jpg']);
    expect(await store.deletePrefix('lots/2/')).toBe(0);
  });

  it('tells of no file that somebody else put there, and deletes it with its folder', async () => {
    await store.put('lots/3/a.jpg', Buffer.from('x'), 'image/jpeg');
    for (const name of ['lots/3/.DS_Store', 'backup.tar.gz.sealed', 'lots/3/kept/'])
      await opened.putOther(name);
    expect(await store.list('')).toEqual(['lots/3/a.jpg']);
    await store.deletePrefix('lots/3/');
    await opened.putOther('lots/3/kept/');
    expect(await store.list('')).toEqual([]);
  });

  it('refuses to delete everything at once', async () => {
    await expect(store.deletePrefix('')).rejects.toThrow(StoreKeyError);
  });

  it.each(WRONG_KEYS)('refuses the key %j in every call', async (key) => {
    await expect(store.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(StoreKeyError);
    await expect(store.get(key)).rejects.toThrow(StoreKeyError);
    await expect(store.has(key)).rejects.toThrow(StoreKeyError);
    await expect(store.delete(key)).rejects.toThrow(StoreKeyError);
  });

  it.each(['..', '../', '/', 'a', 'a/../', './', 'a//'])('refuses the prefix %j', async (prefix) => {
    await expect(store.list(prefix)).rejects.toThrow(StoreKeyError);
    await expect(store.deletePrefix(prefix)).rejects.toThrow(StoreKeyError);
  });

  it('refuses a content type that the name contradicts', async () => {
    await expect(store.put('photo.jpg', Buffer.from('<html>'), 'text/html')).rejects.toThrow(StoreKeyError);
  });
});

describe('a store in a folder', () => {
  it('shows a reader one whole version while another is being written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'store-'));
    const store = createFolderStore(folder);
    const versions = [Buffer.alloc(300_000, 'a'), Buffer.alloc(300_000, 'b')];
    await store.put('page.html', versions[0] ?? Buffer.alloc(0), 'text/html');
    let writing = true;
    const writer = (async () => {
      for (let round = 0; round < 100; round += 1) {
        await store.put('page.html', versions[round % 2] ?? Buffer.alloc(0), 'text/html');
      }
      writing = false;
    })();
    while (writing) {
      const bytes = (await store.get('page.html'))?.bytes ?? Buffer.alloc(0);
      expect(versions.some((version) => version.equals(bytes))).toBe(true);
    }
    await writer;
    await rm(folder, { recursive: true });
  });

  it('leaves nothing unfinished behind, and makes folders that were deleted meanwhile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'store-'));
    const store = createFolderStore(folder);
    let writing = true;
    const deleting = (async () => {
      while (writing) await store.deletePrefix('lots/');
    })();
    for (let round = 0; round < 40; round += 1) {
      const puts = Array.from({ length: 10 }, (_, i) =>
        store.put(`lots/${i}/a.txt`, Buffer.from('x'), 'text/plain'),
      );
      await Promise.all(puts);
    }
    writing = false;
    await deleting;
    expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('lists what stays while folders beside it come and go', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'store-'));
    const store = createFolderStore(folder);
    await store.put('lots/stays/a.txt', Buffer.from('x'), 'text/plain');
    for (let round = 0; round < 60; round += 1) {
      const puts = [1, 2, 3].map((i) =>
        store.put(`lots/goes${i}/deep/a.txt`, Buffer.from('x'), 'text/plain'),
      );
      await Promise.all(puts);
      const [, listed] = await Promise.all([
        Promise.all([1, 2, 3].map((i) => store.deletePrefix(`lots/goes${i}/`))),
        store.list('lots/'),
      ]);
      expect(listed).toContain('lots/stays/a.txt');
    }
    await rm(folder, { recursive: true });
  });

  it('does not list what a crash left half-written', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'store-'));
    await mkdir(join(folder, '.unfinished'));
    await writeFile(join(folder, '.unfinished', 'half.txt'), 'x');
    expect(await createFolderStore(folder).list('')).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe('a store in S3', () => {
  it('lists and deletes more keys than one answer names', async () => {
    const { store, close } = await openS3();
    const keys = Array.from({ length: 1_003 }, (_, index) => `many/${String(index).padStart(4, '0')}.txt`);
    for (let from = 0; from < keys.length; from += 50)
      await Promise.all(
        keys.slice(from, from + 50).map((key) => store.put(key, Buffer.from('x'), 'text/plain')),
      );
    expect(await store.list('many/')).toEqual(keys);
    expect(await store.deletePrefix('many/')).toBe(1_003);
    expect(await store.list('')).toEqual([]);
    await close();
  });

  // The stand-in takes every key pair, so this server keeps what it was sent.
  it('signs every request with its key, the day and the region', async () => {
    const signed: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      signed.push(request.headers.authorization);
      request.resume().on('end', () => response.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const store = storeAt((server.address() as AddressInfo).port);
    await store.put('a/b.txt', Buffer.from('x'), 'text/plain');
    await store.get('a/b.txt');
    await store.delete('a/b.txt');
    expect(signed).toHaveLength(3);
    for (const header of signed)
      expect(header).toMatch(
        /^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/us-east-1\/s3\/aws4_request, .*Signature=/,
      );
    store.close();
    server.close();
  });

  it('goes on while our clock goes wrong by an hour, and when it is set right', async () => {
    let aheadMs = 0;
    const server = createServer((request, response) => {
      const now = Date.now() + aheadMs;
      const signed = signedAt(request.headers['x-amz-date']) ?? now;
      response.setHeader('date', new Date(now).toUTCString());
      const wrong = Math.abs(signed - now) > 900_000;
      if (wrong) response.writeHead(403, { 'content-type': 'application/xml' });
      request
        .resume()
        .on('end', () =>
          response.end(
            wrong ? '<?xml version="1.0"?><Error><Code>RequestTimeTooSkewed</Code></Error>' : undefined,
          ),
        );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const store = storeAt((server.address() as AddressInfo).port);
    const many = () =>
      Promise.all(
        Array.from({ length: 5 }, (_, at) => store.put(`a/${at}.txt`, Buffer.from('x'), 'text/plain')),
      );
    for (const ahead of [0, 3_600_000, 0, -3_600_000, 0]) {
      aheadMs = ahead;
      await many();
    }
    store.close();
    server.close();
  });
});
