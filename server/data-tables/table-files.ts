import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(import.meta.dirname, '..', '..');
/** Rooms whose tables an estimate is calculated from. */
const ROOMS = [
  'server/categories/data',
  'server/damage-detectors/data',
  'server/estimate/data',
  'server/vehicles/data',
];

/** Texts of data tables by path from the project's root. */
export type TableFiles = Readonly<Record<string, string>>;

export const tableName = (file: URL): string =>
  path.relative(ROOT, fileURLToPath(file)).replaceAll(path.sep, '/');

let kept: TableFiles = {};

/** From here on this process reads these tables in place of the shipped ones: to be called before any is read. */
export function replaceTables(files: TableFiles): void {
  kept = files;
}

/**
 * Whether this process has a table that later sets have: one that an older set lacks is not the shipped one of today, or an
 * older report would change.
 */
export const hasTable = (file: URL): boolean =>
  Object.keys(kept).length === 0 || Object.hasOwn(kept, tableName(file));

export const tableText = (file: URL): string => kept[tableName(file)] ?? readFileSync(file, 'utf8');

/** An id that two sets of tables share only if they say the same. */
const idOf = (files: TableFiles): string =>
  createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 32);

function tablesIn(rooms: readonly string[]): TableFiles {
  const names = rooms.flatMap((room) =>
    readdirSync(path.join(ROOT, room))
      .filter((name) => /\.(tsv|json)$/.test(name))
      .sort()
      .map((name) => `${room}/${name}`),
  );
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(ROOT, name), 'utf8')]));
}

let shipped: { id: string; files: TableFiles } | undefined;
/** The shipped tables of the estimate, and their id; read once. */
export function shippedTables(): { id: string; files: TableFiles } {
  if (shipped === undefined) {
    const files = tablesIn(ROOMS);
    shipped = { id: idOf(files), files };
  }
  return shipped;
}

/** Of the shipped tables that deals are calculated from, with their versions and days. */
export const DEAL_TABLES_ID = idOf(tablesIn(['server/deals/data']));
