import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretsKey } from '../secrets/secrets-key.ts';

/**
 * A stream sealed with AES-256-GCM in chunks, so that no more than one is held: a head (mark, version of the key, salt), then
 * chunks of 64 KiB, each with its tag. The key of a file is derived from the key and its salt (HKDF-SHA256), the nonce is the
 * chunk's number and whether it is the last: chunks can't be changed, moved, repeated, left out or cut off. The construction is
 * STREAM (Hoang, Reyhanitabar, Rogaway and Vizár, 2015), which age uses too.
 */
const MARK = Buffer.from('lotlens-sealed-1\n');
const VERSION_BYTES = 2;
const SALT_BYTES = 32;
const HEAD_BYTES = MARK.length + VERSION_BYTES + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

/** It was changed or cut off, or no key that is there sealed it. */
export class NotOpened extends Error {}

const fileKey = (key: Buffer, head: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key, head.subarray(-SALT_BYTES), head.subarray(0, -SALT_BYTES), 32));

function nonceOf(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

type Chunk = { bytes: Buffer; number: number; last: boolean };

/** The same bytes in chunks of `size`; the last may be shorter, and is empty only where there is nothing at all. */
async function* inChunks(source: AsyncIterable<Buffer>, size: number): AsyncGenerator<Chunk> {
  let held: Buffer[] = [];
  let length = 0;
  let number = 0;
  for await (const piece of source) {
    held.push(piece);
    length += piece.length;
    if (length <= size) continue;
    const all = Buffer.concat(held);
    let from = 0;
    // What fills a chunk to its end waits: it may be the last.
    for (; all.length - from > size; from += size, number += 1)
      yield { bytes: all.subarray(from, from + size), number, last: false };
    held = [all.subarray(from)];
    length = all.length - from;
  }
  yield { bytes: Buffer.concat(held), number, last: true };
}

/** Seals a stream. */
export async function* sealStream(source: AsyncIterable<Buffer>, key: SecretsKey): AsyncGenerator<Buffer> {
  const version = Buffer.alloc(VERSION_BYTES);
  version.writeUInt16BE(key.version);
  const head = Buffer.concat([MARK, version, randomBytes(SALT_BYTES)]);
  const own = fileKey(key.key, head);
  yield head;
  for await (const { bytes, number, last } of inChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, own, nonceOf(number, last), { authTagLength: TAG_BYTES });
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Opens it again, or passes on a stream that was never sealed. Throws NotOpened at the first byte that is not as it was. */
export async function* openStream(
  source: AsyncIterable<Buffer>,
  keys: readonly SecretsKey[],
): AsyncGenerator<Buffer> {
  const { head, rest } = await headOf(source);
  if (!head.subarray(0, MARK.length).equals(MARK)) {
    yield head;
    yield* rest;
    return;
  }
  if (head.length < HEAD_BYTES) throw new NotOpened('It was cut off.');
  const version = head.readUInt16BE(MARK.length);
  const key = keys.find((one) => one.version === version);
  if (key === undefined)
    throw new NotOpened(`It is sealed with version ${version} of BACKUP_KEY, which is not given.`);
  const own = fileKey(key.key, head);
  for await (const { bytes, number, last } of inChunks(rest, CHUNK_BYTES + TAG_BYTES)) {
    if (bytes.length < TAG_BYTES) throw new NotOpened('It was cut off.');
    const opened = createDecipheriv(ALGORITHM, own, nonceOf(number, last), { authTagLength: TAG_BYTES });
    opened.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = opened.update(bytes.subarray(0, -TAG_BYTES));
    try {
      opened.final();
    } catch (error) {
      throw new NotOpened('It was changed or cut off, or is sealed with another key.', { cause: error });
    }
    yield text;
  }
}

/** The first bytes of a stream, as many as a head has, and the others. */
async function headOf(
  source: AsyncIterable<Buffer>,
): Promise<{ head: Buffer; rest: AsyncGenerator<Buffer> }> {
  const pieces = source[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  while (read.length < HEAD_BYTES) {
    const next = await pieces.next();
    if (next.done === true) break;
    read = Buffer.concat([read, next.value]);
  }
  async function* others(): AsyncGenerator<Buffer> {
    if (read.length > HEAD_BYTES) yield read.subarray(HEAD_BYTES);
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  }
  return { head: read.subarray(0, HEAD_BYTES), rest: others() };
}
