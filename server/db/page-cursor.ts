import { z } from 'zod';

/** Where a page of a list ends: the value of its last row that the list is sorted by, and that row's id. */
export type Position = { at: string | null; id: string };

const cursorSchema = z.tuple([z.string().nullable(), z.uuid()]);

/** What values a list is sorted by look like in a cursor: the database must be able to read every one that is let through. */
export type CursorValue = { test(text: string): boolean };

const WRITTEN =
  /^(?!0000)(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?)([+-](?:0\d|1[0-5]))(?::([0-5]\d))?$/;
const momentSchema = z.iso.datetime({ offset: true });
/** A moment as the database writes it, in whatever zone. */
export const MOMENT: CursorValue = {
  test(text) {
    const [, day, time, zone, minutes = '00'] = WRITTEN.exec(text) ?? [];
    return momentSchema.safeParse(`${day}T${time}${zone}:${minutes}`).success;
  },
};

export const writeCursor = (at: string | null, id: string): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url');

/** Null where it is no cursor of such values: the list then begins anew. */
export function readCursor(cursor: string, value: CursorValue): Position | null {
  try {
    const [at, id] = cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return at === null || value.test(at) ? { at, id } : null;
  } catch {
    return null;
  }
}

/** The rows of a page, which were asked for with one more than it holds, and the cursor of the next one. */
export function pageOf<R extends { id: string; sorted_by: string | null }>(
  found: readonly R[],
  size: number,
): { shown: R[]; next: string | null } {
  const shown = found.slice(0, size);
  const last = shown.at(-1);
  return {
    shown,
    next: found.length > size && last !== undefined ? writeCursor(last.sorted_by, last.id) : null,
  };
}
