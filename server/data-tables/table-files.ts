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

export const tableText = (file: URL): string => kept[tableName(file)] ?? readFileSync(file, 'utf8');

/** The shipped tables of the estimate, and an id that two sets share only if they say the same. */
export function shippedTables(): { id: string; files: TableFiles } {
  const names = ROOMS.flatMap((room) =>
    readdirSync(path.join(ROOT, room))
      .filter((name) => /\.(tsv|json)$/.test(name))
      .sort()
      .map((name) => `${room}/${name}`),
  );
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(path.join(ROOT, name), 'utf8')]));
  const hash = createHash('sha256').update(JSON.stringify(files));
  return { id: hash.digest('hex').slice(0, 32), files };
}
