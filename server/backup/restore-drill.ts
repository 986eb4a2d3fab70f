import fs from 'node:fs/promises';
import path from 'node:path';
import { countRows, withScratchDatabase } from '../db/service/scratch-database.ts';
import type { SecretsKey } from '../secrets/secrets-key.ts';
import { createFolderStore } from '../storage/folder.ts';
import { checkBackup, restoreBackup } from './backup-folder.ts';
import { withBackupFolder } from './open-backup.ts';

export type Drill =
  | {
      ok: true;
      backup: string;
      made_at: string;
      /** Migrations applied where it was made. */
      schema_version: number;
      tables: number;
      rows: number;
      files: number;
      seconds: number;
    }
  | { ok: false; backup: string; wrong: string };

/**
 * Restores a backup, a folder or a file, as if all were lost, into a scratch database and a scratch folder, brought to today's
 * schema: every checksum, every table's rows as the backup and as the database count them, every rule of the quota ledger, every
 * file. Nothing of it stays, and the service is not touched.
 */
export async function drillRestore(
  backup: string,
  at: { serverUrl: string | null; dataDir: string; keys: readonly SecretsKey[] },
): Promise<Drill> {
  const began = performance.now();
  await fs.mkdir(at.dataDir, { recursive: true });
  const scratch = await fs.mkdtemp(path.join(at.dataDir, 'restore-drill-'));
  try {
    const restored = await withBackupFolder(backup, { keys: at.keys, scratch }, async (folder) => {
      const manifest = await checkBackup(folder);
      return await withScratchDatabase({ serverUrl: at.serverUrl, folder: scratch }, async (url) => {
        const { summary } = await restoreBackup(url, createFolderStore(path.join(scratch, 'files')), folder);
        const counts = await countRows(
          url,
          manifest.tables.map(({ name }) => name),
        );
        for (const { name, rows } of manifest.tables)
          if (counts.get(name) !== rows)
            throw new Error(`${name}: the restored database has ${counts.get(name)} rows of ${rows}.`);
        return { ...summary, schema_version: manifest.schema_version };
      });
    });
    const { made_at, schema_version, tables, rows, files } = restored;
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    return { ok: true, backup, made_at, schema_version, tables, rows, files, seconds };
  } catch (error) {
    return { ok: false, backup, wrong: error instanceof Error ? error.message : String(error) };
  } finally {
    await fs.rm(scratch, { recursive: true, force: true });
  }
}
