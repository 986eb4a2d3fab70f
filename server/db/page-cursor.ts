import { z } from 'zod';

/** Where a page of a list ends: the value of its last row that the list is sorted by, and that row's id. */
export type Position = { at: string | null; id: string };

const cursorSchema = z.tuple([z.string().nullable(), z.uuid()]);

/** A moment as the database writes it. */
export const MOMENT = /^[0-9 :.+-]{19,40}$/;

export const writeCursor = (at: string | null, id: string): string =>
  Buffer.from(JSON.stringify([at, id])).toString('base64url');

/** Null where it is no cursor of such values: the list then begins anew. */
export function readCursor(cursor: string, value: RegExp): Position | null {
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
