import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { startFauxqs } from 'fauxqs';
import { signedAt } from '../signed-at.ts';
import type { SmallDisk } from './small-disk.ts';

const BUCKET = 'campaign';
/** What a server of S3 takes for a wrong clock, ms (error RequestTimeTooSkewed of the S3 API). */
const LONGEST_SKEW_MS = 15 * 60_000;
/** Held back besides a file's own bytes: what the file system notes of it. */
const BESIDE_BYTES = 64 * 1024;

/** A stand-in for an S3 server whose files lie on a disk of their own. */
export type FileStore = {
  /** The environment of a process that keeps its files here. */
  environment: Record<string, string>;
  /** Its disk is full until `makeRoom`; null: it has no disk of its own. */
  fill: (() => Promise<void>) | null;
  makeRoom(): void;
  /** Files it refused for want of room. */
  refused(): number;
  close(): Promise<void>;
};

/**
 * The stand-in keeps files and answers as S3 does; before it stands what it lacks: a server without room refuses a file (507,
 * as MinIO does), one whose caller's clock is wrong by a quarter of an hour refuses the call.
 */
export async function openFileStore(folder: string, disk: SmallDisk | null): Promise<FileStore> {
  const inner = await startFauxqs({
    port: 0,
    logger: false,
    s3StorageDir: folder,
    init: { buckets: [BUCKET] },
  });
  let refused = 0;
  let full = false;
  let writing = 0;
  const front = http.createServer((request, response) => {
    const error = (status: number, code: string): void => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    };
    const signed = signedAt(request.headers['x-amz-date']);
    if (signed !== null && Math.abs(signed - Date.now()) > LONGEST_SKEW_MS)
      return error(403, 'RequestTimeTooSkewed');
    const isPut = request.method === 'PUT';
    const bytes = Number(request.headers['content-length'] ?? 0) + BESIDE_BYTES;
    if (isPut && (full || (disk !== null && disk.free() < bytes))) {
      refused += 1;
      return error(507, 'XMinioStorageFull');
    }
    if (isPut) writing += 1;
    response.once('close', () => {
      if (isPut) writing -= 1;
    });
    const { method, headers } = request;
    const path = inOnePage(request.url ?? '/');
    const passed = http.request({ port: inner.port, host: '127.0.0.1', method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    // A process that was killed amid its file: the stand-in would keep the half.
    request.on('close', () => {
      if (!request.complete) passed.destroy();
    });
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return {
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'campaign',
      S3_SECRET_ACCESS_KEY: 'campaign-secret',
    },
    fill:
      disk === null
        ? null
        : async () => {
            full = true;
            // What was taken in has its room; the stand-in itself keeps half a file where it has none.
            while (writing > 0) await new Promise((resolve) => setTimeout(resolve, 5));
            disk.fill();
            full = false;
          },
    makeRoom: () => disk?.makeRoom(),
    refused: () => refused,
    async close() {
      front.closeAllConnections();
      front.close();
      await inner.stop();
    },
  };
}

/**
 * The stand-in sorts keys by language but goes on after a page by their bytes, and would leave some out; S3 does both by bytes. Asked
 * for a number of keys that is none it gives all of them.
 */
function inOnePage(address: string): string {
  const url = new URL(address, 'http://store');
  if (!url.searchParams.has('list-type')) return address;
  url.searchParams.set('max-keys', 'all');
  return url.pathname + url.search;
}
