import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { SecretsKey } from '../secrets/secrets-key.ts';
import { openStream, sealStream } from './sealed-stream.ts';

const ONE: SecretsKey = { version: 1, key: Buffer.alloc(32, 1) };
const TWO: SecretsKey = { version: 2, key: Buffer.alloc(32, 2) };
const CHUNK = 64 * 1024;
const HEAD = 17 + 2 + 32;

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
async function all(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const piece of source) read.push(piece);
  return Buffer.concat(read);
}
const seal = (bytes: Buffer, key = ONE, size = 10_000) => all(sealStream(pieces(bytes, size), key));
const open = (bytes: Buffer, keys = [ONE], size = 7_777) => all(openStream(pieces(bytes, size), keys));

describe('a sealed stream', () => {
  test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 5 * CHUNK + 17])(
    'of %i bytes comes back',
    async (length) => {
      const bytes = randomBytes(length);
      for (const size of [1_000, CHUNK, 1_000_000]) {
        const sealed = await seal(bytes, ONE, size);
        expect((await open(sealed, [ONE], size)).equals(bytes)).toBe(true);
      }
    },
  );

  test('is another one each time, and holds nothing of what was sealed', async () => {
    const bytes = Buffer.from('nadia@example.test '.repeat(10_000));
    const [first, second] = [await seal(bytes), await seal(bytes)];
    expect(first.includes('nadia')).toBe(false);
    expect(first.subarray(HEAD).equals(second.subarray(HEAD))).toBe(false);
  });

  test('of which any byte was changed is not opened', async () => {
    const sealed = await seal(randomBytes(CHUNK + 500));
    for (const at of [
      17,
      18,
      19,
      HEAD - 1,
      HEAD,
      HEAD + CHUNK,
      HEAD + CHUNK + 15,
      HEAD + CHUNK + 16,
      sealed.length - 1,
    ]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(open(changed)).rejects.toThrow(/^It /);
    }
  });

  test('that was cut off anywhere is not opened, at the end of a chunk too', async () => {
    const sealed = await seal(randomBytes(3 * CHUNK));
    const chunk = CHUNK + 16;
    for (const end of [HEAD - 1, HEAD, HEAD + 5, HEAD + chunk, HEAD + 2 * chunk, sealed.length - 1])
      await expect(open(sealed.subarray(0, end))).rejects.toThrow(/^It /);
  });

  test('whose chunks were swapped, repeated or left out is not opened', async () => {
    const sealed = await seal(randomBytes(3 * CHUNK));
    const chunk = CHUNK + 16;
    const part = (n: number) => sealed.subarray(HEAD + n * chunk, HEAD + (n + 1) * chunk);
    const head = sealed.subarray(0, HEAD);
    for (const order of [
      [1, 0, 2],
      [0, 0, 1, 2],
      [0, 2],
      [0, 1, 2, 2],
    ])
      await expect(open(Buffer.concat([head, ...order.map(part)]))).rejects.toThrow('It was changed');
    await expect(open(Buffer.concat([sealed, Buffer.from('more')]))).rejects.toThrow('It was changed');
  });

  test('outlives a new key in front of the old one, and says which is missing', async () => {
    const before = await seal(Buffer.from('rows'));
    expect((await open(before, [TWO, ONE])).toString()).toBe('rows');
    await expect(open(before, [TWO])).rejects.toThrow('version 1 of BACKUP_KEY');
    await expect(open(before, [])).rejects.toThrow('version 1 of BACKUP_KEY');
    await expect(open(before, [{ version: 1, key: TWO.key }])).rejects.toThrow('another key');
  });

  test('that never was one is passed on', async () => {
    for (const text of ['', 'x', 'plain '.repeat(50_000)])
      expect((await open(Buffer.from(text), [])).toString()).toBe(text);
  });
});
