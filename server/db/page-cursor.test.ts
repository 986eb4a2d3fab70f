import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MOMENT, readCursor, writeCursor } from './page-cursor.ts';

test.each(['2026-11-25 02:15:19.123456+00', '2024-02-29 23:59:59+05:30', '2026-11-25 02:15:19.1-08'])(
  'a moment as the database writes it, %s, is read back',
  (at) => {
    const id = randomUUID();
    expect(readCursor(writeCursor(at, id), MOMENT)).toEqual({ at, id });
  },
);

test.each([
  '9999999999999999999',
  '----------------------',
  '2026-13-01 00:00:00+00',
  '2026-02-31 00:00:00+00',
  '2026-11-25 25:00:00+00',
  '2026-11-25 02:15:19+99',
  '0000-01-01 00:00:00+00',
  '2026-11-25',
])('a moment that the database would not take, %s, is none', (at) => {
  expect(readCursor(writeCursor(at, randomUUID()), MOMENT)).toBeNull();
});
