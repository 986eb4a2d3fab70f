import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Mails as files, where no SMTP server takes them: each holds a link that opens an account, so its owner alone may look. */
export type Outbox = {
  folder: string;
  put(mailId: string, message: Buffer): Promise<void>;
  /** The whole message as it would have left; null when it is not here. */
  read(mailId: string): Promise<Buffer | null>;
  /** The ids of the mails that lie here. */
  list(): Promise<string[]>;
  /** No error for one that is not here. */
  remove(mailIds: readonly string[]): Promise<void>;
};

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const ENDING = '.eml';
const UNFINISHED = '.eml.part';

/** The outbox in a folder, which is made with the first mail. What an earlier version left open to others is closed. */
export async function openOutbox(folder: string): Promise<Outbox> {
  const fileOf = (mailId: string): string => path.join(folder, `${path.basename(mailId)}${ENDING}`);
  const close = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    await chmod(folder, OWNER_ONLY_FOLDER);
  };

  const left = await namesIn(folder);
  if (left !== null) await close();
  for (const name of left ?? []) await chmod(path.join(folder, name), OWNER_ONLY_FILE);

  return {
    folder,
    async put(mailId, message) {
      await close();
      const unfinished = `${fileOf(mailId)}.part`;
      // What a crash left there may have had another mode.
      await rm(unfinished, { force: true });
      try {
        await writeFile(unfinished, message, { mode: OWNER_ONLY_FILE, flag: 'wx' });
        await rename(unfinished, fileOf(mailId));
      } catch (error) {
        // On a full disk half a mail would only take the room the next one needs.
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    read: (mailId) =>
      readFile(fileOf(mailId)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async list() {
      const names = (await namesIn(folder)) ?? [];
      const ids = names.flatMap((name) =>
        [UNFINISHED, ENDING].flatMap((ending) =>
          name.endsWith(ending) ? [name.slice(0, -ending.length)] : [],
        ),
      );
      return [...new Set(ids)];
    },
    async remove(mailIds) {
      for (const mailId of mailIds) {
        await rm(fileOf(mailId), { force: true });
        await rm(`${fileOf(mailId)}.part`, { force: true });
      }
    },
  };
}

/** The files in a folder; null when there is no such folder. */
async function namesIn(folder: string): Promise<string[] | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
