import { VERSION } from '../process/version.ts';

/** A row of the database's list of migrations. `tag`, `version` and `appliedAt` are null where an older LotLens wrote it. */
export type AppliedMigration = {
  hash: string;
  /** When the migration was written, ms since 1970: Drizzle's name of it. */
  writtenAt: number;
  /** Its name, like `0046_last-four`. */
  tag: string | null;
  /** The LotLens that ran it. */
  version: string | null;
  appliedAt: Date | null;
};

type OwnMigration = { hash: string; folderMillis: number; tag: string };

/** The schema of the database is not one that this version can work on. The message is one sentence for people. */
export class SchemaRefused extends Error {
  override readonly name = 'SchemaRefused';
}

/**
 * What is left to run of `own` migrations (oldest first) on a database that had `applied`. Throws SchemaRefused unless those are the
 * first of `own`, or all: a migration that this version does not know was run by a newer version, or by one of another line. A
 * migration is known by when it was written or by its text, as one that was edited later is still the same.
 */
export function missingMigrations<M extends OwnMigration>(
  own: readonly M[],
  applied: readonly AppliedMigration[],
): M[] {
  const ownOf = ({ writtenAt, hash }: AppliedMigration): M | undefined =>
    own.find(({ folderMillis }) => folderMillis === writtenAt) ?? own.find((one) => one.hash === hash);
  const found = new Set(applied.flatMap((row) => ownOf(row) ?? []));
  const missing = own.filter((one) => !found.has(one));
  const [firstMissing] = missing;
  const unknown = applied.filter((row) => ownOf(row) === undefined).at(-1);
  const here = `this is LotLens ${VERSION}, which knows migrations up to ${own.at(-1)?.tag}`;
  if (unknown !== undefined) {
    const lacks = firstMissing === undefined ? '' : ` and lacks ${firstMissing.tag}`;
    throw new SchemaRefused(
      `The database was updated to migration ${nameOf(unknown)} by ${makerOf(unknown)}${lacks}, and ${here}: start the version that updated it again, or restore the backup made before that update${momentOf(unknown)}.`,
    );
  }
  if (firstMissing !== undefined && own.indexOf(firstMissing) < found.size)
    throw new SchemaRefused(
      `The database lacks migration ${firstMissing.tag} but has later ones, and ${here}: start the version that made the database again, or restore a backup.`,
    );
  return missing;
}

const utc = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const nameOf = ({ tag, writtenAt }: AppliedMigration): string => tag ?? `written ${utc(new Date(writtenAt))}`;

function makerOf({ version }: AppliedMigration): string {
  if (version === null) return 'another version of LotLens';
  return version === VERSION ? `another build of LotLens ${version}` : `LotLens ${version}`;
}

const momentOf = ({ appliedAt }: AppliedMigration): string =>
  appliedAt === null ? '' : ` (${utc(appliedAt)})`;
