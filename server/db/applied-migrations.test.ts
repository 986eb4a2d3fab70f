import { describe, expect, test } from 'vitest';
import { VERSION } from '../process/version.ts';
import { type AppliedMigration, missingMigrations, SchemaRefused } from './applied-migrations.ts';

const OWN = ['0000_start', '0001_shares', '0002_board'].map((tag, index) => ({
  tag,
  hash: `hash of ${tag}`,
  folderMillis: 1_000 * (index + 1),
}));

const HERE = `this is LotLens ${VERSION}, which knows migrations up to 0002_board`;

/** Rows as this version's own migrations leave them, in the places given. */
const rowsOf = (...places: number[]): AppliedMigration[] =>
  OWN.filter((_, place) => places.includes(place)).map(({ hash, folderMillis, tag }) => ({
    hash,
    writtenAt: folderMillis,
    tag,
    version: VERSION,
    appliedAt: new Date('2026-11-28T06:51:00Z'),
  }));

const NEWER: AppliedMigration = {
  hash: 'hash of 0003_next',
  writtenAt: 4_000,
  tag: '0003_next',
  version: '9.2.0',
  appliedAt: new Date('2026-12-02T08:05:00Z'),
};

const tagsOf = (applied: AppliedMigration[]): string[] =>
  missingMigrations(OWN, applied).map(({ tag }) => tag);
const refusalOf = (applied: AppliedMigration[]): string => {
  try {
    return `not refused: ${tagsOf(applied)}`;
  } catch (error) {
    expect(error).toBeInstanceOf(SchemaRefused);
    return (error as Error).message;
  }
};

describe('migrations that a database has not had', () => {
  test('are all of them in an empty one', () => {
    expect(tagsOf([])).toEqual(['0000_start', '0001_shares', '0002_board']);
  });

  test('are those after the ones it had', () => {
    expect(tagsOf(rowsOf(0))).toEqual(['0001_shares', '0002_board']);
  });

  test('are none in the newest', () => {
    expect(tagsOf(rowsOf(0, 1, 2))).toEqual([]);
  });

  test('leave out one whose text was edited later', () => {
    const [edited] = rowsOf(0);
    expect(tagsOf([{ ...edited, hash: 'another text' } as AppliedMigration])).toHaveLength(2);
  });

  test('leave out one whose time was changed later', () => {
    const [moved] = rowsOf(0);
    expect(tagsOf([{ ...moved, writtenAt: 1_001 } as AppliedMigration])).toHaveLength(2);
  });
});

describe('a database with a schema that is not ours', () => {
  test('of a newer version is refused with both versions and the backup', () => {
    expect(refusalOf([...rowsOf(0, 1, 2), NEWER])).toBe(
      `The database was updated to migration 0003_next by LotLens 9.2.0, and ${HERE}: start the version that updated it again, or restore the backup made before that update (2026-12-02 08:05 UTC).`,
    );
  });

  test('of another build of this version is called that', () => {
    expect(refusalOf([...rowsOf(0, 1, 2), { ...NEWER, version: VERSION }])).toContain(
      `to migration 0003_next by another build of LotLens ${VERSION}, and`,
    );
  });

  test('written without a name is refused by its time', () => {
    const bare = { ...NEWER, tag: null, version: null, appliedAt: null };
    expect(refusalOf([...rowsOf(0, 1, 2), bare])).toBe(
      `The database was updated to migration written 1970-01-01 00:00 UTC by another version of LotLens, and ${HERE}: start the version that updated it again, or restore the backup made before that update.`,
    );
  });

  test('of another line is refused with what it lacks', () => {
    expect(refusalOf([...rowsOf(0, 1), { ...NEWER, writtenAt: 2_500 }])).toContain(
      'to migration 0003_next by LotLens 9.2.0 and lacks 0002_board, and this is',
    );
  });

  test('with a migration left out in between is refused', () => {
    expect(refusalOf(rowsOf(0, 2))).toBe(
      `The database lacks migration 0001_shares but has later ones, and ${HERE}: start the version that made the database again, or restore a backup.`,
    );
  });
});
