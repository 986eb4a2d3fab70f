import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import type pg from 'pg';
import { z } from 'zod';
import {
  advanceSequences,
  dumpTable,
  emptyUnused,
  inLongTransaction,
  inSnapshot,
  loadTable,
  schemaVersion,
  tablesInOrder,
  type UnfinishedWork,
  unfinishedWork,
  usedTable,
} from '../db/ops/backup.ts';
import { type LedgerFault, verifyLedger } from '../db/quota/ledger-check.ts';
import { contentTypeOfKey, isKey, type Store } from '../storage/store.ts';

const partSchema = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), bytes: z.number().int() });
export const manifestSchema = z.object({
  format: z.literal('lotlens-backup-1'),
  made_at: z.string(),
  schema_version: z.number().int(),
  tables: z.array(partSchema.extend({ name: z.string().regex(/^[a-z_]+$/), rows: z.number().int() })),
  files: z.array(partSchema.extend({ key: z.string().refine(isKey, 'is no key of a stored file') })),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type BackupSummary = { folder: string; made_at: string; tables: number; rows: number; files: number };

/** What the parts of a backup are called, in a folder and in an archive. */
export const tableName = (table: string): string => `tables/${table}.jsonl`;
export const fileName = (key: string): string => `files/${key}`;

const tableFile = (folder: string, name: string): string => path.join(folder, ...tableName(name).split('/'));
const storedFile = (folder: string, key: string): string => path.join(folder, ...fileName(key).split('/'));

export const summaryOf = (folder: string, manifest: Manifest): BackupSummary => ({
  folder,
  made_at: manifest.made_at,
  tables: manifest.tables.length,
  rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
  files: manifest.files.length,
});

/** Takes a part of a file of the backup; the parts of one come one after the other, the first as number 0. */
export type PutPart = (name: string, bytes: Buffer, number: number) => Promise<void>;

/** Rows are handed over in parts of so many bytes. */
const PART_BYTES = 4 * 1024 * 1024;
export const MANIFEST = 'manifest.json';

/**
 * Hands over every table, as of one moment, and every stored file; the manifest, which comes last, names each with its checksum.
 * Works while the service runs.
 */
export async function dumpBackup(url: string, store: Store, put: PutPart): Promise<Manifest> {
  const { tables, version } = await inSnapshot(url, async (client) => {
    const dumped: Manifest['tables'] = [];
    for (const name of await tablesInOrder(client)) dumped.push(await dumpRows(client, name, put));
    return { tables: dumped, version: await schemaVersion(client) };
  });
  // After the rows: what a row names is there, and what came later is harmless.
  const files: Manifest['files'] = [];
  for (const key of await store.list('')) {
    const file = await store.get(key);
    if (file === null) continue;
    await put(fileName(key), file.bytes, 0);
    files.push({ key, bytes: file.bytes.length, sha256: sha256(file.bytes) });
  }
  const manifest: Manifest = {
    format: 'lotlens-backup-1',
    made_at: new Date().toISOString(),
    schema_version: version,
    tables,
    files,
  };
  await put(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`), 0);
  return manifest;
}

async function dumpRows(client: pg.Client, name: string, put: PutPart): Promise<Manifest['tables'][number]> {
  const hash = createHash('sha256');
  let bytes = 0;
  let held: Buffer[] = [];
  let size = 0;
  let number = 0;
  const handOver = async (): Promise<void> => {
    await put(tableName(name), Buffer.concat(held), number);
    number += 1;
    held = [];
    size = 0;
  };
  const rows = await dumpTable(client, name, async (line) => {
    const text = Buffer.from(`${line}\n`);
    hash.update(text);
    bytes += text.length;
    held.push(text);
    size += text.length;
    if (size >= PART_BYTES) await handOver();
  });
  if (size > 0 || number === 0) await handOver();
  return { name, rows, bytes, sha256: hash.digest('hex') };
}

/** Puts parts into the files of a folder, which only this user may read. */
export const putIntoFolder =
  (folder: string): PutPart =>
  async (name, bytes) => {
    const target = path.join(folder, ...name.split('/'));
    await fs.promises.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    await fs.promises.appendFile(target, bytes, { mode: 0o600 });
  };

/** Writes a backup into a new folder, and reads it back. */
export async function writeBackup(url: string, store: Store, folder: string): Promise<BackupSummary> {
  await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await fs.promises.readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  const manifest = await dumpBackup(url, store, putIntoFolder(folder));
  await checkBackup(folder);
  return summaryOf(folder, manifest);
}

/** Reads the manifest and compares every part with its checksum; throws an Error that names the first bad one. */
export async function checkBackup(folder: string): Promise<Manifest> {
  const text = await fs.promises.readFile(path.join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) throw new Error(`${folder} holds no finished backup: there is no manifest.json.`);
  const manifest = manifestSchema.parse(JSON.parse(text));
  const parts = [
    ...manifest.tables.map((table) => ({ file: tableFile(folder, table.name), ...table })),
    ...manifest.files.map((file) => ({ file: storedFile(folder, file.key), ...file })),
  ];
  for (const { file, sha256: expected } of parts) {
    const hash = createHash('sha256');
    try {
      for await (const chunk of fs.createReadStream(file)) hash.update(chunk as Buffer);
    } catch (error) {
      throw new Error(`The backup is damaged: ${file} can not be read.`, { cause: error });
    }
    if (hash.digest('hex') !== expected) throw new Error(`The backup is damaged: ${file} was changed.`);
  }
  return manifest;
}

/**
 * Puts a checked backup into an empty database and store, all rows in one transaction, and compares: rows per table, the
 * quota ledger, every file read back. Answers the summary and what was not done yet.
 */
export async function restoreBackup(
  url: string,
  store: Store,
  folder: string,
  resume: (client: pg.Client, left: UnfinishedWork) => Promise<void> = async () => {},
): Promise<{ summary: BackupSummary; left: UnfinishedWork }> {
  const manifest = await checkBackup(folder);
  const left = await inLongTransaction(url, async (client) => {
    if (manifest.schema_version > (await schemaVersion(client)))
      throw new Error('The backup is from a newer version of LotLens; restore it with that one.');
    await refuseUsedDatabase(client);
    for (const table of manifest.tables) await restoreTable(client, folder, table);
    await advanceSequences(client);
    const faults: LedgerFault[] = await verifyLedger(client);
    if (faults.length > 0)
      throw new Error(`The ledger of the backup is not in order: ${JSON.stringify(faults[0])}`);
    await restoreFiles(store, folder, manifest);
    const undone = await unfinishedWork(client);
    await resume(client, undone);
    return undone;
  });
  return { summary: summaryOf(folder, manifest), left };
}

async function refuseUsedDatabase(client: pg.Client): Promise<void> {
  const used = await usedTable(client);
  if (used !== null)
    throw new Error(`The database is in use (${used} holds rows); restore into an empty one.`);
  await emptyUnused(client);
}

async function restoreTable(
  client: pg.Client,
  folder: string,
  table: Manifest['tables'][number],
): Promise<void> {
  const loaded = await loadTable(client, table.name, linesOf(tableFile(folder, table.name)));
  if (loaded !== table.rows) throw new Error(`${table.name}: ${loaded} rows came back of ${table.rows}.`);
}

/** Opens the file when the first line is asked for: what a reader hands out before anybody listens is lost. */
async function* linesOf(file: string): AsyncGenerator<string> {
  yield* readline.createInterface({ input: fs.createReadStream(file) });
}

async function restoreFiles(store: Store, folder: string, manifest: Manifest): Promise<void> {
  for (const { key, sha256: expected } of manifest.files) {
    await store.put(key, await fs.promises.readFile(storedFile(folder, key)), contentTypeOfKey(key));
    const back = await store.get(key);
    if (back === null || sha256(back.bytes) !== expected)
      throw new Error(`The file ${key} did not come back whole.`);
  }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
