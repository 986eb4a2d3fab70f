import fs from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { withBackupLock } from '../db/service/backup-lock.ts';
import {
  BACKUP_FAULT_NOTE,
  BACKUP_NOTE,
  BACKUP_PLAN_NOTE,
  forgetNote,
  noteOfService,
  planNote,
  readNotes,
} from '../db/service/service-notes.ts';
import type { Log } from '../log.ts';
import { noRoom } from '../process/no-room.ts';
import type { SecretsKey } from '../secrets/secrets-key.ts';
import type { Store } from '../storage/store.ts';
import { checkArchive, writeArchive } from './backup-archive.ts';

/** How often a worker looks whether a backup is due. */
const LOOK_MS = 60_000;
/** After a backup that failed. */
const AGAIN_SECONDS = 15 * 60;

const NAME = /^lotlens-\d{8}T\d{6}Z\.tar\.gz(\.sealed)?$/;
const PART = '.part';

export type BackupPlan = {
  folder: string;
  everyHours: number;
  /** The newest so many stay. */
  keep: number;
  /** The first seals; without any a backup is as readable as the database. */
  keys: readonly SecretsKey[];
};
type BackupTools = { databaseUrl: string; pool: pg.Pool; store: Store; log: Log; now(): Date };

const nameOf = (now: Date, sealed: boolean): string =>
  `lotlens-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz${sealed ? '.sealed' : ''}`;

/** The backups of a folder, the newest first. */
export const listBackups = async (folder: string): Promise<string[]> =>
  (await fs.readdir(folder))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();

/** Notes how often backups are made, where that is not noted so already: those who watch know by it when one is late. */
async function notePlan(pool: pg.Pool, { everyHours }: BackupPlan): Promise<void> {
  const noted = planNote.safeParse((await readNotes(pool)).get(BACKUP_PLAN_NOTE)?.details).data;
  if (noted?.every_hours !== everyHours)
    await noteOfService(pool, BACKUP_PLAN_NOTE, { every_hours: everyHours });
}

/** A backup is due: none was made for so long, and none failed just now. */
async function isDue(pool: pg.Pool, { everyHours }: BackupPlan): Promise<boolean> {
  const notes = await readNotes(pool);
  const [made, failed] = [notes.get(BACKUP_NOTE), notes.get(BACKUP_FAULT_NOTE)];
  if (failed && failed.age_s >= 0 && failed.age_s < AGAIN_SECONDS) return false;
  // One noted in the future is of a clock that went back since.
  return made === undefined || made.age_s < 0 || made.age_s >= everyHours * 3600;
}

/**
 * Makes a backup where one is due and no other process makes one: written beside its name, read back whole, named, and only
 * then are old ones deleted. Answers its file; null where none was made. What goes wrong is noted, logged, and thrown.
 */
export async function backUpWhenDue(
  tools: BackupTools,
  plan: BackupPlan,
  signal?: AbortSignal,
): Promise<string | null> {
  await notePlan(tools.pool, plan);
  if (!(await isDue(tools.pool, plan))) return null;
  let made: string | null = null;
  await withBackupLock(tools.databaseUrl, async () => {
    // Another may have made it while we asked.
    if (!(await isDue(tools.pool, plan))) return;
    try {
      made = await makeBackup(tools, plan, signal);
    } catch (error) {
      if (signal?.aborted) return;
      const full = noRoom(error);
      tools.log.error({ err: error }, full ? 'no backup: no room left' : 'no backup could be made');
      await noteOfService(tools.pool, BACKUP_FAULT_NOTE, {
        error: (error instanceof Error ? error.message : String(error)).slice(0, 300),
      });
      throw error;
    }
  });
  return made;
}

async function makeBackup(tools: BackupTools, plan: BackupPlan, signal?: AbortSignal): Promise<string> {
  const began = performance.now();
  await fs.mkdir(plan.folder, { recursive: true, mode: 0o700 });
  // Nobody else writes now: what is there was left by a process that died.
  for (const name of await fs.readdir(plan.folder))
    if (name.endsWith(PART) && NAME.test(name.slice(0, -PART.length)))
      await fs.rm(path.join(plan.folder, name));
  const [key = null] = plan.keys;
  const name = nameOf(tools.now(), key !== null);
  const file = path.join(plan.folder, name);
  const part = `${file}${PART}`;
  try {
    await writeArchive({ url: tools.databaseUrl, store: tools.store }, part, key, signal);
    const { tables, files } = await checkArchive(part, plan.keys);
    await fs.rename(part, file);
    const { size: bytes } = await fs.stat(file);
    const seconds = (performance.now() - began) / 1000;
    await noteOfService(tools.pool, BACKUP_NOTE, { bytes, seconds });
    await forgetNote(tools.pool, BACKUP_FAULT_NOTE);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    tools.log.info({ file, bytes, rows, files: files.length, sealed: key !== null }, 'backup made');
  } catch (error) {
    await fs.rm(part, { force: true });
    throw error;
  }
  await deleteOld(plan, name);
  return file;
}

/** Deletes all but the newest ones, never the one just made. */
async function deleteOld({ folder, keep }: BackupPlan, made: string): Promise<void> {
  const others = (await listBackups(folder)).filter((name) => name !== made);
  for (const name of others.slice(keep - 1)) await fs.rm(path.join(folder, name));
}

/** Makes backups as planned until told to end, which stops one under way. */
export function startBackups(tools: BackupTools, plan: BackupPlan): () => Promise<void> {
  const stop = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  const look = (): void => {
    looking = looking
      .then(async () => {
        if (!stop.signal.aborted) await backUpWhenDue(tools, plan, stop.signal);
      })
      // Noted and logged where it happened, or the database is away, which everybody says.
      .catch((error: unknown) => tools.log.debug({ error: String(error) }, 'no backup this time'));
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stop.abort(new Error('the service is stopping'));
    await looking;
  };
}
