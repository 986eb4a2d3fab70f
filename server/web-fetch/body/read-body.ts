import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FetchError, FetchNetwork, FetchRefused, FetchTooLarge } from '../fetch-errors.ts';

export type BodyLimits = {
  /** Bytes, both on the wire and unpacked. */
  maxBytes: number;
  /** Unpacked size over packed size. */
  maxRatio: number;
};

/** What we say we can unpack; anything else is refused. */
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate';

/** Small bodies may pack very well without being a bomb. */
const RATIO_COUNTS_FROM = 256 * 1024;

/** Read a body to the end, unpacked by us and never past its limits. `place` names the request in errors. */
export async function readBody(
  source: AsyncIterable<Buffer>,
  encoding: string,
  limits: BodyLimits,
  place: string,
): Promise<Buffer> {
  const name = encoding.trim().toLowerCase();
  let wireBytes = 0;
  async function* counted() {
    for await (const chunk of source) {
      wireBytes += chunk.length;
      if (wireBytes > limits.maxBytes) throw new FetchTooLarge('body', limits.maxBytes, place);
      yield chunk;
    }
  }

  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of unpacked(counted(), name, place)) {
    bytes += chunk.length;
    if (bytes > limits.maxBytes) throw new FetchTooLarge('body', limits.maxBytes, place);
    if (bytes > RATIO_COUNTS_FROM && bytes > wireBytes * limits.maxRatio) {
      throw new FetchTooLarge('ratio', limits.maxRatio, place);
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts, bytes);
}

async function* unpacked(source: AsyncGenerator<Buffer>, encoding: string, place: string) {
  if (encoding === '' || encoding === 'identity') {
    yield* source;
    return;
  }
  const first = await source.next();
  if (first.done) return;
  const unpack = unpackerFor(encoding, first.value);
  if (!unpack) {
    await source.return(undefined);
    throw new FetchRefused('encoding', `an answer packed as ${encoding.slice(0, 40)} is not read`, place);
  }
  async function* rejoined() {
    yield first.value;
    yield* source;
  }
  pipeline(Readable.from(rejoined()), unpack, () => {
    // The reader below sees the failure; this callback only keeps it from being thrown twice.
  });
  try {
    for await (const chunk of unpack) yield chunk as Buffer;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (cause instanceof FetchError || !/^(Z_|ERR_)/.test(code)) throw cause;
    throw new FetchNetwork('broken_body', place, cause);
  }
}

function unpackerFor(encoding: string, firstChunk: Buffer): Transform | null {
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  if (encoding !== 'deflate') return null;
  // Some servers send bare deflate data under this name; a zlib header says 8 in its low four bits.
  const hasZlibHeader = ((firstChunk[0] ?? 0) & 0x0f) === 8;
  return hasZlibHeader ? createInflate() : createInflateRaw();
}
