import fs from 'node:fs/promises';

/** An operating-system user PostgreSQL runs as when we are root, which it refuses to be. */
export type SystemUser = { uid: number; gid: number };

/** Below the ids that Debian and systemd give out by themselves, above those of people; 5432 is PostgreSQL's number. */
const FIRST_PRIVATE_ID = 59_432;

export const isRoot = (): boolean => typeof process.getuid === 'function' && process.getuid() === 0;

/**
 * Whom PostgreSQL runs as under root: an id that no account has, so that nobody who can sign in to this machine, nor any
 * program that runs as `nobody`, owns its files or may stop it.
 */
export async function privateUser(): Promise<SystemUser> {
  const taken = new Set((await accounts()).map((fields) => Number(fields[2])));
  let id = FIRST_PRIVATE_ID;
  while (taken.has(id)) id -= 1;
  return { uid: id, gid: id };
}

/** `nobody`: initdb and the single-user mode ask for the name of whom they run as, which `privateUser` has not. */
export async function namedUser(): Promise<SystemUser> {
  const fields = (await accounts()).find(([name]) => name === 'nobody');
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  if (!Number.isInteger(uid) || !Number.isInteger(gid)) {
    throw new Error(
      'LotLens runs as root but this system has no user "nobody" to run PostgreSQL; set DATABASE_URL instead.',
    );
  }
  return { uid, gid };
}

async function accounts(): Promise<string[][]> {
  return (await fs.readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
}
