import { createHash } from 'node:crypto';
import { type Entry, type FileEntry, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import type { ImportedEstimate } from '../../contract/estimate-exchange/imported-estimate.ts';
import type { SentEstimate } from '../../contract/estimate-exchange/sent-estimate.ts';
import { tidyText } from './imported-lines.ts';
import { readBms } from './read-bms.ts';
import { READ_TABLES, readEms } from './read-ems.ts';
import { unreadableEstimate } from './unreadable-estimate.ts';

export type EstimateFile = { readonly name: string; readonly bytes: Uint8Array };

/** An estimate with what its files are known by: the name of the one that holds its lines, and a hash of all. */
export type ReadEstimate = {
  readonly estimate: ImportedEstimate;
  readonly file_name: string;
  readonly sha256: string;
};

/** Reads estimates; the service does so in its reading workers. */
export type EstimateReader = {
  sentEstimate(sent: SentEstimate): Promise<ReadEstimate>;
  /** A body that was too large to be looked at where people are served: JSON, not yet checked. */
  estimateBody(body: Uint8Array[], signal: AbortSignal): Promise<ReadEstimate>;
};

/** Bytes of all files of an estimate, unpacked; a set of 500 lines is half a megabyte. */
const MOST_UNPACKED = 8 * 1024 * 1024;
const MOST_ENTRIES = 500;

const baseName = (name: string): string => name.replace(/^.*[\\/]/, '');
const endingOf = (name: string): string => (/\.([a-z0-9]{1,4})$/i.exec(name)?.[1] ?? '').toLowerCase();
const isTable = (ending: string): ending is (typeof READ_TABLES)[number] =>
  (READ_TABLES as readonly string[]).includes(ending);
/** Only what is read is unpacked: tables of people stay closed. */
const isWanted = (name: string): boolean => {
  const ending = endingOf(name);
  return (
    !baseName(name).startsWith('.') &&
    !name.startsWith('__MACOSX/') &&
    (isTable(ending) || ending === 'xml' || ending === 'bms')
  );
};
/** A document whatever its name ends in: some systems save theirs as .bms or .txt. */
const isMarkup = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'));
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Bytes that may still be unpacked. */
type Room = { left: number };

async function unpackEntry(entry: FileEntry, room: Room): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const out = new WritableStream<Uint8Array>({
    write(chunk) {
      room.left -= chunk.length;
      // What an entry says of its size may be a lie, and several may be the same bytes of the file.
      if (room.left < 0) throw unreadableEstimate('too_large');
      chunks.push(chunk);
    },
  });
  try {
    await entry.getData(out, { useWebWorkers: false, checkSignature: true });
  } catch (error) {
    throw unreadableEstimate(room.left < 0 ? 'too_large' : 'damaged', error);
  }
  return Buffer.concat(chunks);
}

async function unpack(bytes: Uint8Array, room: Room): Promise<EstimateFile[]> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false });
  const entries = await firstEntries(zip);
  if (entries.length > MOST_ENTRIES) throw unreadableEstimate('too_large');
  const files: EstimateFile[] = [];
  for (const entry of entries) {
    if (entry.directory || !isWanted(entry.filename)) continue;
    files.push({ name: entry.filename, bytes: await unpackEntry(entry, room) });
  }
  await zip.close();
  return files;
}

/** The entries of a zip, one more than are read at most: its directory may name a hundred thousand. */
async function firstEntries(zip: ZipReader<unknown>): Promise<Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      entries.push(entry);
      if (entries.length > MOST_ENTRIES) break;
    }
  } catch (error) {
    throw unreadableEstimate('damaged', error);
  }
  return entries;
}

/** Mitchell and Audatex put one letter behind the name of the set, CCC's copies stand beside it with a dash. */
const sameSet = (stem: string, other: string): boolean =>
  other === stem || (other.startsWith(stem) && other.length === stem.length + 1);

function emsOf(files: readonly EstimateFile[]): ImportedEstimate {
  const named = files.map(({ name, bytes }) => {
    const base = baseName(name).toLowerCase();
    return { ending: endingOf(base), stem: base.replace(/\.[^.]*$/, '').trim(), bytes };
  });
  const lines = named.filter(({ ending }) => ending === 'lin');
  const [lin] = lines;
  if (!lin) throw unreadableEstimate('no_lines');
  if (lines.length > 1) throw unreadableEstimate('several');
  const tables = named.filter(({ ending, stem }) => isTable(ending) && sameSet(lin.stem, stem));
  const found = READ_TABLES.map((table) => [table, tables.filter(({ ending }) => ending === table)] as const);
  if (found.some(([, of]) => of.length > 1)) throw unreadableEstimate('several');
  return readEms(Object.fromEntries(found.flatMap(([table, [one]]) => (one ? [[table, one.bytes]] : []))));
}

/**
 * The estimate in files a user gives: an EMS set as a zip or as its files, or one BMS file, packed or not. Throws
 * validation_error with what is wrong with them.
 */
export async function readEstimate(given: readonly EstimateFile[]): Promise<ImportedEstimate> {
  const files: EstimateFile[] = [];
  const room = { left: MOST_UNPACKED };
  for (const file of given) {
    if (isZip(file.bytes)) files.push(...(await unpack(file.bytes, room)));
    else if (isWanted(file.name) || isMarkup(file.bytes)) files.push(file);
  }
  const documents = files.filter(({ name, bytes }) => endingOf(name) === 'xml' || isMarkup(bytes));
  const [document] = documents;
  if (files.length === 0) throw unreadableEstimate('unknown_format');
  if (!document) return emsOf(files);
  if (documents.length > 1 || files.length > documents.length) throw unreadableEstimate('several');
  return readBms(document.bytes);
}

const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

/** The same of files as they are sent, in whatever order. */
export async function readSentEstimate({ files }: SentEstimate): Promise<ReadEstimate> {
  const given = files.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }));
  const estimate = await readEstimate(given);
  const lead = given.find(({ name }) => ['lin', 'xml', 'zip'].includes(endingOf(name))) ?? given[0];
  return {
    estimate,
    file_name: tidyText(baseName(lead?.name ?? '')) ?? '',
    sha256: sha256(
      given
        .map(({ bytes }) => sha256(bytes))
        .toSorted()
        .join(),
    ),
  };
}
