import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream, WritableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar';
import type { SecretsKey } from '../secrets/secrets-key.ts';
import { isKey, type Store } from '../storage/store.ts';
import {
  dumpBackup,
  fileName,
  MANIFEST,
  type Manifest,
  manifestSchema,
  type PutPart,
  putIntoFolder,
  tableName,
} from './backup-folder.ts';
import { NotOpened, openStream, sealStream } from './sealed-stream.ts';

/**
 * A backup as one file: a gzipped tar, sealed where there is a key. Rows of a table are files of some megabytes,
 * `tables/users.0000.jsonl` and on, since a tar says a file's size before the file.
 */

/** Rows pack to a tenth at any level; photos to nothing. */
const GZIP_LEVEL = 1;
/** Of an entry, the name it has in a folder. */
const TABLE_PART = /^(tables\/[a-z_]+)\.\d{4,}(\.jsonl)$/;

const partName = (name: string, number: number): string =>
  name.startsWith('tables/') ? name.replace(/\.jsonl$/, `.${String(number).padStart(4, '0')}.jsonl`) : name;

/** Writes a backup to a file that is not there yet; `key` null: as it is. What was begun is gone when it fails or is aborted. */
export async function writeArchive(
  from: { url: string; store: Store },
  file: string,
  key: SecretsKey | null,
  signal?: AbortSignal,
): Promise<Manifest> {
  const { readable, controller } = createTarPacker();
  const made = new Date();
  const put: PutPart = async (name, bytes, number) => {
    signal?.throwIfAborted();
    const entry = {
      name: partName(name, number),
      size: bytes.length,
      type: 'file',
      mode: 0o600,
      mtime: made,
    } as const;
    const writer = controller.add(entry).getWriter();
    await writer.write(bytes);
    await writer.close();
  };
  const packed = Readable.fromWeb(readable as ReadableStream<Uint8Array>);
  const out = fs.createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  const written =
    key === null
      ? pipeline(packed, createGzip({ level: GZIP_LEVEL }), out)
      : pipeline(packed, createGzip({ level: GZIP_LEVEL }), (source) => sealStream(source, key), out);
  // It may fail first: then it is why rows can be handed over no more.
  const fault = written.then(
    () => null,
    (error: unknown) => error,
  );
  try {
    const manifest = await dumpBackup(from.url, from.store, put);
    controller.finalize();
    await written;
    return manifest;
  } catch (error) {
    controller.error(error);
    const first = await fault;
    await fs.promises.rm(file, { force: true });
    throw first ?? error;
  }
}

/** Hands over every entry of an archive, in its order. Throws an Error that says what is wrong with it. */
async function readEntries(
  file: string,
  keys: readonly SecretsKey[],
  take: (name: string, entry: ParsedTarEntry) => Promise<void>,
): Promise<void> {
  const opened = Readable.from(openStream(fs.createReadStream(file), keys));
  const decoder = createTarDecoder({ strict: true });
  const fed = pipeline(opened, createGunzip(), Writable.fromWeb(decoder.writable as WritableStream));
  const fault = fed.then(
    () => null,
    (error: unknown) => error,
  );
  try {
    for await (const entry of decoder.readable) {
      const name = entry.header.name.replace(TABLE_PART, '$1$2');
      if (entry.header.type !== 'file' || !isPart(name))
        throw new Error(`it holds ${JSON.stringify(name)}, which is no part of a backup`);
      await take(name, entry);
    }
    await fed;
  } catch (error) {
    opened.destroy();
    const first = (await fault) ?? error;
    if (first instanceof NotOpened)
      throw new Error(`The backup can not be opened: ${first.message}`, { cause: first });
    throw new Error(`The backup is damaged: ${first instanceof Error ? first.message : String(first)}`, {
      cause: first,
    });
  }
}

/** Only what a backup of ours holds: nothing else ever becomes a path. */
const isPart = (name: string): boolean =>
  name === MANIFEST ||
  /^tables\/[a-z_]+\.jsonl$/.test(name) ||
  (name.startsWith('files/') && isKey(name.slice(6)));

/** Reads a whole archive and compares every part with its checksum. Throws an Error that names the first bad one. */
export async function checkArchive(file: string, keys: readonly SecretsKey[]): Promise<Manifest> {
  const hashes = new Map<string, ReturnType<typeof createHash>>();
  let manifest: Manifest | null = null;
  await readEntries(file, keys, async (name, { body }) => {
    if (name === MANIFEST) {
      manifest = manifestSchema.parse(JSON.parse(await new Response(body).text()));
      return;
    }
    const hash = hashes.get(name) ?? createHash('sha256');
    hashes.set(name, hash);
    for await (const piece of body) hash.update(piece);
  });
  return compared(manifest, hashes);
}

function compared(manifest: Manifest | null, hashes: Map<string, ReturnType<typeof createHash>>): Manifest {
  if (manifest === null) throw new Error('The backup is damaged: it has no manifest.');
  const parts = [
    ...manifest.tables.map(({ name, sha256 }) => ({ name: tableName(name), sha256 })),
    ...manifest.files.map(({ key, sha256 }) => ({ name: fileName(key), sha256 })),
  ];
  for (const { name, sha256 } of parts)
    if (hashes.get(name)?.digest('hex') !== sha256)
      throw new Error(`The backup is damaged: ${name} was changed.`);
  return manifest;
}

/** Unpacks an archive into an empty folder, where it is a backup as `backup-folder.ts` reads it. */
export async function unpackArchive(
  file: string,
  keys: readonly SecretsKey[],
  folder: string,
): Promise<void> {
  const put = putIntoFolder(folder);
  await readEntries(file, keys, async (name, { body, header }) => {
    if (header.size === 0) await put(name, Buffer.alloc(0), 0);
    for await (const piece of body) await put(name, Buffer.from(piece), 0);
  });
}
