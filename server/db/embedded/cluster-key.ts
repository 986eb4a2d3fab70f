import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';

/** The cluster's own superuser: makes the service's role and database, nothing else connects as it. */
export const SUPERUSER = 'lotlens';
/** Whom the service connects as: no superuser, owner of its database. */
export const SERVICE_ROLE = 'lotlens_service';
export const DATABASE = 'lotlens';

const keyFile = (folder: string): string => `${folder}.key`;

/** The secret both passwords are made of; null where there is none yet. Throws a sentence when it is another user's. */
export async function readKey(folder: string): Promise<string | null> {
  try {
    const key = await fs.readFile(keyFile(folder), 'utf8');
    return key.length >= 43 ? key : null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new Error(
      `The key of the database in ${folder} can't be read (${message}): run LotLens as the user who made it, or set DATA_DIR or DATABASE_URL.`,
    );
  }
}

/** A new key beside the cluster's folder, readable by our user alone: the folder itself may belong to the server's user. */
export async function makeKey(folder: string): Promise<string> {
  const key = randomBytes(32).toString('base64url');
  const draft = `${keyFile(folder)}.${process.pid}`;
  await fs.writeFile(draft, key, { mode: 0o600 });
  await fs.rename(draft, keyFile(folder));
  return key;
}

export type Role = typeof SUPERUSER | typeof SERVICE_ROLE;

/** A role's password: letters, digits, - and _ only, so that it stands in statements and addresses as it is. */
export const passwordOf = (key: string, role: Role): string =>
  createHmac('sha256', key).update(role).digest('base64url');

/** The address of `database` for `role` on this machine's cluster. */
export const addressOf = (key: string, role: Role, port: number, database: string): string =>
  `postgresql://${role}:${passwordOf(key, role)}@127.0.0.1:${port}/${database}`;
