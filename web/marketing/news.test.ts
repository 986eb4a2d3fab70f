import { expect, test } from 'vitest';
import { z } from 'zod';
import { NEWS } from './news.ts';

test('each day stands once, is a day, and the newest comes first', () => {
  const days = NEWS.map(({ day }) => day);
  expect(days.every((day) => z.iso.date().safeParse(day).success)).toBe(true);
  expect(days).toEqual([...new Set(days)].toSorted().reverse());
});

test('every day tells something, and nothing twice', () => {
  const titles = NEWS.flatMap(({ items }) => items.map(({ title }) => title));
  expect(NEWS.every(({ items }) => items.length > 0)).toBe(true);
  expect(new Set(titles).size).toBe(titles.length);
});
