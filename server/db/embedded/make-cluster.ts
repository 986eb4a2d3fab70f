import fs from 'node:fs/promises';
import path from 'node:path';
import { exists, giveFolder } from './cluster-folder.ts';
import { makeKey, passwordOf, readKey, SUPERUSER } from './cluster-key.ts';
import { type BinaryOptions, runBinary } from './native-binaries.ts';
import { namedUser, privateUser, type SystemUser } from './system-users.ts';

/** Who may connect: whoever has a password, from this machine. Written anew where it says anything else. */
const ACCESS = `# Written by LotLens. The passwords are made of the key beside this folder.
local all all reject
host all all 127.0.0.1/32 scram-sha-256
`;

/** An initdb that outlived its starter may still write into what it leaves: a folder that is not empty yet is tried again, for 5.5 s. */
const CUT_SHORT = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

type Making = {
  folder: string;
  /** Where initdb and postgres lie. */
  binaries: string;
  /** No fsync: only for tests. */
  fast: boolean;
  /** Whom the server runs as; null: as we do. */
  user: SystemUser | null;
  onProcess: NonNullable<BinaryOptions['onProcess']>;
};

/**
 * Makes the cluster where there is none, and closes one that earlier versions left open to every user of this machine. Answers
 * its key. Whatever was cut short is simply done again. To be called under the cluster's lock while no server runs in it.
 */
export async function makeCluster(making: Making): Promise<string> {
  const { folder, user } = making;
  if (!(await exists(path.join(folder, 'PG_VERSION')))) await createCluster(making);
  let key = await readKey(folder);
  const access = path.join(folder, 'pg_hba.conf');
  if (key === null || (await fs.readFile(access, 'utf8')) !== ACCESS) {
    key ??= await makeKey(folder);
    await setPassword(making, folder, passwordOf(key, SUPERUSER));
    await fs.writeFile(access, ACCESS);
  }
  await fs.chmod(folder, 0o700);
  if (user && (await fs.stat(folder)).uid !== user.uid) await giveFolder(folder, user);
  return key;
}

/** In a folder of its own that takes the name once it is whole: an initdb cut short leaves nothing that looks like a cluster. */
async function createCluster({ folder, binaries, fast, user, onProcess }: Making): Promise<void> {
  const place = path.dirname(folder);
  const drafts = `${path.basename(folder)}.draft-`;
  for (const name of await fs.readdir(place))
    if (name.startsWith(drafts)) await fs.rm(path.join(place, name), CUT_SHORT);
  const draft = path.join(place, `${drafts}${process.pid}`);
  await fs.mkdir(draft, { mode: 0o700 });
  const maker = user && (await namedUser());
  if (maker) await fs.chown(draft, maker.uid, maker.gid);
  await runBinary(
    path.join(binaries, 'initdb'),
    // Nobody connects before ACCESS is written.
    [
      '-D',
      draft,
      '-U',
      SUPERUSER,
      '-A',
      'reject',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      ...(fast ? ['--no-sync'] : []),
    ],
    { cwd: draft, user: maker, onProcess },
  );
  await fs.rmdir(folder);
  await fs.rename(draft, folder);
}

/** By the single-user mode, which asks for no password and opens no port. */
async function setPassword(making: Making, folder: string, password: string): Promise<void> {
  const { binaries, user, onProcess } = making;
  const maker = user && (await namedUser());
  if (maker) await giveFolder(folder, maker);
  await runBinary(
    path.join(binaries, 'postgres'),
    ['--single', '-j', '-D', folder, ...(making.fast ? ['-c', 'fsync=off'] : []), 'postgres'],
    { cwd: folder, user: maker, input: `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\n\n`, onProcess },
  );
}

/** Whom the server runs as: ourselves, or under root a user of its own. Throws when the cluster is an ordinary user's. */
export async function serverUser(folder: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  const own = await privateUser();
  const { uid } = await fs.stat(folder);
  if (![0, own.uid, (await namedUser()).uid].includes(uid))
    throw new Error(
      `PostgreSQL can't run as root, and the database in ${folder} belongs to user ${uid}: run LotLens as that user, or set DATA_DIR or DATABASE_URL.`,
    );
  return own;
}
