import fs from 'node:fs/promises';
import { addOnFolder, enginePath, markInstalled } from '../../server/photo-reading/add-on-folder.ts';

/** Puts an engine, by its text, where the add-on would be. */
export async function installEngine(dataDir: string, engine: string): Promise<void> {
  const folder = addOnFolder(dataDir);
  await fs.mkdir(folder, { recursive: true });
  await fs.writeFile(enginePath(folder), engine);
  markInstalled(folder);
}
